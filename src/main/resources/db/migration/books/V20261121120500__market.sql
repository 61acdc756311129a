-- Up to which set of prices each consumer has done its work.
CREATE TABLE price_cursor (
  consumer text PRIMARY KEY,
  set_id bigint NOT NULL
);
