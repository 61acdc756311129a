-- What every partner of every environment is to be told, in the order of the commits.
CREATE TABLE broadcast (
  broadcast_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL,
  data text NOT NULL,
  created_at timestamptz NOT NULL
);
