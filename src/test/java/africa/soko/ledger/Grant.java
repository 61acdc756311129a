package africa.soko.ledger;

import africa.soko.event.EventType;
import africa.soko.platform.money.Usd;

/// A change that is easy to count: one dollar for a partner's master wallet, and whatever a test
/// wants to go wrong meanwhile.
///
/// @param mishap runs after the dollar was given
record Grant(String partnerId, Runnable mishap) implements Command {
  static final Usd DOLLAR = Usd.of("1");

  record Granted(Usd balance) {}

  static Grant to(String partnerId) {
    return failing(partnerId, () -> {});
  }

  static Grant failing(String partnerId, Runnable mishap) {
    return new Grant(partnerId, mishap);
  }

  private static final EventType CREDITED = new EventType("wallet.credited");

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
  }

  @Override
  public Decision decide(Book book) {
    Posting.PLAIN.transfer(
        book, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.MASTER_WALLET, DOLLAR);
    book.emit(CREDITED, new Granted(DOLLAR));
    mishap.run();
    var account = book.get(Account.TABLE, Account.key(partnerId, Account.MASTER));
    return Decision.accepted(200, new Granted(account.balances().cash()));
  }
}
