package africa.soko.webhook;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;

/// Lets an endpoint that was disabled take deliveries again, from where it stood. One that is not
/// disabled stays as it is.
record EnableWebhook(String partnerId, String webhookId) implements WebhookChange {
  @Override
  public Decision decide(Book book) {
    var webhook = webhook(book);
    if (webhook == null) return WebhookChange.notFound();
    if (webhook.status() == Webhook.Status.ACTIVE) return answer(webhook);
    var enabled = webhook.enabled();
    book.put(Webhook.TABLE, enabled);
    return answer(enabled);
  }

  private static Decision answer(Webhook webhook) {
    return Decision.accepted(200, WebhookRoutes.View.of(webhook));
  }
}
