package africa.soko.trading.order;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of orders, and of what accounts and holdings keep for them.
public final class OrderProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "unsettled money is the proceeds of unsettled sales",
              """
              SELECT a.partner_id, a.account_id,
                     format('says %s, fills say %s', a.unsettled, coalesce(f.proceeds, 0))
              FROM account a
              LEFT JOIN (SELECT partner_id, account_id,
                                sum(gross - base_fee - markup_fee) AS proceeds
                         FROM execution_report
                         WHERE side = 'SELL' AND settlement_status = 'UNSETTLED'
                         GROUP BY 1, 2) f USING (partner_id, account_id)
              WHERE a.unsettled <> coalesce(f.proceeds, 0)
              """),
          new Proof(
              "an order is what its fills come to, and settled when they are",
              """
              SELECT partner_id, order_id, format('%s units for %s, fees %s, %s; fills say %s, %s, %s, %s',
                     o.filled_quantity, o.gross, o.base_fee + o.markup_fee, o.settlement_status,
                     f.quantity, f.gross, f.fee, f.states)
              FROM orders o
              FULL JOIN (SELECT partner_id, order_id, sum(last_quantity) AS quantity,
                                sum(gross) AS gross, sum(base_fee + markup_fee) AS fee,
                                array_agg(settlement_status) AS states
                         FROM execution_report WHERE gross IS NOT NULL GROUP BY 1, 2) f
                USING (partner_id, order_id)
              WHERE o.filled_quantity IS DISTINCT FROM coalesce(f.quantity, 0)
                 OR f.quantity IS NOT NULL AND (o.gross <> f.gross OR o.base_fee + o.markup_fee <> f.fee)
                 OR o.settlement_status IS DISTINCT FROM
                    CASE WHEN 'UNSETTLED' = ANY(f.states) THEN 'UNSETTLED'
                         WHEN 'FAILED' = ANY(f.states) THEN 'FAILED'
                         WHEN f.quantity IS NOT NULL THEN 'SETTLED' END
              """),
          new Proof(
              "escrow is what open orders keep back",
              """
              SELECT a.partner_id, a.account_id,
                     format('says %s, orders say %s', a.escrow, coalesce(o.escrow, 0))
              FROM account a
              LEFT JOIN (SELECT partner_id, account_id, sum(escrow_gross + escrow_fee) AS escrow
                         FROM orders WHERE status IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                         GROUP BY 1, 2) o USING (partner_id, account_id)
              WHERE a.escrow <> coalesce(o.escrow, 0)
              """),
          new Proof(
              "an account counts its open orders",
              """
              SELECT a.partner_id, a.account_id,
                     format('says %s, orders say %s', a.open_orders, coalesce(o.number, 0))
              FROM account a
              LEFT JOIN (SELECT partner_id, account_id, count(*) AS number
                         FROM orders WHERE status IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                         GROUP BY 1, 2) o USING (partner_id, account_id)
              WHERE a.open_orders <> coalesce(o.number, 0)
              """),
          new Proof(
              "a closed order keeps nothing back",
              """
              SELECT partner_id, order_id,
                     format('%s: escrow %s, reserved %s', status, escrow_gross + escrow_fee, reserved)
              FROM orders
              WHERE status NOT IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                AND (escrow_gross <> 0 OR escrow_fee <> 0 OR reserved <> 0)
              """),
          new Proof(
              "a holding is what was bought less what was sold",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('%s units, fills say %s', h.quantity, o.quantity)
              FROM (SELECT * FROM holding WHERE quantity <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol, sum(quantity) AS quantity
                         FROM (SELECT o.partner_id, o.account_id, o.symbol,
                                      CASE o.side WHEN 'BUY' THEN 1 ELSE -1 END
                                        * (o.filled_quantity - coalesce(f.quantity, 0)) AS quantity
                               FROM orders o
                               LEFT JOIN (SELECT partner_id, order_id, sum(last_quantity) AS quantity
                                          FROM execution_report
                                          WHERE settlement_status = 'FAILED' AND gross IS NOT NULL
                                          GROUP BY 1, 2) f USING (partner_id, order_id)) AS kept
                         GROUP BY 1, 2, 3 HAVING sum(quantity) <> 0) o
                USING (partner_id, account_id, symbol)
              WHERE h.quantity IS DISTINCT FROM o.quantity
              """),
          new Proof(
              "what a fill sold is matched with lots",
              """
              SELECT partner_id, order_id || ' ' || fill,
                     format('sold %s, matched %s', coalesce(f.quantity, 0), coalesce(d.quantity, 0))
              FROM (SELECT partner_id, order_id, sequence AS fill, last_quantity AS quantity
                    FROM execution_report
                    WHERE side = 'SELL' AND gross IS NOT NULL AND settlement_status <> 'FAILED') f
              FULL JOIN (SELECT partner_id, order_id, fill, sum(quantity) AS quantity
                         FROM disposal WHERE NOT reversed GROUP BY 1, 2, 3) d
                USING (partner_id, order_id, fill)
              WHERE coalesce(f.quantity, 0) <> coalesce(d.quantity, 0)
              """),
          new Proof(
              "reserved units are what open sales keep back",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('says %s, orders say %s', h.reserved, o.reserved)
              FROM (SELECT * FROM holding WHERE reserved <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol, sum(reserved) AS reserved
                         FROM orders
                         WHERE side = 'SELL' AND status IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                         GROUP BY 1, 2, 3 HAVING sum(reserved) <> 0) o
                USING (partner_id, account_id, symbol)
              WHERE h.reserved IS DISTINCT FROM o.reserved
              """),
          new Proof(
              "a quote is used by one order at most, and a used one by exactly one",
              """
              SELECT partner_id, quote_id, format('%s, orders %s', q.state, coalesce(o.orders, 0))
              FROM quote q
              FULL JOIN (SELECT partner_id, quote_id, count(*) AS orders
                         FROM orders WHERE quote_id IS NOT NULL GROUP BY 1, 2) o
                USING (partner_id, quote_id)
              WHERE o.orders > 1
                 OR q.state IS NOT NULL
                    AND coalesce(o.orders, 0) <> CASE q.state WHEN 'USED' THEN 1 ELSE 0 END
              """),
          new Proof(
              "an order has its reports from 1 on",
              """
              SELECT partner_id, order_id, format('%s reports from %s to %s, the order says %s',
                     r.reports, r.first, r.last, o.report_count)
              FROM orders o
              FULL JOIN (SELECT partner_id, order_id, count(*) AS reports,
                                min(sequence) AS first, max(sequence) AS last
                         FROM execution_report GROUP BY 1, 2) r USING (partner_id, order_id)
              WHERE o.report_count IS NULL OR o.report_count <> coalesce(r.reports, 0)
                 OR r.first <> 1 OR r.last <> r.reports
              """));

  private OrderProofs() {}
}
