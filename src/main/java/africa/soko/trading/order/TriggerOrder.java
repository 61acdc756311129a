package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.Price;
import africa.soko.trading.Session;

/// A set of prices has reached what an order waits for. Harmless when repeated, since only an order
/// that still waits is touched; one of a frozen account goes on waiting (DECISIONS 5).
///
/// @param price of the set
public record TriggerOrder(OrderRef ref, Price price, Session session) implements Command {

  @Override
  public String partnerId() {
    return ref.partnerId();
  }

  @Override
  public String lane() {
    return ref.lane();
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(ref.partnerId(), ref.accountId()));
    needs.row(OrderTable.ORDERS, ref.key());
  }

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null) return Decision.nothing();
    var account = book.get(Account.TABLE, Account.key(ref.partnerId(), ref.accountId()));
    if (account.standing().status() == Status.ACTIVE) Watch.hold(book, order, price, session);
    return Decision.nothing();
  }
}
