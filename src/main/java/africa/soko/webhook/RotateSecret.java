package africa.soko.webhook;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;

/// Gives an endpoint another secret; the one before signs beside it for a while (DECISIONS "Alerts,
/// events, corporate actions").
///
/// @param secret as it is shown in the answer, and nowhere else
/// @param sealedSecret the same, as it is stored
/// @param grace how long the one before goes on signing
record RotateSecret(
    String partnerId, String webhookId, String secret, Buffer sealedSecret, Duration grace)
    implements WebhookChange {

  /// The answer, the only one that shows the secret.
  record Rotated(String id, String secret, Instant previousSecretExpiresAt) {}

  @Override
  public Decision decide(Book book) {
    var webhook = webhook(book);
    if (webhook == null) return WebhookChange.notFound();
    var until = book.realNow().plus(grace);
    book.put(Webhook.TABLE, webhook.rotated(sealedSecret, until));
    return new Decision.Accepted(200, new Rotated(webhookId, secret, until), true);
  }

  /// Without the secret: commands are logged when they fail.
  @Override
  public String toString() {
    return "RotateSecret[%s, %s]".formatted(partnerId, webhookId);
  }
}
