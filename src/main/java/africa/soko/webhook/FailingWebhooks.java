package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.ledger.Command;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has those endpoints disabled that have failed for too long. Any number of nodes may do it at the
/// same time.
final class FailingWebhooks {
  private static final int DISABLED_AT_ONCE_MAX = 100;

  private static final Logger LOG = LoggerFactory.getLogger(FailingWebhooks.class);

  private final Environment environment;
  private final WebhookStore webhooks;
  private final Function<Command, Future<Answer>> ledger;
  private Future<?> asked = Future.succeededFuture();

  /// @param ledger takes what is to be done
  FailingWebhooks(
      Environment environment, WebhookStore webhooks, Function<Command, Future<Answer>> ledger) {
    this.environment = environment;
    this.webhooks = webhooks;
    this.ledger = ledger;
  }

  /// Asks the ledger for it, unless it was asked and has not answered yet: no delivery waits for
  /// that. What it did not do is found again.
  void disable(Instant now) {
    if (!asked.isComplete()) return;
    asked =
        webhooks
            .wornOut(now, DISABLED_AT_ONCE_MAX)
            .compose(
                found ->
                    Future.join(
                        found.stream()
                            .map(
                                one ->
                                    new DisableWebhook(
                                        one.partnerId(), environment, one.webhookId()))
                            .map(ledger)
                            .toList()))
            .onFailure(e -> LOG.warn("Cannot disable failing webhooks now: {}", e.toString()));
  }
}
