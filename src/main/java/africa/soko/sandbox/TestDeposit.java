package africa.soko.sandbox;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountEvents;
import africa.soko.subaccount.AccountGate;
import africa.soko.subaccount.WalletMove;
import org.jspecify.annotations.Nullable;

/// Credits a sub-account with virtual money from nowhere; the master wallet is not touched.
///
/// FORBIDDEN for a frozen or closed account.
public record TestDeposit(String partnerId, String subAccountId, Usd amount, @Nullable String note)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
  }

  @Override
  public Decision decide(Book book) {
    var key = Account.key(partnerId, subAccountId);
    var account = book.find(Account.TABLE, key);
    if (account == null || account.isMaster()) {
      return new Decision.Declined(AccountGate.notFound());
    }
    var refused = account.cannotMove();
    if (refused != null) return new Decision.Declined(refused);
    var transfer =
        new Posting(null, note, null)
            .transfer(
                book, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.wallet(subAccountId), amount);
    var after = book.get(Account.TABLE, key);
    book.emit(AccountEvents.DEPOSIT, AccountEvents.Deposited.of(after, amount, null));
    return Decision.accepted(200, WalletMove.of(subAccountId, after.balances().cash(), transfer));
  }
}
