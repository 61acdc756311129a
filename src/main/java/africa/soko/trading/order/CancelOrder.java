package africa.soko.trading.order;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.subaccount.AccountGate;

/// Cancels what is open of an order. Works on frozen accounts too, for it only gives back, but not
/// on closed ones.
public record CancelOrder(OrderRef ref) implements OrderCommand {

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such order");
    var account = account(book);
    var refused = AccountGate.changing(account);
    if (refused != null) return new Decision.Declined(refused);
    if (!order.isOpen()) {
      return Decision.declined(
          ErrorCode.ORDER_NOT_CANCELLABLE, "The order is %s", order.progress().status());
    }
    var cancelled = Execution.of(book, order).cancel("Cancelled by the partner");
    return Decision.accepted(200, OrderView.of(cancelled));
  }
}
