-- When a quote was traded on: whoever shows it once more is told.
ALTER TABLE quote ADD COLUMN used_at timestamptz;
