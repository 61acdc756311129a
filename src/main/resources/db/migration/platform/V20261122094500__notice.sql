-- What partners are told, once for each cause, in one environment or (null) in both. A mail of it is
-- due at some time until it is sent or given up.
CREATE TABLE notice (
  partner_id text NOT NULL,
  notice_id text NOT NULL,
  cause text NOT NULL,
  environment text CHECK (environment IN ('LIVE', 'SANDBOX')),
  type text NOT NULL,
  about text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  mail_due_at timestamptz,
  mail_attempts integer NOT NULL DEFAULT 0,
  mailed_at timestamptz,
  PRIMARY KEY (partner_id, notice_id),
  UNIQUE (partner_id, cause)
);

CREATE INDEX notice_mail_due ON notice (mail_due_at) WHERE mail_due_at IS NOT NULL;
