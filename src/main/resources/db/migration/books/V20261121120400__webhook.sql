-- `events` are names separated by commas; '*' stands for all.
CREATE TABLE webhook (
  partner_id  text        NOT NULL,
  webhook_id  text        NOT NULL,
  url         text        NOT NULL,
  events      text        NOT NULL,
  secret      bytea       NOT NULL,
  status      text        NOT NULL CHECK (status IN ('ACTIVE', 'DELETED')),
  created_at  timestamptz NOT NULL,
  deleted_at  timestamptz,
  PRIMARY KEY (partner_id, webhook_id)
);
CREATE INDEX webhook_deleted ON webhook (deleted_at) WHERE status = 'DELETED';

-- How many webhooks a partner has: they are limited.
CREATE TABLE webhook_count (
  partner_id text   NOT NULL PRIMARY KEY,
  number     bigint NOT NULL CHECK (number >= 0)
);

-- Up to which event of the log a webhook's deliveries have been written.
CREATE TABLE webhook_cursor (
  partner_id text   NOT NULL,
  webhook_id text   NOT NULL,
  sequence   bigint NOT NULL,
  -- Which log the place is in: one that was read just before a reset of the sandbox is no place in
  -- the log that the reset began. Null: there was no log yet.
  log_began_at timestamptz,
  PRIMARY KEY (partner_id, webhook_id)
);

-- What is still to be delivered: one event to one webhook. A row goes when it is delivered or given
-- up. While an attempt runs, next_attempt_at is the end of its lease.
CREATE TABLE delivery (
  partner_id      text        NOT NULL,
  webhook_id      text        NOT NULL,
  sequence        bigint      NOT NULL,
  attempts        integer     NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, webhook_id, sequence)
);
-- What is due is looked for webhook by webhook, so that the backlog of one is never read through for
-- the sake of another.
CREATE INDEX delivery_of_webhook ON delivery (webhook_id, next_attempt_at, sequence);

-- Every attempt at a delivery, as the partner sees it.
CREATE TABLE delivery_attempt (
  partner_id       text        NOT NULL,
  webhook_id       text        NOT NULL,
  attempt_id       text        NOT NULL,
  event_id         text        NOT NULL,
  event            text        NOT NULL,
  attempt          integer     NOT NULL,
  attempted_at     timestamptz NOT NULL,
  duration_ms      integer     NOT NULL,
  success          boolean     NOT NULL,
  status_code      integer,
  failure          text,
  response_snippet text,
  next_retry_at    timestamptz,
  PRIMARY KEY (partner_id, webhook_id, attempt_id)
);
CREATE INDEX delivery_attempt_old ON delivery_attempt (attempted_at);
