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
CREATE INDEX quote_old ON quote USING brin (expires_at) WITH (autosummarize = on);

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
  limit_price       numeric,
  stop_price        numeric,
  time_in_force     text,
  good_till_date    date,
  expires_at        timestamptz,
  -- Local units per US dollar at the placement of an order that rests.
  fx_basis          numeric,
  stopped_at        timestamptz,
  trigger_price     numeric,
  trigger_fx_rate   numeric,
  triggered_at      timestamptz,
  -- Of the latest fill, and over all fills: each settles by itself, see execution_report.
  settlement_date   date,
  settlement_status text,
  rejection_code    text,
  rejection_reason  text,
  cancel_reason     text,
  expired           boolean     NOT NULL DEFAULT false,
  report_count      integer     NOT NULL,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  -- What the filled units are worth at the prices of their fills, unrounded: with it, cents are
  -- rounded once over all fills, not once for each.
  filled_value      numeric     NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, account_id, order_id)
);
CREATE INDEX orders_of_tests ON orders (partner_id, order_id) WHERE test;
CREATE INDEX orders_due ON orders (due_at)
  WHERE status IN ('PENDING', 'PARTIALLY_FILLED') AND due_at IS NOT NULL;

-- What orders wait for, sorted: a set of prices finds what it has reached by two searches for each
-- instrument. A market order never enters it. Whoever asks spells the expressions as they are here.
CREATE INDEX orders_resting ON orders (
  symbol,
  (CASE WHEN (side = 'BUY') = (stop_price IS NULL OR stopped_at IS NOT NULL) THEN 1 ELSE -1 END),
  (CASE WHEN stop_price IS NULL OR stopped_at IS NOT NULL THEN limit_price ELSE stop_price END))
  WHERE status = 'WORKING';
CREATE INDEX orders_expiring ON orders (expires_at) WHERE status = 'WORKING';

-- What happened to an order. The report of a fill has its amounts, and is a tranche until it settles;
-- nothing else of a report ever changes. The report of a settlement has its day and its outcome.
CREATE TABLE execution_report (
  partner_id           text        NOT NULL,
  order_id             text        NOT NULL,
  sequence             integer     NOT NULL,
  report_id            text        NOT NULL,
  report_type          text        NOT NULL,
  status               text        NOT NULL,
  last_quantity        numeric,
  last_price           numeric,
  cumulative_quantity  numeric     NOT NULL,
  leaves_quantity      numeric     NOT NULL,
  average_price        numeric,
  fee_amount           bigint      NOT NULL,
  fx_rate              numeric,
  rejection_code       text,
  rejection_reason     text,
  created_at           timestamptz NOT NULL,
  account_id           text        NOT NULL,
  side                 text        NOT NULL,
  gross                bigint,
  base_fee             bigint,
  markup_fee           bigint,
  settlement_date      date,
  settlement_due_at    timestamptz,
  settlement_status    text,
  -- When it failed to settle while nobody could cover what was spent.
  settlement_failed_at timestamptz,
  PRIMARY KEY (partner_id, order_id, report_id)
);
-- The days that settlements are due on are few: those of one account are found by a skip scan.
CREATE INDEX execution_report_unsettled ON execution_report
  (settlement_due_at, partner_id, account_id) WHERE settlement_status = 'UNSETTLED';
CREATE INDEX execution_report_failed ON execution_report (report_id)
  WHERE settlement_failed_at IS NOT NULL;
CREATE INDEX execution_report_uncovered ON execution_report (report_id)
  WHERE settlement_failed_at IS NOT NULL AND settlement_status = 'UNSETTLED';

CREATE TABLE holding (
  partner_id text    NOT NULL,
  account_id text    NOT NULL,
  symbol     text    NOT NULL,
  holding_id text    NOT NULL,
  exchange   text    NOT NULL,
  quantity   numeric NOT NULL CHECK (quantity >= 0),
  reserved   numeric NOT NULL CHECK (reserved >= 0 AND reserved <= quantity),
  cost_basis bigint  NOT NULL CHECK (cost_basis >= 0),
  -- Sums over all disposals of it, and the last of them.
  sold_cost     bigint NOT NULL,
  sold_proceeds bigint NOT NULL,
  sold_last     text,
  PRIMARY KEY (partner_id, account_id, symbol)
  -- As an account: a trade changes it in place.
) WITH (fillfactor = 50);

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
  -- The sequence of the report of the fill.
  fill               integer     NOT NULL,
  PRIMARY KEY (partner_id, lot_id)
);
-- By age: units that came back from a sale keep their date.
CREATE INDEX lot_open ON lot (partner_id, account_id, symbol, acquired_at, lot_id)
  WHERE remaining_quantity > 0;

-- What was sold, matched with the lot it came from. What was sold of a holding in a span of time is
-- the difference of two sums: of what was sold before its end, and before its start.
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
  -- Over all disposals of the same holding before this one.
  earlier_cost     bigint NOT NULL,
  earlier_proceeds bigint NOT NULL,
  reversed    boolean     NOT NULL,
  fill        integer     NOT NULL,
  PRIMARY KEY (partner_id, account_id, disposal_id)
);
CREATE INDEX disposal_of_order ON disposal (partner_id, order_id);
CREATE INDEX disposal_of_holding ON disposal (partner_id, account_id, symbol, disposal_id);
CREATE INDEX disposal_reversed ON disposal (partner_id, account_id, disposal_id) WHERE reversed;

-- Whatever finds a row of these finds it by key, and each minute they grow by much. A sample of a tenth
-- of the usual size tells the planner enough, and takes a tenth of the time.
DO $$
DECLARE
  name regclass;
  field text;
BEGIN
  FOREACH name IN ARRAY ARRAY['posting', 'idempotency', 'event', 'quote', 'orders',
      'execution_report', 'holding', 'lot', 'disposal']::regclass[] LOOP
    FOR field IN SELECT attname FROM pg_attribute WHERE attrelid = name AND attnum > 0 LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 10', name, field);
    END LOOP;
  END LOOP;
END $$;
