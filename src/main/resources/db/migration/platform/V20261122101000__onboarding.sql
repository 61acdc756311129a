-- Who would like to be a partner. Each call is a row of its own, also of an address that is known.
CREATE TABLE application (
  application_id          text PRIMARY KEY,
  business_name           text NOT NULL,
  email                   text NOT NULL,
  use_case                text NOT NULL,
  website                 text,
  technical_contact_email text,
  -- The terms that were accepted, and from where.
  consent_version         text NOT NULL,
  source                  text NOT NULL,
  status                  text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  rejection_reason        text,
  submitted_at            timestamptz NOT NULL,
  decided_at              timestamptz,
  partner_id              text REFERENCES partner
);
CREATE INDEX application_by_email ON application (lower(email), application_id);

-- The last request of a partner for a live key, and for a higher tier.
CREATE TABLE upgrade_request (
  partner_id       text NOT NULL REFERENCES partner,
  type             text NOT NULL CHECK (type IN ('live_access', 'tier_upgrade')),
  request_id       text NOT NULL UNIQUE,
  target_tier      text,
  message          text,
  status           text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  rejection_reason text,
  submitted_at     timestamptz NOT NULL,
  expected_by      timestamptz NOT NULL,
  decided_at       timestamptz,
  key_id           text,
  masked_key       text,
  -- The text of the key, until it is used.
  sealed_key       bytea,
  PRIMARY KEY (partner_id, type)
);
CREATE INDEX upgrade_request_sealed ON upgrade_request (decided_at) WHERE sealed_key IS NOT NULL;
