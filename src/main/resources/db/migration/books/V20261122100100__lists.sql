-- What is filled is most of all orders and found without it. An order leaves it when it is filled.
CREATE INDEX orders_not_filled ON orders (partner_id, account_id, status, order_id)
  WHERE status <> 'FILLED';
CREATE INDEX orders_of_symbol ON orders (partner_id, account_id, symbol, order_id);
CREATE INDEX orders_tranche ON orders (partner_id, account_id)
  WHERE side = 'SELL' AND settlement_status = 'UNSETTLED';
CREATE INDEX account_status ON account (partner_id, status, account_id);
