-- Each set of prices that was written, in the order of the commits: who publishes holds a lock.
-- A new set is work for each environment, once over all nodes; how far it has come is its own row.
CREATE TABLE price_set (
  set_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  exchanges text[] NOT NULL,
  published_at timestamptz NOT NULL
);

-- What every partner of every environment is to be told, in the order of the commits.
CREATE TABLE broadcast (
  broadcast_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL,
  data text NOT NULL,
  created_at timestamptz NOT NULL
);
