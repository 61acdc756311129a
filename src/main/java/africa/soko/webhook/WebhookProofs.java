package africa.soko.webhook;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of webhooks.
public final class WebhookProofs {
  public static final List<Proof> PROOFS =
      List.of(Webhook.TALLY.proof("webhook WHERE status <> 'DELETED'"));

  private WebhookProofs() {}
}
