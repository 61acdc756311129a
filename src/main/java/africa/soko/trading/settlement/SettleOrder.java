package africa.soko.trading.settlement;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.OrderTable;

/// Settles those fills of an order whose day has come: the proceeds of a SELL may leave the wallet.
/// Harmless when repeated.
public record SettleOrder(String partnerId, String accountId, String orderId) implements Command {

  @Override
  public String lane() {
    return partnerId + accountId;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.row(OrderTable.ORDERS, Order.key(partnerId, accountId, orderId));
    Fill.needs(needs, partnerId, orderId);
  }

  @Override
  public Decision decide(Book book) {
    var order = book.find(OrderTable.ORDERS, Order.key(partnerId, accountId, orderId));
    if (order != null) Settling.settleDue(book, order);
    return Decision.nothing();
  }
}
