-- The books of one environment. The same file makes the schemas `live` and `sandbox`.
-- Money is whole micro-dollars. Every table starts its key with partner_id, so that it can be sharded.

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
  PRIMARY KEY (partner_id, account_id)
);

CREATE TABLE sub_account (
  partner_id       text NOT NULL,
  sub_account_id   text NOT NULL,
  external_id      text,
  uid              text,
  display_name     text,
  email            text,
  country          text,
  frozen_reason    text,
  kyc_reference    text,
  kyc_profile      text,
  id_number_sha256 text,
  id_number_last4  text,
  tax_id_sha256    text,
  tax_id_last4     text,
  metadata         text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  closed_at        timestamptz,
  PRIMARY KEY (partner_id, sub_account_id)
);

-- A partner's own names for its sub-accounts: what makes them unique, and what finds them.
CREATE TABLE sub_account_name (
  partner_id     text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('EXTERNAL_ID', 'UID')),
  name           text NOT NULL,
  sub_account_id text NOT NULL,
  PRIMARY KEY (partner_id, kind, name)
);

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
  PRIMARY KEY (partner_id, transfer_id),
  CHECK ((debit_account, debit_pocket) <> (credit_account, credit_pocket))
);
CREATE UNIQUE INDEX transfer_debit_wallet ON transfer (partner_id, debit_account, debit_entry)
  WHERE debit_pocket = 'WALLET';
CREATE UNIQUE INDEX transfer_credit_wallet ON transfer (partner_id, credit_account, credit_entry)
  WHERE credit_pocket = 'WALLET';

CREATE TABLE quote (
  partner_id     text        NOT NULL,
  quote_id       text        NOT NULL,
  account_id     text        NOT NULL,
  symbol         text        NOT NULL,
  exchange       text        NOT NULL,
  side           text        NOT NULL,
  quantity       numeric,
  cash_value     bigint,
  currency       text        NOT NULL,
  price_local    numeric     NOT NULL,
  fx_rate        numeric     NOT NULL,
  units          numeric     NOT NULL,
  gross          bigint      NOT NULL,
  base_fee       bigint      NOT NULL,
  markup_fee     bigint      NOT NULL,
  base_fee_bps   integer     NOT NULL,
  markup_fee_bps integer     NOT NULL,
  state          text        NOT NULL CHECK (state IN ('ISSUED', 'USED', 'EXPIRED')),
  issued_at      timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (partner_id, quote_id)
);
CREATE INDEX quote_due ON quote (expires_at) WHERE state = 'ISSUED';
CREATE INDEX quote_old ON quote (expires_at) WHERE state <> 'ISSUED';

CREATE TABLE orders (
  partner_id        text        NOT NULL,
  order_id          text        NOT NULL,
  account_id        text        NOT NULL,
  external_id       text,
  side              text        NOT NULL CHECK (side IN ('BUY', 'SELL')),
  kind              text        NOT NULL,
  symbol            text        NOT NULL,
  exchange          text        NOT NULL,
  currency          text        NOT NULL,
  quantity          numeric     NOT NULL,
  cash_value        bigint,
  quote_id          text,
  client_order_id   text,
  test              boolean     NOT NULL,
  base_fee_bps      integer     NOT NULL,
  markup_fee_bps    integer     NOT NULL,
  status            text        NOT NULL,
  filled_quantity   numeric     NOT NULL,
  reserved          numeric     NOT NULL CHECK (reserved >= 0),
  escrow_gross      bigint      NOT NULL CHECK (escrow_gross >= 0),
  escrow_fee        bigint      NOT NULL CHECK (escrow_fee >= 0),
  gross             bigint      NOT NULL,
  base_fee          bigint      NOT NULL,
  markup_fee        bigint      NOT NULL,
  average_price     numeric,
  fx_rate           numeric     NOT NULL,
  refunded          bigint,
  due_at            timestamptz,
  queued_until      timestamptz,
  settled_at        timestamptz,
  settlement_date   date,
  settlement_due_at timestamptz,
  settlement_status text,
  rejection_code    text,
  rejection_reason  text,
  cancel_reason     text,
  report_count      integer     NOT NULL,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (partner_id, order_id)
);
CREATE INDEX orders_of_account ON orders (partner_id, account_id, order_id);
CREATE INDEX orders_due ON orders (due_at) WHERE status = 'PENDING' AND due_at IS NOT NULL;
CREATE INDEX orders_unsettled ON orders (settlement_due_at)
  WHERE settlement_status = 'UNSETTLED' AND settlement_due_at IS NOT NULL;

CREATE TABLE execution_report (
  partner_id          text        NOT NULL,
  order_id            text        NOT NULL,
  sequence            integer     NOT NULL,
  report_id           text        NOT NULL,
  report_type         text        NOT NULL,
  status              text        NOT NULL,
  last_quantity       numeric,
  last_price          numeric,
  cumulative_quantity numeric     NOT NULL,
  leaves_quantity     numeric     NOT NULL,
  average_price       numeric,
  fee_amount          bigint      NOT NULL,
  fx_rate             numeric,
  rejection_code      text,
  rejection_reason    text,
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (partner_id, order_id, report_id),
  UNIQUE (partner_id, order_id, sequence)
);

