package africa.soko.webhook;

import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Disables an endpoint that has done nothing but fail for too long, and says so. It goes by the
/// time of the world: attempts are made in that, however far a test clock runs ahead.
record DisableWebhook(String partnerId, String webhookId) implements WebhookChange {
  static final EventType DISABLED = new EventType("webhook.disabled");

  /// The payload.
  record Notice(String webhookId, String url, @Nullable Instant failingSince, Instant disabledAt) {}

  @Override
  public Decision decide(Book book) {
    var webhook = webhook(book);
    var now = book.realNow();
    if (webhook == null || !webhook.isWornOut(now)) return Decision.nothing();
    book.put(Webhook.TABLE, webhook.disabled());
    book.emit(DISABLED, new Notice(webhookId, webhook.url(), webhook.failingSince(), now));
    return Decision.nothing();
  }
}
