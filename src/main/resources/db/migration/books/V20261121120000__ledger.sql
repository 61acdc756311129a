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
);
CREATE INDEX account_day_ends ON account (day_ends);

-- Double entry: money goes from one pocket to another. Nothing here is ever changed or deleted.
-- WALLET and ESCROW have a balance in `account`; VENUE (the market), FEES (the service's income) and
-- OPERATOR (the world outside) have none. The entries of a wallet are numbered from 1 without gaps,
-- each with the balance after it.
CREATE TABLE transfer (
  partner_id           text   NOT NULL,
  transfer_id          text   NOT NULL,
  type                 text   NOT NULL,
  debit_account        text   NOT NULL,
  debit_pocket         text   NOT NULL,
  credit_account       text   NOT NULL,
  credit_pocket        text   NOT NULL,
  amount               bigint NOT NULL CHECK (amount > 0),
  debit_entry          bigint,
  debit_balance_after  bigint CHECK (debit_balance_after >= 0),
  credit_entry         bigint,
  credit_balance_after bigint CHECK (credit_balance_after >= 0),
  order_id             text,
  note                 text,
  local_amount         numeric,
  local_currency       text,
  fx_rate              numeric,
  created_at           timestamptz NOT NULL,
  CHECK ((debit_account, debit_pocket) <> (credit_account, credit_pocket))
);
-- Finds all of a partner's transfers as well. What leaves no wallet has no entry, and is not compared.
CREATE UNIQUE INDEX transfer_debit_wallet ON transfer (partner_id, debit_account, debit_entry);
CREATE UNIQUE INDEX transfer_credit_wallet ON transfer (partner_id, credit_account, credit_entry)
  WHERE credit_pocket = 'WALLET';

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
CREATE INDEX idempotency_old ON idempotency USING brin (created_at);
