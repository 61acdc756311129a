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

/// Moves money from a sub-account's wallet back to the partner's.
///
/// FORBIDDEN for a frozen or closed account, INSUFFICIENT_FUNDS above what is settled.
public record Withdraw(String partnerId, String subAccountId, Money money, @Nullable String note)
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
    if (!account.balances().withdrawable().covers(money.usd())) {
      return Decision.declined(
          ErrorCode.INSUFFICIENT_FUNDS,
          "%s USD can be withdrawn, %s were asked for",
          account.balances().withdrawable(),
          money.usd());
    }
    var transfer =
        new Posting(null, note, money.conversion())
            .transfer(
                book,
                Transfer.Type.WITHDRAWAL,
                Pocket.wallet(subAccountId),
                Pocket.MASTER_WALLET,
                money.usd());
    var balance = book.get(Account.TABLE, Account.key(partnerId, subAccountId)).balances().cash();
    book.emit(
        AccountEvents.WITHDRAW,
        new AccountEvents.Withdrawn(subAccountId, money.usd(), "USD", balance));
    return Decision.accepted(200, WalletMove.of(subAccountId, balance, transfer));
  }
}
