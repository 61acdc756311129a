-- Everybody was told all broadcasts up to `done_id`, and of the next one the partners up to `told_to`.
CREATE TABLE broadcast_cursor (
  done_id bigint NOT NULL,
  told_to text NOT NULL
);
INSERT INTO broadcast_cursor VALUES (0, '');

-- The last broadcast that a partner was told, so that a page that is told again adds nothing.
CREATE TABLE broadcast_told (
  partner_id text PRIMARY KEY,
  broadcast_id bigint NOT NULL
);

-- Finds the partners page by page.
CREATE INDEX account_master ON account (partner_id) WHERE account_id = 'master';
