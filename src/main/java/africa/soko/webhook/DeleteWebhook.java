package africa.soko.webhook;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;

/// Removes an endpoint for good. Attempts in flight complete; nothing more is sent.
record DeleteWebhook(String partnerId, String webhookId) implements Command {

  /// The answer.
  record Deleted(String id, boolean deleted) {}

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
    book.put(Webhook.TABLE, webhook.deleted(book.realNow()));
    return Decision.accepted(200, new Deleted(webhookId, true));
  }

  private Key key() {
    return Key.of(partnerId, webhookId);
  }
}
