package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.trading.Side;
import org.jspecify.annotations.Nullable;

/// Names an order, with what never changes of it and says which rows to lock.
public record OrderRef(
    String partnerId, String orderId, String accountId, String symbol, Side side) {

  /// The order, and the rows that a fill, a rejection or a cancellation changes.
  public void needs(Needs needs) {
    needs.row(OrderTable.ORDERS, key());
    Execution.needs(needs, partnerId, accountId, symbol, side);
  }

  /// That of its account.
  public String lane() {
    return partnerId + accountId;
  }

  /// The order, or null if it is gone.
  public @Nullable Order find(Book book) {
    return book.find(OrderTable.ORDERS, key());
  }

  public Key key() {
    return Order.key(partnerId, accountId, orderId);
  }
}
