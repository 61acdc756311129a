package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.ledger.Command;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.function.Function;

/// Has those endpoints disabled that have failed for too long. Any number of nodes may do it at the
/// same time.
final class FailingWebhooks {
  private static final int DISABLED_AT_ONCE_MAX = 100;

  private final WebhookStore webhooks;
  private final Function<Command, Future<Answer>> ledger;

  /// @param ledger takes what is to be done
  FailingWebhooks(WebhookStore webhooks, Function<Command, Future<Answer>> ledger) {
    this.webhooks = webhooks;
    this.ledger = ledger;
  }

  /// Succeeds when the ledger has answered; what it did not do is found again.
  Future<?> disable(Instant now) {
    return webhooks
        .wornOut(now, DISABLED_AT_ONCE_MAX)
        .map(
            found ->
                found.stream()
                    .map(one -> new DisableWebhook(one.partnerId(), one.webhookId()))
                    .map(ledger)
                    .toList())
        .compose(Future::join);
  }
}
