-- A secret that was replaced signs beside the new one until its time is over.
ALTER TABLE webhook ADD COLUMN previous_secret bytea;
ALTER TABLE webhook ADD COLUMN previous_until timestamptz;
CREATE INDEX webhook_replaced ON webhook (previous_until) WHERE previous_until IS NOT NULL;

-- Set by the first failure after a success, and cleared by the next success.
ALTER TABLE webhook ADD COLUMN disable_at timestamptz;
-- Whether the last attempt succeeded. One of which nobody knows gets little until it does.
ALTER TABLE webhook ADD COLUMN answers boolean NOT NULL DEFAULT false;
ALTER TABLE webhook DROP CONSTRAINT webhook_status_check;
ALTER TABLE webhook ADD CONSTRAINT webhook_status_check
  CHECK (status IN ('ACTIVE', 'DISABLED', 'DELETED'));
CREATE INDEX webhook_failing ON webhook (disable_at) WHERE status = 'ACTIVE';

-- What became of one event, and what failed or succeeded, among any number of attempts.
CREATE INDEX delivery_attempt_of_event ON delivery_attempt (partner_id, webhook_id, event_id, attempt_id);
CREATE INDEX delivery_attempt_by_outcome ON delivery_attempt (partner_id, webhook_id, success, attempt_id);
