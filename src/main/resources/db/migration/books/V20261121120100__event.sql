-- The event log. The counter is taken last in a transaction, under its row lock: the sequence of a
-- partner is dense and in the order of commits.
CREATE TABLE event_counter (
  partner_id text   NOT NULL PRIMARY KEY,
  last       bigint NOT NULL,
  -- A reset of the sandbox begins another log, with sequences from 1: this tells one from the other.
  began_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE event (
  partner_id text        NOT NULL,
  sequence   bigint      NOT NULL,
  event_id   text        NOT NULL,
  event      text        NOT NULL,
  -- The older name under which it is told once more. That takes the number after this one, and the
  -- identifier after this one.
  alias      text,
  timestamp  timestamptz NOT NULL,
  data       text        NOT NULL,
  PRIMARY KEY (partner_id, sequence)
);
CREATE UNIQUE INDEX event_by_id ON event (partner_id, event_id);
