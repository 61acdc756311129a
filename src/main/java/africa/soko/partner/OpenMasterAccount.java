package africa.soko.partner;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;

/// Opens a partner's books in one environment, unless they are open. Emits no event.
///
/// @param seed what the new master wallet holds; zero where money is real
public record OpenMasterAccount(String partnerId, Usd seed) implements Command {

  /// The books are open.
  public record Opened(Usd walletBalance) {}

  @Override
  public void needs(Needs needs) {
    needs.maybe(Account.TABLE, Account.key(partnerId, Account.MASTER));
  }

  @Override
  public Decision decide(Book book) {
    var key = Account.key(partnerId, Account.MASTER);
    if (book.find(Account.TABLE, key) == null) {
      book.put(Account.TABLE, Account.opened(partnerId, Account.MASTER, null, book.now()));
      Posting.PLAIN.move(book, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.MASTER_WALLET, seed);
    }
    return Decision.accepted(200, new Opened(book.get(Account.TABLE, key).balances().cash()));
  }
}
