-- How far the clock of a sandbox partner runs ahead of the real time. The live schema has the table
-- as all others, and nothing there reads it.
CREATE TABLE test_clock (
  partner_id    text   NOT NULL PRIMARY KEY,
  offset_millis bigint NOT NULL CHECK (offset_millis > 0)
);
