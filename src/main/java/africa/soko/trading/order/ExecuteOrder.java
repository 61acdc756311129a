package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.trading.Parts;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.order.Order.Agenda;
import org.jspecify.annotations.Nullable;

/// The desk takes a due order up: it fills, whole or in part, at the latest price, or at the one
/// that triggered it, or is rejected. Harmless when repeated: the next part is due at another time.
///
/// @param takesOrders false when the exchange or the instrument cannot be traded at this moment
/// @param price null when the market has none
/// @param parts how the order is cut
/// @param session says when the fill settles; null when the instrument is not served any more
public record ExecuteOrder(
    OrderRef ref,
    boolean takesOrders,
    @Nullable Price price,
    @Nullable Session session,
    Parts parts)
    implements OrderCommand {

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null || !order.isDue(book.now())) return Decision.nothing();
    var paid = order.priceToPay(price);
    var account = account(book);
    var execution = Execution.of(book, order);
    var hold = Hold.of(account);
    if (hold != null) {
      execution.reject(hold.code(), hold.reason());
    } else if (session == null) {
      execution.reject(RejectionCode.TECHNICAL_ISSUE, "The instrument is not served any more");
    } else if (!takesOrders) {
      execution.reject(RejectionCode.MARKET_CLOSED, "The exchange closed out of schedule");
    } else if (paid == null) {
      execution.reject(RejectionCode.TECHNICAL_ISSUE, "The venue has no price");
    } else {
      fill(book, order, execution, paid, session);
    }
    return Decision.nothing();
  }

  private void fill(Book book, Order order, Execution execution, Price price, Session session) {
    var wanted =
        parts.isWhole()
            ? order.ask().quantity()
            : parts.of(order.ask().quantity(), order.unitDecimals());
    var filled = execution.fill(wanted, parts.isWhole(), price, session);
    if (filled.progress().status() != Order.Status.PARTIALLY_FILLED) return;
    var next = session.nextPart(book.now(), parts.pace());
    book.put(OrderTable.ORDERS, filled.with(new Agenda(next, null)));
  }
}
