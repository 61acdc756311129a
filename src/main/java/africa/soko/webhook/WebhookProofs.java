package africa.soko.webhook;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of webhooks.
public final class WebhookProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "what is counted of webhooks is what there is",
              """
              SELECT coalesce(c.partner_id, w.partner_id), 'webhooks',
                     coalesce(c.webhooks, 0) || ' are counted, ' || coalesce(w.webhooks, 0) || ' are there'
              FROM webhook_count c
              FULL JOIN (
                SELECT partner_id, count(*) AS webhooks FROM webhook
                WHERE status <> 'DELETED' GROUP BY partner_id
              ) w USING (partner_id)
              WHERE coalesce(c.webhooks, 0) <> coalesce(w.webhooks, 0)
              """));

  private WebhookProofs() {}
}
