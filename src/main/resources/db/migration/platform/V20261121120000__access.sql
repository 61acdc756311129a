-- Who may use the service. What belongs to one environment alone lives in that one's own schema.

CREATE TABLE partner (
  partner_id text PRIMARY KEY,
  business_name text NOT NULL,
  email text NOT NULL,
  -- Whether an identity provider said that the address is the owner's.
  email_verified boolean NOT NULL DEFAULT false,
  technical_contact_email text,
  -- Who was the first owner: issuer and subject, parted by a space.
  identity_subject text,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  created_at timestamptz NOT NULL
);

-- Finds the partner that the holder of an address is to be the owner of.
CREATE INDEX partner_by_email ON partner (lower(email));

-- What an operator agrees with a partner, for each environment by itself. A ceiling that is null is that
-- of the tier, or in the sandbox that of the service.
CREATE TABLE partner_terms (
  partner_id text NOT NULL REFERENCES partner,
  environment text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  tier text NOT NULL CHECK (tier IN ('STARTER', 'GROWTH', 'ENTERPRISE')),
  base_fee_bps integer NOT NULL CHECK (base_fee_bps >= 0),
  markup_fee_bps integer NOT NULL CHECK (markup_fee_bps >= 0),
  requests_per_minute integer CHECK (requests_per_minute > 0),
  streams integer CHECK (streams >= 0),
  oauth_client_credentials_enabled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (partner_id, environment)
);

-- Keys are found by their hash alone; their text is stored nowhere. Scopes are parted by spaces.
-- A token that may see one sub-account alone names it.
CREATE TABLE credential (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  key_id text NOT NULL UNIQUE,
  partner_id text NOT NULL REFERENCES partner,
  environment text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  type text NOT NULL CHECK (type IN ('FULL', 'DATA')),
  masked_key text NOT NULL,
  scopes text NOT NULL,
  generation integer NOT NULL DEFAULT 0,
  sub_account_id text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX credential_of_partner ON credential (partner_id, environment)
  WHERE sub_account_id IS NULL;
CREATE INDEX credential_of_sub_account ON credential (partner_id, sub_account_id)
  WHERE sub_account_id IS NOT NULL;

-- Finds the tokens of sub-accounts that are over.
CREATE INDEX credential_old ON credential (expires_at) WHERE sub_account_id IS NOT NULL;
