package africa.soko.alert;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of price alerts.
public final class AlertProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "what is counted of active price alerts is what there is",
              """
              SELECT coalesce(c.partner_id, a.partner_id), 'price alerts',
                     coalesce(c.alerts, 0) || ' are counted, ' || coalesce(a.alerts, 0) || ' are active'
              FROM price_alert_count c
              FULL JOIN (
                SELECT partner_id, count(*) AS alerts FROM price_alert
                WHERE state IN ('ARMED', 'TRIGGERED') GROUP BY partner_id
              ) a USING (partner_id)
              WHERE coalesce(c.alerts, 0) <> coalesce(a.alerts, 0)
              """));

  private AlertProofs() {}
}
