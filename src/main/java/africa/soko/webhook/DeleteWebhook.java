package africa.soko.webhook;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Removes an endpoint for good. Attempts in flight complete; nothing more is sent.
record DeleteWebhook(String partnerId, String webhookId) implements WebhookChange {

  /// The answer.
  record Deleted(String id, boolean deleted) {}

  @Override
  public void needs(Needs needs) {
    WebhookChange.super.needs(needs);
    Webhook.TALLY.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var webhook = webhook(book);
    if (webhook == null) return WebhookChange.notFound();
    book.put(Webhook.TABLE, webhook.deleted(book.realNow()));
    Webhook.TALLY.remove(book, partnerId);
    return Decision.accepted(200, new Deleted(webhookId, true));
  }
}
