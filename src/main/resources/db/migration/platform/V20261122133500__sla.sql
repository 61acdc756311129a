-- How many of a partner's requests were answered on a day (UTC), by all nodes, and how many of these
-- the service failed.
CREATE TABLE served_day (
  partner_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  day date NOT NULL,
  requests bigint NOT NULL,
  failed bigint NOT NULL,
  PRIMARY KEY (partner_id, environment, day)
);

CREATE INDEX served_day_old ON served_day (day);
