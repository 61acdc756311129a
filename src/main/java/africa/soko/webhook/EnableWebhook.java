package africa.soko.webhook;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;

/// Lets an endpoint that was disabled take deliveries again, from where it stood. One that is not
/// disabled stays as it is.
record EnableWebhook(String partnerId, String webhookId) implements Command {
  @Override
  public void needs(Needs needs) {
    needs.row(Webhook.TABLE, key());
  }

  @Override
  public Decision decide(Book book) {
    var webhook = book.find(Webhook.TABLE, key());
    if (webhook == null || webhook.isDeleted()) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such webhook");
    }
    if (webhook.status() == Webhook.Status.ACTIVE) return answer(webhook);
    var enabled = webhook.enabled();
    book.put(Webhook.TABLE, enabled);
    return answer(enabled);
  }

  private static Decision answer(Webhook webhook) {
    return Decision.accepted(200, WebhookRoutes.View.of(webhook));
  }

  private Key key() {
    return Key.of(partnerId, webhookId);
  }
}