CREATE TABLE holding (
  partner_id text    NOT NULL,
  account_id text    NOT NULL,
  symbol     text    NOT NULL,
  holding_id text    NOT NULL,
  exchange   text    NOT NULL,
  quantity   numeric NOT NULL CHECK (quantity >= 0),
  reserved   numeric NOT NULL CHECK (reserved >= 0 AND reserved <= quantity),
  cost_basis bigint  NOT NULL CHECK (cost_basis >= 0),
  PRIMARY KEY (partner_id, account_id, symbol)
);

-- What was bought and is still held, in the order of buying (first in, first out).
CREATE TABLE lot (
  partner_id         text        NOT NULL,
  lot_id             text        NOT NULL,
  account_id         text        NOT NULL,
  symbol             text        NOT NULL,
  order_id           text        NOT NULL,
  acquired_at        timestamptz NOT NULL,
  original_quantity  numeric     NOT NULL CHECK (original_quantity > 0),
  remaining_quantity numeric     NOT NULL CHECK (remaining_quantity >= 0),
  original_cost      bigint      NOT NULL,
  remaining_cost     bigint      NOT NULL CHECK (remaining_cost >= 0),
  PRIMARY KEY (partner_id, lot_id)
);
CREATE INDEX lot_open ON lot (partner_id, account_id, symbol, lot_id) WHERE remaining_quantity > 0;

-- What was sold, matched with the lot it came from.
CREATE TABLE disposal (
  partner_id  text        NOT NULL,
  disposal_id text        NOT NULL,
  account_id  text        NOT NULL,
  symbol      text        NOT NULL,
  order_id    text        NOT NULL,
  lot_id      text        NOT NULL,
  quantity    numeric     NOT NULL CHECK (quantity > 0),
  acquired_at timestamptz NOT NULL,
  disposed_at timestamptz NOT NULL,
  cost_basis  bigint      NOT NULL,
  proceeds    bigint      NOT NULL,
  reversed    boolean     NOT NULL,
  PRIMARY KEY (partner_id, disposal_id)
);
CREATE INDEX disposal_of_order ON disposal (partner_id, order_id);

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
CREATE INDEX idempotency_old ON idempotency (created_at);

-- The event log. The counter is taken last in a transaction, under its row lock: the sequence of a
-- partner is dense and in the order of commits.
CREATE TABLE event_counter (
  partner_id text   NOT NULL PRIMARY KEY,
  last       bigint NOT NULL
);

CREATE TABLE event (
  partner_id text        NOT NULL,
  sequence   bigint      NOT NULL,
  event_id   text        NOT NULL,
  event      text        NOT NULL,
  alias_of   text,
  timestamp  timestamptz NOT NULL,
  data       text        NOT NULL,
  PRIMARY KEY (partner_id, sequence)
);
CREATE UNIQUE INDEX event_by_id ON event (partner_id, event_id);
CREATE INDEX event_by_time ON event (partner_id, timestamp);

-- `events` are names separated by commas; '*' stands for all.
CREATE TABLE webhook (
  partner_id  text        NOT NULL,
  webhook_id  text        NOT NULL,
  url         text        NOT NULL,
  events      text        NOT NULL,
  secret      bytea       NOT NULL,
  status      text        NOT NULL CHECK (status IN ('ACTIVE', 'DELETED')),
  created_at  timestamptz NOT NULL,
  deleted_at  timestamptz,
  PRIMARY KEY (partner_id, webhook_id)
);
CREATE INDEX webhook_deleted ON webhook (deleted_at) WHERE status = 'DELETED';

-- Up to which event of the log a webhook's deliveries have been written.
CREATE TABLE webhook_cursor (
  partner_id text   NOT NULL,
  webhook_id text   NOT NULL,
  sequence   bigint NOT NULL,
  PRIMARY KEY (partner_id, webhook_id)
);

-- What is still to be delivered: one event to one webhook. A row goes when it is delivered or given
-- up. While an attempt runs, next_attempt_at is the end of its lease.
CREATE TABLE delivery (
  partner_id      text        NOT NULL,
  webhook_id      text        NOT NULL,
  sequence        bigint      NOT NULL,
  attempts        integer     NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, webhook_id, sequence)
);
CREATE INDEX delivery_due ON delivery (next_attempt_at);

-- Every attempt at a delivery, as the partner sees it.
CREATE TABLE delivery_attempt (
  partner_id       text        NOT NULL,
  webhook_id       text        NOT NULL,
  attempt_id       text        NOT NULL,
  event_id         text        NOT NULL,
  event            text        NOT NULL,
  attempt          integer     NOT NULL,
  attempted_at     timestamptz NOT NULL,
  duration_ms      integer     NOT NULL,
  success          boolean     NOT NULL,
  status_code      integer,
  failure          text,
  response_snippet text,
  next_retry_at    timestamptz,
  PRIMARY KEY (partner_id, webhook_id, attempt_id)
);
CREATE INDEX delivery_attempt_old ON delivery_attempt (attempted_at);
