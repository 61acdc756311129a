package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Status;

/// Holds a price against an order that rests (DECISIONS 6): at its stop a STOP_LIMIT becomes a
/// LIMIT, and at what it waits for an order goes to the desk, which fills it at this very price.
final class Watch {
  private Watch() {}

  /// The order as the price leaves it; the same one where it does not matter to it.
  ///
  /// @param session when the desk takes it up; it triggers nothing while the desk does not deal
  static Order hold(Book book, Order order, Price price, Session session) {
    var resting = order.resting();
    if (order.progress().status() != Status.WORKING || resting == null) return order;
    if (!session.deals(book.now()) || !isReached(order, resting, price)) return order;
    if (resting.awaitsStop() && resting.isStopLimit()) {
      var stopped = resting.stopped(book.now());
      var now = order.with(stopped).moved(Status.WORKING, book.now());
      book.put(OrderTable.ORDERS, now);
      OrderEvents.working(book, now);
      return isReached(now, stopped, price) ? trigger(book, now, stopped, price, session) : now;
    }
    return trigger(book, order, resting, price, session);
  }

  private static boolean isReached(Order order, Resting resting, Price price) {
    return resting.level(order.terms().side()).isReachedBy(price.local());
  }

  private static Order trigger(
      Book book, Order order, Resting resting, Price price, Session session) {
    var now = book.now();
    var triggered =
        order
            .with(resting.triggered(price, now))
            .with(Agenda.of(session, now))
            .moved(Status.PENDING, now);
    book.put(OrderTable.ORDERS, triggered);
    OrderEvents.pending(book, triggered);
    return triggered;
  }
}
