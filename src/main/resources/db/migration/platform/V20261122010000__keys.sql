-- A token is short-lived and ends with the key that it was made from; a data key belongs to a full key.
ALTER TABLE credential
  ADD COLUMN parent_key_id text,
  ADD COLUMN token boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT credential_pkey,
  ADD PRIMARY KEY (partner_id, key_id),
  ADD UNIQUE (key_hash);

DROP INDEX credential_of_partner, credential_old;

CREATE INDEX credential_of_partner ON credential (partner_id, environment) WHERE NOT token;

-- Finds the tokens that are over.
CREATE INDEX credential_old ON credential (expires_at) WHERE token;
