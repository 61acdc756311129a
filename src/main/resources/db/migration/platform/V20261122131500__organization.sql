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

-- What of a session's changes needs a second person, and what sessions may do in each environment. Words
-- are parted by spaces; null scopes are all.
CREATE TABLE organization_policy (
  partner_id            text PRIMARY KEY REFERENCES partner,
  revision              integer NOT NULL,
  approval_required_for text NOT NULL,
  -- Micro-USD.
  withdrawal_over       bigint,
  scopes_live           text,
  scopes_sandbox        text,
  updated_at            timestamptz NOT NULL
);

-- Changes that wait for the consent of somebody else, and what came of them.
CREATE TABLE approval (
  partner_id    text NOT NULL REFERENCES partner,
  approval_id   text NOT NULL,
  environment   text NOT NULL CHECK (environment IN ('LIVE', 'SANDBOX')),
  kind          text NOT NULL,
  operation     text NOT NULL,
  details       text NOT NULL,
  -- Sealed: what was asked for.
  request       bytea,
  asked_by      text NOT NULL,
  status        text NOT NULL
    CHECK (status IN ('PENDING', 'APPROVED', 'EXECUTED', 'FAILED', 'REJECTED', 'LAPSED')),
  created_at    timestamptz NOT NULL,
  lapses_at     timestamptz NOT NULL,
  decided_by    text,
  decided_at    timestamptz,
  result_status integer,
  -- Sealed: what the change answered.
  result        bytea,
  secret        boolean NOT NULL,
  PRIMARY KEY (partner_id, approval_id)
);
CREATE INDEX approval_pending ON approval (partner_id)
  WHERE status NOT IN ('APPROVED', 'EXECUTED', 'FAILED', 'REJECTED', 'LAPSED');
CREATE INDEX approval_sealed ON approval (lapses_at) WHERE request IS NOT NULL OR secret;

-- A look at who the members are: as they were when it began, and what was decided.
CREATE TABLE access_review (
  partner_id text NOT NULL REFERENCES partner,
  review_id  text NOT NULL,
  status     text NOT NULL CHECK (status IN ('OPEN', 'DONE')),
  opened_by  text NOT NULL,
  created_at timestamptz NOT NULL,
  done_at    timestamptz,
  PRIMARY KEY (partner_id, review_id)
);
CREATE INDEX access_review_open ON access_review (partner_id) WHERE status <> 'DONE';

CREATE TABLE access_review_member (
  partner_id text NOT NULL,
  review_id  text NOT NULL,
  member_id  text NOT NULL,
  email      text NOT NULL,
  role       text NOT NULL,
  status     text NOT NULL,
  decision   text CHECK (decision IN ('KEEP', 'REMOVE', 'CHANGE')),
  new_role   text,
  decided_by text,
  decided_at timestamptz,
  PRIMARY KEY (partner_id, review_id, member_id)
);

-- What organisations ask the operators, and what both say to it.
CREATE TABLE ticket (
  partner_id text NOT NULL REFERENCES partner,
  ticket_id  text NOT NULL UNIQUE,
  category   text NOT NULL,
  subject    text NOT NULL,
  status     text NOT NULL CHECK (status IN ('OPEN', 'ANSWERED', 'CLOSED')),
  opened_by  text NOT NULL,
  messages   integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, ticket_id)
);
CREATE INDEX ticket_standing ON ticket (partner_id) WHERE status <> 'CLOSED';

CREATE TABLE ticket_message (
  partner_id text NOT NULL,
  ticket_id  text NOT NULL,
  message_id text NOT NULL,
  author     text NOT NULL,
  text       text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, ticket_id, message_id)
);
