-- Who acts for a partner. Who was removed stays as a row, so that the audit log names somebody.
CREATE TABLE member (
  partner_id       text NOT NULL REFERENCES partner,
  member_id        text NOT NULL,
  email            text NOT NULL,
  role             text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'DEVELOPER', 'TRADER', 'VIEWER')),
  status           text NOT NULL CHECK (status IN ('INVITED', 'ACTIVE', 'SUSPENDED', 'REMOVED')),
  -- Issuer and subject, parted by a space; null of an invitation.
  identity_subject text,
  invited_by       text,
  created_at       timestamptz NOT NULL,
  lapses_at        timestamptz,
  joined_at        timestamptz,
  PRIMARY KEY (partner_id, member_id)
);

-- A person is a member of at most one organisation.
CREATE UNIQUE INDEX member_of_identity ON member (identity_subject) WHERE status <> 'REMOVED';

-- Finds the invitation that the holder of an address takes up.
CREATE INDEX member_invited ON member (lower(email)) WHERE status = 'INVITED';

-- Whose session a token is.
ALTER TABLE credential ADD COLUMN member_id text;

-- What sessions may do in each environment, parted by spaces; null for everything.
CREATE TABLE organization_policy (
  partner_id     text PRIMARY KEY REFERENCES partner,
  scopes_live    text,
  scopes_sandbox text,
  updated_at     timestamptz NOT NULL
);
