package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.trading.order.Resting.TimeInForce;

/// The deadline of an order that rests has come: it is cancelled, never rejected (SPEC "Order").
/// Harmless when repeated; an order that has been triggered goes on.
public record ExpireOrder(OrderRef ref) implements OrderCommand {

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null || order.progress().status() != Order.Status.WORKING) {
      return Decision.nothing();
    }
    var resting = order.resting();
    if (resting == null || book.now().isBefore(resting.term().expiresAt())) {
      return Decision.nothing();
    }
    Execution.of(book, order).expire(reason(resting.term()));
    return Decision.nothing();
  }

  private static String reason(Resting.Term term) {
    return term.timeInForce() == TimeInForce.DAY
        ? "Good for the day, which has ended"
        : "Good till %s, which has passed".formatted(term.goodTillDate());
  }
}
