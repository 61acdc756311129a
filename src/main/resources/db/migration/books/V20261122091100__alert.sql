-- A threshold that a partner watches. Rows of removed alerts are forgotten soon.
CREATE TABLE price_alert (
  partner_id      text        NOT NULL,
  alert_id        text        NOT NULL,
  symbol          text        NOT NULL,
  exchange        text        NOT NULL,
  currency        text        NOT NULL,
  condition       text        NOT NULL CHECK (condition IN ('ABOVE', 'BELOW')),
  threshold       numeric     NOT NULL CHECK (threshold > 0),
  repeat          boolean     NOT NULL,
  client_alert_id text,
  created_at      timestamptz NOT NULL,
  state           text        NOT NULL CHECK (state IN ('ARMED', 'TRIGGERED', 'DISARMED', 'DELETED')),
  -- The set of prices that last changed it: no other of its number or before does.
  set_id          bigint      NOT NULL,
  triggered_at    timestamptz,
  deleted_at      timestamptz,
  PRIMARY KEY (partner_id, alert_id)
);
-- What waits, sorted: a price finds what it fires and reads nothing else.
CREATE INDEX price_alert_threshold ON price_alert (symbol, state, condition, threshold)
  WHERE state IN ('ARMED', 'TRIGGERED');
CREATE INDEX price_alert_state ON price_alert (partner_id, state, alert_id);
CREATE INDEX price_alert_deleted ON price_alert (deleted_at) WHERE state = 'DELETED';

-- How many active alerts a partner has: they are limited.
CREATE TABLE price_alert_count (
  partner_id text   NOT NULL PRIMARY KEY,
  number     bigint NOT NULL CHECK (number >= 0)
);
