package africa.soko.webhook;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import org.jspecify.annotations.Nullable;

/// A change of one endpoint.
interface WebhookChange extends Command {
  String webhookId();

  @Override
  default void needs(Needs needs) {
    needs.row(Webhook.TABLE, key());
  }

  /// The endpoint, unless the partner has none such, or no longer.
  default @Nullable Webhook webhook(Book book) {
    var webhook = book.find(Webhook.TABLE, key());
    return webhook == null || webhook.isDeleted() ? null : webhook;
  }

  default Key key() {
    return Key.of(partnerId(), webhookId());
  }

  static Decision notFound() {
    return Decision.declined(ErrorCode.NOT_FOUND, "No such webhook");
  }
}
