package africa.soko.webhook;

import africa.soko.edge.Environment;
import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.notice.Notice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Disables an endpoint that has done nothing but fail for too long, and says so. It goes by the
/// time of the world: attempts are made in that, however far a test clock runs ahead.
///
/// @param environment whose endpoint it is
record DisableWebhook(String partnerId, Environment environment, String webhookId)
    implements WebhookChange {
  static final EventType DISABLED = new EventType("webhook.disabled");

  /// The payload.
  record Payload(
      String webhookId, String url, @Nullable Instant failingSince, Instant disabledAt) {}

  @Override
  public Decision decide(Book book) {
    var webhook = webhook(book);
    var now = book.realNow();
    if (webhook == null || !webhook.isWornOut(now)) return Decision.nothing();
    book.put(Webhook.TABLE, webhook.disabled());
    book.emit(DISABLED, new Payload(webhookId, webhook.url(), webhook.failingSince(), now));
    book.put(Notice.TABLE, told(book, webhook, now));
    return Decision.nothing();
  }

  private Notice told(Book book, Webhook webhook, Instant now) {
    return new Notice(
        partnerId,
        book.newId("ntc_"),
        "WEBHOOK_DISABLED %s %s".formatted(webhookId, now),
        environment,
        Notice.Type.WEBHOOK_DISABLED,
        webhookId,
        "webhook %s is disabled".formatted(webhookId),
        """
        The webhook %s in %s has been disabled: every attempt to reach %s has failed since %s.
        Events are kept for 30 days. Once the endpoint answers again, POST /webhooks/%s/enable.
        """
            .formatted(
                webhookId, environment.schema(), webhook.url(), webhook.failingSince(), webhookId),
        now);
  }
}
