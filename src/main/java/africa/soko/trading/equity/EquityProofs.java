package africa.soko.trading.equity;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of the days of accounts.
public final class EquityProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "the days of an account have no gap up to the one that is due",
              """
              SELECT e.partner_id, e.account_id,
                     format('%s days from %s to %s, due at %s', e.number, e.first, e.last, a.day_ends)
              FROM (SELECT partner_id, account_id, count(*) AS number,
                           min(day)::date AS first, max(day)::date AS last
                    FROM equity_day GROUP BY 1, 2) e
              LEFT JOIN account a USING (partner_id, account_id)
              WHERE e.number <> e.last - e.first + 1 OR a.status IS NULL
                 OR a.day_ends <> (e.last + 2)::timestamp AT TIME ZONE 'UTC'
                 OR a.day_ends IS NULL AND a.status <> 'CLOSED'
              """));

  private EquityProofs() {}
}
