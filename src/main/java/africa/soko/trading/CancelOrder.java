package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Cancels what is open of an order. Works on frozen accounts too: it only gives back.
///
/// @param symbol and side of the order; they never change, and say which rows to lock
public record CancelOrder(
    String partnerId, String orderId, String accountId, String symbol, Side side)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(OrderTable.ORDERS, Order.key(partnerId, orderId));
    Execution.needs(needs, partnerId, accountId, symbol, side);
  }

  @Override
  public Decision decide(Book book) {
    var order = book.find(OrderTable.ORDERS, Order.key(partnerId, orderId));
    if (order == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such order");
    if (!order.isOpen()) {
      return Decision.declined(
          ErrorCode.ORDER_NOT_CANCELLABLE, "The order is %s", order.progress().status());
    }
    var cancelled = Execution.of(book, order).cancel("Cancelled by the partner");
    return Decision.accepted(200, OrderView.of(cancelled));
  }
}
