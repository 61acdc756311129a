-- Real prices beside the simulated ones: neither kind ever replaces the other, and a node reads one of
-- them alone.
ALTER TABLE price
  ADD COLUMN open numeric(20, 6) CHECK (open > 0),
  ADD COLUMN high numeric(20, 6) CHECK (high > 0),
  ADD COLUMN low numeric(20, 6) CHECK (low > 0),
  -- The price that an operator has accepted in the session of this one.
  ADD COLUMN accepted numeric(20, 6) CHECK (accepted > 0),
  ADD COLUMN published_at timestamptz,
  ADD COLUMN is_simulated boolean NOT NULL GENERATED ALWAYS AS (data_quality = 'SIMULATED') STORED;
ALTER TABLE price DROP CONSTRAINT price_pkey;
ALTER TABLE price ADD PRIMARY KEY (symbol, is_simulated);

-- When a place was looked at that is the same for all nodes.
CREATE TABLE feed_look (
  feed text PRIMARY KEY,
  looked_at timestamptz NOT NULL
);

-- Prices that wait for an operator, or did. Of an instrument at most one waits; the same price is
-- asked about once in a session.
CREATE TABLE held_price (
  held_price_id text PRIMARY KEY,
  symbol text NOT NULL,
  session_date date NOT NULL,
  price numeric(20, 6) NOT NULL CHECK (price > 0),
  previous_close numeric(20, 6) NOT NULL CHECK (previous_close > 0),
  volume bigint NOT NULL CHECK (volume >= 0),
  as_of timestamptz NOT NULL,
  data_quality text NOT NULL,
  open numeric(20, 6),
  high numeric(20, 6),
  low numeric(20, 6),
  reference numeric(20, 6) NOT NULL,
  limit_percent numeric(10, 4) NOT NULL,
  status text NOT NULL CHECK (status IN ('HELD', 'ACCEPTED', 'REJECTED', 'SUPERSEDED')),
  held_at timestamptz NOT NULL,
  decided_at timestamptz,
  UNIQUE (symbol, session_date, price)
);
CREATE UNIQUE INDEX held_price_waiting ON held_price (symbol) WHERE status = 'HELD';
CREATE INDEX held_price_decided ON held_price (decided_at) WHERE decided_at IS NOT NULL;

-- What sessions of real prices ended with. Whoever writes holds the lock of whoever publishes, so that
-- change_id grows in the order of the commits and a reader can go on behind the last that it has.
CREATE TABLE candle (
  symbol text NOT NULL,
  session_date date NOT NULL,
  open numeric(20, 6),
  high numeric(20, 6),
  low numeric(20, 6),
  close numeric(20, 6) NOT NULL CHECK (close > 0),
  volume bigint NOT NULL CHECK (volume >= 0),
  change_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  PRIMARY KEY (symbol, session_date)
);
CREATE INDEX candle_by_date ON candle (session_date);

-- What was captured last in a session, three times in each.
CREATE TABLE intraday_bar (
  symbol text PRIMARY KEY,
  session_date date NOT NULL,
  due_at timestamptz NOT NULL,
  captured_at timestamptz NOT NULL,
  open numeric(20, 6),
  high numeric(20, 6),
  low numeric(20, 6),
  close numeric(20, 6) NOT NULL CHECK (close > 0),
  volume bigint NOT NULL CHECK (volume >= 0),
  change_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
