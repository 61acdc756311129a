package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import org.jspecify.annotations.Nullable;

/// Moves money from the partner's wallet into a sub-account's.
///
/// FORBIDDEN for a frozen or closed account, INSUFFICIENT_FUNDS if the master wallet does not cover
/// it.
public record Deposit(String partnerId, String subAccountId, Money money, @Nullable String note)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, subAccountId));
    if (account == null || account.isMaster()) {
      return new Decision.Declined(AccountGate.notFound());
    }
    var refused = account.cannotMove();
    if (refused != null) return new Decision.Declined(refused);
    var master = book.find(Account.TABLE, Account.key(partnerId, Account.MASTER));
    if (master == null || !master.balances().cash().covers(money.usd())) {
      return Decision.declined(
          ErrorCode.INSUFFICIENT_FUNDS, "The master wallet does not cover %s USD", money.usd());
    }
    var transfer =
        new Posting(null, note, money.conversion())
            .transfer(
                book,
                Transfer.Type.DEPOSIT,
                Pocket.MASTER_WALLET,
                Pocket.wallet(subAccountId),
                money.usd());
    var after = book.get(Account.TABLE, Account.key(partnerId, subAccountId));
    book.emit(
        AccountEvents.DEPOSIT, AccountEvents.Deposited.of(after, money.usd(), money.conversion()));
    return Decision.accepted(200, WalletMove.of(subAccountId, after.balances().cash(), transfer));
  }
}
