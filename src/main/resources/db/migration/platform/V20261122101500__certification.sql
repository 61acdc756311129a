-- How far a partner is on its way to the live environment. Nothing here belongs to one environment.
CREATE TABLE certification (
  partner_id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('IN_PROGRESS', 'REQUESTED', 'APPROVED', 'REJECTED')),
  requested_at timestamptz,
  decided_at timestamptz,
  note text
);

CREATE INDEX certification_by_status ON certification (status, partner_id);

CREATE TABLE certification_check (
  partner_id text NOT NULL,
  check_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'IN_PROGRESS', 'PASSED')),
  evidence_url text,
  notes text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, check_id)
);

-- The last time that a partner was told to wait, and whether it called all the same.
CREATE TABLE certification_wait (
  partner_id text PRIMARY KEY,
  refused_at timestamptz NOT NULL,
  retry_at timestamptz NOT NULL,
  broken boolean NOT NULL
);
