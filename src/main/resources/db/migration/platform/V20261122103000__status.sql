-- Whether the service is closed for work on it: one row at most.
CREATE TABLE maintenance (
  one                 boolean PRIMARY KEY DEFAULT true CHECK (one),
  mode                text    NOT NULL CHECK (mode IN ('OFF', 'READ_ONLY', 'FULL')),
  retry_after_seconds integer NOT NULL CHECK (retry_after_seconds > 0)
);

-- What went wrong with the service as a whole. The hash of its Idempotency-Key makes a repeat known.
CREATE TABLE incident (
  incident_id       text        PRIMARY KEY,
  key_sha256        bytea       NOT NULL UNIQUE,
  fingerprint       bytea       NOT NULL,
  title             text        NOT NULL,
  severity          text        NOT NULL CHECK (severity IN ('P0', 'P1', 'P2', 'P3')),
  affected_services text[]      NOT NULL,
  declared_at       timestamptz NOT NULL,
  resolved_at       timestamptz
);
CREATE INDEX incident_open ON incident (incident_id) WHERE resolved_at IS NULL;
