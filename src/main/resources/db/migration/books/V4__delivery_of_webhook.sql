-- What is due is looked for webhook by webhook, so that the backlog of one is never read through for the
-- sake of another.
CREATE INDEX delivery_of_webhook ON delivery (webhook_id, next_attempt_at, sequence);
DROP INDEX delivery_due;
