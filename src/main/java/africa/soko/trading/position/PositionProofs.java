package africa.soko.trading.position;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of holdings and their lots.
public final class PositionProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "no holding reserves more than it has, and none has a negative cost",
              """
              SELECT partner_id, holding_id, format('quantity %s, reserved %s, cost %s',
                     quantity, reserved, cost_basis)
              FROM holding WHERE reserved < 0 OR reserved > quantity OR cost_basis < 0
              """),
          new Proof(
              "a closed account holds nothing",
              """
              SELECT partner_id, account_id,
                     format('%s of %s', h.quantity, h.symbol)
              FROM holding h JOIN account a USING (partner_id, account_id)
              WHERE a.status = 'CLOSED' AND h.quantity <> 0
              """),
          new Proof(
              "a holding is its open lots, in units and in cost",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('%s units for %s, lots say %s for %s',
                            h.quantity, h.cost_basis, l.quantity, l.cost)
              FROM (SELECT * FROM holding WHERE quantity <> 0 OR cost_basis <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol,
                                sum(remaining_quantity) AS quantity, sum(remaining_cost) AS cost
                         FROM lot GROUP BY 1, 2, 3
                         HAVING sum(remaining_quantity) <> 0 OR sum(remaining_cost) <> 0) l
                USING (partner_id, account_id, symbol)
              WHERE h.quantity IS DISTINCT FROM l.quantity OR h.cost_basis IS DISTINCT FROM l.cost
              """),
          new Proof(
              "a holding sums up what was sold of it",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('%s for %s up to %s, disposals say %s for %s up to %s',
                            h.sold_cost, h.sold_proceeds, h.sold_last, d.cost, d.proceeds, d.last)
              FROM (SELECT * FROM holding
                    WHERE sold_cost <> 0 OR sold_proceeds <> 0 OR sold_last IS NOT NULL) h
              FULL JOIN (SELECT partner_id, account_id, symbol, sum(cost_basis) AS cost,
                                sum(proceeds) AS proceeds, max(disposal_id) AS last
                         FROM disposal GROUP BY 1, 2, 3) d
                USING (partner_id, account_id, symbol)
              WHERE (h.sold_cost, h.sold_proceeds, h.sold_last)
                    IS DISTINCT FROM (d.cost, d.proceeds, d.last)
              """),
          new Proof(
              "a disposal says what was sold of its holding before it",
              """
              SELECT partner_id, disposal_id, format('%s for %s, disposals say %s for %s',
                     earlier_cost, earlier_proceeds, cost, brought)
              FROM (SELECT partner_id, disposal_id, earlier_cost, earlier_proceeds,
                           coalesce(sum(cost_basis) OVER earlier, 0) AS cost,
                           coalesce(sum(proceeds) OVER earlier, 0) AS brought
                    FROM disposal
                    WINDOW earlier AS (PARTITION BY partner_id, account_id, symbol
                      ORDER BY disposal_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS d
              WHERE (earlier_cost, earlier_proceeds) <> (cost, brought)
              """));

  private PositionProofs() {}
}
