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

INSERT INTO partner_terms
  SELECT partner_id, environment, tier, base_fee_bps, markup_fee_bps, requests_per_minute, streams,
         oauth_client_credentials_enabled
  FROM partner, unnest(ARRAY['LIVE', 'SANDBOX']) AS environment;

ALTER TABLE partner
  DROP COLUMN tier,
  DROP COLUMN base_fee_bps,
  DROP COLUMN markup_fee_bps,
  DROP COLUMN requests_per_minute,
  DROP COLUMN streams,
  DROP COLUMN oauth_client_credentials_enabled;
