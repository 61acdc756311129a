-- The roles of Soko and its database, made once by an administrator, for example
--   psql -U postgres -v owner_password=… -v service_password=… -f roles.sql
-- The owner has the tables and migrates them: `soko migrate`, soko.pg.owner.user. The service owns
-- nothing; after each migration the owner lets it read and write rows, and that is all it may do.
CREATE ROLE soko_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE soko LOGIN PASSWORD :'service_password';
CREATE DATABASE soko OWNER soko_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
REVOKE ALL ON DATABASE soko FROM PUBLIC;
GRANT CONNECT ON DATABASE soko TO soko;
