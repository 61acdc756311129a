-- A reset of the sandbox begins another log, with sequences from 1: this tells one from the other.
ALTER TABLE event_counter ADD COLUMN began_at timestamptz NOT NULL DEFAULT clock_timestamp();
