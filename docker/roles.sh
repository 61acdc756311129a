#!/bin/sh
# Makes the roles and the database when PostgreSQL has no data yet; its image runs this once.
set -eu
psql -v ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  -v owner_password="$(cat /run/secrets/pg_owner_password)" \
  -v service_password="$(cat /run/secrets/pg_password)" \
  -f /opt/roles.sql
