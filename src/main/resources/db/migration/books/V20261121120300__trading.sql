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
CREATE INDEX quote_old ON quote USING brin (expires_at);

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
  -- What the filled units are worth at the prices of their fills, unrounded: with it, cents are
  -- rounded once over all fills, not once for each.
  filled_value      numeric     NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, account_id, order_id)
);
CREATE INDEX orders_of_tests ON orders (partner_id, order_id) WHERE test;
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
  PRIMARY KEY (partner_id, order_id, report_id)
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
  PRIMARY KEY (partner_id, account_id, disposal_id)
);
CREATE INDEX disposal_of_order ON disposal (partner_id, order_id);

-- Whatever finds a row of these finds it by key, and each minute they grow by much. A sample of a tenth
-- of the usual size tells the planner enough, and takes a tenth of the time.
DO $$
DECLARE
  name regclass;
  field text;
BEGIN
  FOREACH name IN ARRAY ARRAY['transfer', 'idempotency', 'event', 'quote', 'orders',
      'execution_report', 'holding', 'lot', 'disposal']::regclass[] LOOP
    FOR field IN SELECT attname FROM pg_attribute WHERE attrelid = name AND attnum > 0 LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 10', name, field);
    END LOOP;
  END LOOP;
END $$;
