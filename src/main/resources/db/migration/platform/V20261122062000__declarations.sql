-- What operators declare of the market. A halt belongs to one environment, and so does the phase that
-- its partners were last told; what was there before was told to both.
ALTER TABLE exchange_phase
  ADD COLUMN environment text NOT NULL DEFAULT 'live' CHECK (environment IN ('live', 'sandbox')),
  ADD COLUMN halted_at timestamptz,
  ADD COLUMN halt_reason text,
  DROP CONSTRAINT exchange_phase_pkey,
  ADD PRIMARY KEY (environment, exchange);
UPDATE exchange_phase SET halted_at = observed_at WHERE halted;
INSERT INTO exchange_phase (environment, exchange, phase, observed_at, halted, halted_at)
SELECT 'sandbox', exchange, phase, observed_at, halted, halted_at FROM exchange_phase;
ALTER TABLE exchange_phase
  ALTER COLUMN environment DROP DEFAULT,
  ADD CHECK (halted = (halted_at IS NOT NULL));

CREATE TABLE instrument_suspension (
  environment text NOT NULL CHECK (environment IN ('live', 'sandbox')),
  symbol text NOT NULL,
  reason text,
  suspended_at timestamptz NOT NULL,
  PRIMARY KEY (environment, symbol)
);

-- A day on which an exchange does not trade although its rules say so, or the other way round. It is
-- a fact about the exchange, and so the same in both environments; the past stays as it was.
CREATE TABLE holiday_override (
  exchange text NOT NULL,
  date date NOT NULL,
  trades boolean NOT NULL,
  reason text NOT NULL,
  declared_at timestamptz NOT NULL,
  PRIMARY KEY (exchange, date)
);

-- NULL where the partners of both environments are told.
ALTER TABLE broadcast ADD COLUMN environment text CHECK (environment IN ('live', 'sandbox'));
