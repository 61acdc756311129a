-- Accounts, the transfers between them, and the answers of changes. Money is whole micro-dollars.
-- The files of this folder make both `live` and `sandbox`. Every table of a partner starts its key
-- with partner_id, so that it can be sharded.

-- A trading account: a sub-account, or the partner's own ('master'). It holds what every trade reads
-- and changes, and is therefore narrow; the profile of a sub-account lies beside it.
CREATE TABLE account (
  partner_id   text   NOT NULL,
  account_id   text   NOT NULL,
  external_id  text,
  status       text   NOT NULL CHECK (status IN ('ACTIVE', 'FROZEN', 'CLOSED')),
  frozen_by    text,
  kyc_status   text   NOT NULL,
  kyc_level    text,
  cash         bigint NOT NULL CHECK (cash >= 0),
  escrow       bigint NOT NULL CHECK (escrow >= 0),
  unsettled    bigint NOT NULL CHECK (unsettled >= 0),
  entries      bigint NOT NULL,
  open_orders  bigint NOT NULL DEFAULT 0 CHECK (open_orders >= 0),
  -- When the day ends whose worth is to be written next; null once a closed account has its last.
  day_ends     timestamptz,
  PRIMARY KEY (partner_id, account_id)
  -- Each trade changes it, and no index with it: half a page is free for that.
) WITH (fillfactor = 50);
CREATE INDEX account_day_ends ON account (day_ends, partner_id);

-- Double entry: money goes from one pocket to another, and what one command moves is one posting with a
-- leg for each such move. Nothing here is ever changed or deleted. It concerns one account, or two of
-- which the second may be the partner's own. `legs` are parted by commas, the five parts of each by
-- spaces: what its identifier is beyond that of the posting, its type, the pocket that it leaves, the
-- pocket that it reaches, and the amount. W1 and E1 are wallet and escrow of the account, W2 and E2
-- those of the other; they have a balance in `account`. V (the market), F (the service's income) and O
-- (the world outside) have none. The entries of a wallet are numbered from 1 without gaps: a posting
-- has the number of its last one in each wallet, and the balance after it.
CREATE TABLE posting (
  partner_id     text   NOT NULL,
  posting_id     text   NOT NULL,
  account_id     text   NOT NULL,
  entry          bigint,
  balance        bigint CHECK (balance >= 0),
  other_id       text,
  other_entry    bigint,
  other_balance  bigint CHECK (other_balance >= 0),
  legs           text   NOT NULL,
  order_id       text,
  note           text,
  local_amount   numeric,
  local_currency text,
  fx_rate        numeric,
  created_at     timestamptz NOT NULL,
  -- What is no trade is found by its kind, of which a posting has one at most; a trade has none, and never
  -- enters the indexes.
  kind           text   GENERATED ALWAYS AS (
    substring(legs from 'DEPOSIT|WITHDRAWAL|DIVIDEND|REDEMPTION|TRANSFER|ADJUSTMENT|COUPON')) STORED
);
-- Finds all of a partner's postings as well. What touches no wallet has no entry, and is not compared.
CREATE UNIQUE INDEX posting_entry ON posting (partner_id, account_id, entry);
CREATE UNIQUE INDEX posting_other_entry ON posting (partner_id, other_id, other_entry)
  WHERE other_entry IS NOT NULL;
CREATE INDEX posting_kind ON posting (partner_id, account_id, kind, entry) WHERE kind IS NOT NULL;
CREATE INDEX posting_other_kind ON posting (partner_id, other_id, kind, other_entry)
  WHERE other_entry IS NOT NULL AND kind IS NOT NULL;

-- Each leg as a row, with the entries that it makes: what the books are proven by.
CREATE VIEW transfer AS
WITH leg AS (
  SELECT p.*, l.place, split_part(l.leg, ' ', 1) AS nth, split_part(l.leg, ' ', 2) AS type,
         split_part(l.leg, ' ', 3) AS debit, split_part(l.leg, ' ', 4) AS credit,
         split_part(l.leg, ' ', 5)::bigint AS amount
  FROM posting p, unnest(string_to_array(p.legs, ',')) WITH ORDINALITY AS l(leg, place)
), later AS (
  SELECT *,
         count(*) FILTER (WHERE 'W1' IN (debit, credit)) OVER after - 1 AS after1,
         count(*) FILTER (WHERE 'W2' IN (debit, credit)) OVER after - 1 AS after2,
         coalesce(sum(CASE 'W1' WHEN credit THEN amount WHEN debit THEN -amount END)
           OVER (after ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS moved1,
         coalesce(sum(CASE 'W2' WHEN credit THEN amount WHEN debit THEN -amount END)
           OVER (after ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS moved2
  FROM leg
  WINDOW after AS (PARTITION BY partner_id, posting_id ORDER BY place DESC)
)
SELECT partner_id, posting_id || ' ' || nth AS transfer_id, type, amount,
       CASE right(debit, 1) WHEN '1' THEN account_id WHEN '2' THEN other_id END AS debit_account,
       left(debit, 1) AS debit_pocket,
       CASE right(credit, 1) WHEN '1' THEN account_id WHEN '2' THEN other_id END AS credit_account,
       left(credit, 1) AS credit_pocket,
       CASE debit WHEN 'W1' THEN entry - after1 WHEN 'W2' THEN other_entry - after2
         END AS debit_entry,
       CASE debit WHEN 'W1' THEN balance - moved1 WHEN 'W2' THEN other_balance - moved2
         END AS debit_balance_after,
       CASE credit WHEN 'W1' THEN entry - after1 WHEN 'W2' THEN other_entry - after2
         END AS credit_entry,
       CASE credit WHEN 'W1' THEN balance - moved1 WHEN 'W2' THEN other_balance - moved2
         END AS credit_balance_after
FROM later;

-- What a change answered, written in the transaction of its effect.
CREATE TABLE idempotency (
  partner_id  text        NOT NULL,
  key_sha256  text        NOT NULL,
  fingerprint bytea       NOT NULL,
  status      integer     NOT NULL,
  body        bytea       NOT NULL,
  sealed      boolean     NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (partner_id, key_sha256)
);
CREATE INDEX idempotency_old ON idempotency USING brin (created_at) WITH (autosummarize = on);
