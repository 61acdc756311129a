package africa.soko.trading.order;

import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.Price;
import africa.soko.trading.Session;

/// A set of prices has reached what an order waits for. Harmless when repeated, since only an order
/// that still waits is touched; one of a frozen account goes on waiting (DECISIONS 5).
///
/// @param price of the set
public record TriggerOrder(OrderRef ref, Price price, Session session) implements OrderCommand {

  @Override
  public void needs(Needs needs) {
    needsOrderAndAccount(needs);
  }

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null) return Decision.nothing();
    var account = account(book);
    if (account.standing().status() == Status.ACTIVE) Watch.hold(book, order, price, session);
    return Decision.nothing();
  }
}
