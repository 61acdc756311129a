-- What a partner wants to have delivered once more: the events of a part of the log, to one endpoint.
-- The part shrinks as it is walked; the row goes when nothing of it is left.
CREATE TABLE webhook_replay (
  partner_id   text        NOT NULL,
  replay_id    text        NOT NULL,
  webhook_id   text        NOT NULL,
  -- The events after low, up to high, of the log that began then.
  low          bigint      NOT NULL,
  high         bigint      NOT NULL,
  log_began_at timestamptz NOT NULL,
  -- Of those the ones that happened since, and before.
  since        timestamptz,
  until        timestamptz,
  type         text,
  -- Whether it is delivered although the endpoint does not subscribe to it.
  is_forced    boolean     NOT NULL,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, replay_id, webhook_id)
);
