package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Needs;

/// A change of one order, in the lane of its account. Unless it says otherwise it locks the order
/// and the rows that a fill, a rejection or a cancellation changes.
public interface OrderCommand extends Command {
  OrderRef ref();

  @Override
  default String partnerId() {
    return ref().partnerId();
  }

  @Override
  default String lane() {
    return ref().lane();
  }

  @Override
  default void needs(Needs needs) {
    ref().needs(needs);
  }

  /// Locks the order and its account, and nothing of its money or units.
  default void needsOrderAndAccount(Needs needs) {
    needs.row(Account.TABLE, Account.key(ref().partnerId(), ref().accountId()));
    needs.row(OrderTable.ORDERS, ref().key());
  }

  default Account account(Book book) {
    return book.get(Account.TABLE, Account.key(ref().partnerId(), ref().accountId()));
  }
}
