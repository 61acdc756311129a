-- The market as all nodes share it. What ships with the program (exchanges, calendars, instruments) is
-- not repeated here.

CREATE TABLE price (
  symbol text PRIMARY KEY,
  price numeric(20, 6) NOT NULL CHECK (price > 0),
  previous_close numeric(20, 6) NOT NULL CHECK (previous_close > 0),
  volume bigint NOT NULL CHECK (volume >= 0),
  as_of timestamptz NOT NULL,
  data_quality text NOT NULL
);

-- The node that inserts the row of a slot is the one that polls it; the row commits with the prices.
CREATE TABLE price_slot (
  exchange text NOT NULL,
  slot_at timestamptz NOT NULL,
  node text NOT NULL,
  PRIMARY KEY (exchange, slot_at)
);

-- Local units for one US dollar.
CREATE TABLE fx_rate (
  currency text PRIMARY KEY,
  per_usd numeric(20, 6) NOT NULL CHECK (per_usd > 0),
  as_of timestamptz NOT NULL
);

-- The phase last announced. `observed_at` never goes back, so that a node whose clock is behind
-- announces nothing twice. A halted exchange counts as closed whatever its hours are.
CREATE TABLE exchange_phase (
  exchange text PRIMARY KEY,
  phase text NOT NULL CHECK (phase IN ('OPEN', 'CLOSED', 'HOLIDAY')),
  observed_at timestamptz NOT NULL,
  halted boolean NOT NULL DEFAULT false
);

-- Each set of prices that was written, in the order of the commits: who publishes holds a lock.
-- A new set is work for each environment, once over all nodes; how far it has come is its own row.
CREATE TABLE price_set (
  set_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  exchanges text[] NOT NULL,
  published_at timestamptz NOT NULL
);
