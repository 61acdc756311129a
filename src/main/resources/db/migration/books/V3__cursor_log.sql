-- Which log a webhook's place is in: one that was read just before a reset of the sandbox is no place
-- in the log that the reset began. Null: there was no log yet, or it was written before this column.
ALTER TABLE webhook_cursor ADD COLUMN log_began_at timestamptz;
