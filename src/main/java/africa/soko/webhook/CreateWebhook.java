package africa.soko.webhook;

import africa.soko.event.Place;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;

/// Registers an endpoint (SPEC "Webhooks, stream"). What can be said of the request alone was
/// checked before.
///
/// @param secret as it is shown in the answer, and nowhere else
/// @param sealedSecret the same, as it is stored
/// @param startAfter the end of the log when the request came: deliveries start after it
record CreateWebhook(
    String partnerId,
    String url,
    List<String> events,
    String secret,
    Buffer sealedSecret,
    Place startAfter)
    implements Command {
  /// The answer, the only one that shows the secret.
  record Created(String id, String url, List<String> events, String secret, Instant createdAt) {}

  @Override
  public void needs(Needs needs) {
    Webhook.TALLY.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var tooMany = Webhook.TALLY.add(book, partnerId);
    if (tooMany != null) return tooMany;
    var id = book.newId("whk_");
    var now = book.now();
    book.put(
        Webhook.TABLE,
        new Webhook(
            partnerId,
            id,
            url,
            events,
            SealedSecrets.of(sealedSecret),
            Webhook.Status.ACTIVE,
            now,
            null,
            null));
    book.put(WebhookCursor.TABLE, new WebhookCursor(partnerId, id, startAfter));
    return new Decision.Accepted(201, new Created(id, url, events, secret, now), true);
  }

  /// Without the secret: commands are logged when they fail.
  @Override
  public String toString() {
    return "CreateWebhook[%s, %s, %s]".formatted(partnerId, url, events);
  }
}
