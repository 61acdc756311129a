package africa.soko.alert;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Removes an alert, in whatever state it is.
record DeleteAlert(String partnerId, String alertId) implements Command {

  /// The answer.
  record Deleted(String alertId, boolean deleted) {}

  @Override
  public void needs(Needs needs) {
    needs.row(PriceAlert.TABLE, PriceAlert.key(partnerId, alertId));
    PriceAlert.ACTIVE.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var alert = book.find(PriceAlert.TABLE, PriceAlert.key(partnerId, alertId));
    if (alert == null || alert.state() == PriceAlert.State.DELETED) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such price alert");
    }
    book.put(PriceAlert.TABLE, alert.deleted(book.realNow()));
    if (alert.isActive()) PriceAlert.ACTIVE.remove(book, partnerId);
    return Decision.accepted(200, new Deleted(alertId, true));
  }
}
