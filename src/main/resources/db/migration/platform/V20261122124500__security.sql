-- What a partner itself demands of the requests of its credentials, in one environment. A row that
-- demands nothing is the same as none.
CREATE TABLE security_policy (
  partner_id text NOT NULL REFERENCES partner,
  environment text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  ip_allowlist text NOT NULL,
  require_signed_requests boolean NOT NULL,
  require_mtls boolean NOT NULL,
  scoped_keys_only boolean NOT NULL,
  key_rotation_days integer CHECK (key_rotation_days > 0),
  policy_updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, environment)
);

-- The certificates of a partner's clients, as SHA-256 in hex by spaces. What is demanded of its
-- requests has a number, by which those that were let in before it changed are told.
CREATE TABLE partner_access (
  partner_id text PRIMARY KEY REFERENCES partner,
  client_certificates text NOT NULL,
  version integer NOT NULL
);

-- Signatures of changes that were asked for, with the hash of their Idempotency-Key where they had
-- one: a signature is good for one change.
CREATE TABLE request_signature (
  partner_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  signature bytea NOT NULL,
  key_sha256 bytea,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, environment, signature)
);

CREATE INDEX request_signature_old ON request_signature (seen_at);
