\set n :n + 1
\set account random(1, 64)
\set quote random(0, 99999)
\set id :client_id * 1000000000000000 + :n
BEGIN;
SELECT pg_try_advisory_xact_lock(:id);
SELECT * FROM yardstick.idempotency WHERE partner_id = yardstick.id('par_', 1) AND key_sha256 = md5(:id::text) || md5(:id::text) FOR UPDATE;
SELECT * FROM yardstick.account WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) FOR UPDATE;
SELECT * FROM yardstick.quote WHERE partner_id = yardstick.id('par_', 1) AND quote_id = yardstick.id('quo_', :quote) FOR UPDATE;
UPDATE yardstick.quote SET state = 'USED', used_at = now() WHERE partner_id = yardstick.id('par_', 1) AND quote_id = yardstick.id('quo_', :quote);
UPDATE yardstick.account SET cash = cash - 190000, escrow = escrow + 190000, entries = entries + 2 WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) RETURNING entries AS entries \gset
INSERT INTO yardstick.posting VALUES (yardstick.id('par_', 1), yardstick.id('txn_', :id::bigint * 10), yardstick.id('sub_', :account), :entries, 100, NULL, NULL, NULL, '0 INVEST W1 E1 180000,1 FEE W1 E1 10000', yardstick.id('ord_', :id), NULL, NULL, NULL, NULL, now());
INSERT INTO yardstick.orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency, quantity, quote_id, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved, escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, due_at, report_count, created_at, updated_at) VALUES (yardstick.id('par_', 1), yardstick.id('ord_', :id), yardstick.id('sub_', :account), 'BUY', 'MARKET', 'SCOM.KE', 'NSE', 'KES', 1, yardstick.id('quo_', :quote), false, 50, 50, 'PENDING', 0, 0, 180000, 10000, 0, 0, 0, 129, now(), 1, now(), now());
INSERT INTO yardstick.execution_report VALUES (yardstick.id('par_', 1), yardstick.id('ord_', :id), 1, yardstick.id('rep_', :id::bigint * 2), 'NEW', 'PENDING', NULL, NULL, 0, 1, NULL, 0, NULL, NULL, NULL, now(), yardstick.id('sub_', :account), 'BUY');
INSERT INTO yardstick.idempotency VALUES (yardstick.id('par_', 1), md5(:id::text) || md5(:id::text), decode(md5(:id::text), 'hex'), 202, convert_to(repeat('answer ', 90), 'UTF8'), false, now());
UPDATE yardstick.event_counter SET last = last + 1 WHERE partner_id = yardstick.id('par_', 1) RETURNING last AS number \gset
INSERT INTO yardstick.event VALUES (yardstick.id('par_', 1), :number, yardstick.id('evt_', :id::bigint * 2), 'order.accepted', NULL, now(), repeat('event ', 90));
SELECT * FROM yardstick.orders WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) AND order_id = yardstick.id('ord_', :id) FOR UPDATE;
SELECT * FROM yardstick.account WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) FOR UPDATE;
SELECT * FROM yardstick.holding WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) AND symbol = 'SCOM.KE' FOR UPDATE;
UPDATE yardstick.orders SET status = 'FILLED', filled_quantity = 1, escrow_gross = 0, escrow_fee = 0, gross = 180000, markup_fee = 10000, average_price = 22.45, due_at = NULL, settlement_date = current_date, settlement_status = 'UNSETTLED', report_count = 2, filled_value = 22.45, updated_at = now() WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) AND order_id = yardstick.id('ord_', :id);
UPDATE yardstick.account SET escrow = escrow - 190000 WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account);
INSERT INTO yardstick.execution_report VALUES (yardstick.id('par_', 1), yardstick.id('ord_', :id), 2, yardstick.id('rep_', :id::bigint * 2 + 1), 'TRADE', 'FILLED', 1, 22.45, 1, 0, 22.45, 10000, 129, NULL, NULL, now(), yardstick.id('sub_', :account), 'BUY', 180000, 0, 10000, current_date, now() + interval '3 days', 'UNSETTLED');
UPDATE yardstick.holding SET quantity = quantity + 1, cost_basis = cost_basis + 174031 WHERE partner_id = yardstick.id('par_', 1) AND account_id = yardstick.id('sub_', :account) AND symbol = 'SCOM.KE';
INSERT INTO yardstick.lot VALUES (yardstick.id('par_', 1), yardstick.id('lot_', :id), yardstick.id('sub_', :account), 'SCOM.KE', yardstick.id('ord_', :id), now(), 1, 1, 174031, 174031, 2);
UPDATE yardstick.account SET cash = cash + 5000, entries = entries + 1 WHERE partner_id = yardstick.id('par_', 1) AND account_id = 'master' RETURNING entries AS entries \gset
INSERT INTO yardstick.posting VALUES (yardstick.id('par_', 1), yardstick.id('txn_', :id::bigint * 10 + 2), yardstick.id('sub_', :account), NULL, NULL, 'master', :entries, 100, '0 EXECUTION E1 V 180000,1 FEE E1 F 5000,2 FEE E1 W2 5000', yardstick.id('ord_', :id), NULL, NULL, NULL, NULL, now());
UPDATE yardstick.event_counter SET last = last + 1 WHERE partner_id = yardstick.id('par_', 1) RETURNING last AS number \gset
INSERT INTO yardstick.event VALUES (yardstick.id('par_', 1), :number, yardstick.id('evt_', :id::bigint * 2 + 1), 'order.filled', 'trade.settled', now(), repeat('event ', 90));
COMMIT;
