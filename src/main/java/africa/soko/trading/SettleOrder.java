package africa.soko.trading;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Settles a filled order when its day has come: the proceeds of a SELL may leave the wallet.
/// Harmless when repeated.
public record SettleOrder(String partnerId, String orderId, String accountId) implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.row(OrderTable.ORDERS, Order.key(partnerId, orderId));
  }

  @Override
  public Decision decide(Book book) {
    var order = book.find(OrderTable.ORDERS, Order.key(partnerId, orderId));
    if (order == null || order.isOpen() || !order.isUnsettled()) {
      return Decision.accepted(200, false);
    }
    Settling.settle(book, order);
    return Decision.accepted(200, true);
  }
}
