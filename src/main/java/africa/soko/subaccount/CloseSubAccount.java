package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.db.Key;
import africa.soko.subaccount.Obstacle.Reason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Closes a sub-account for good (SPEC "Sub-account" under "States and transitions"). Its record
/// and its names stay.
///
/// FORBIDDEN for one that is closed already or that compliance has frozen; ACCOUNT_NOT_CLOSABLE
/// with all reasons while it still has something.
///
/// @param uid the name by which auto-register finds it, if it has one
/// @param transfersCash whether cash that is left goes back to the master wallet
/// @param obstacle what it must not have besides orders and money
public record CloseSubAccount(
    String partnerId,
    String subAccountId,
    @Nullable String uid,
    boolean transfersCash,
    @Nullable String reason,
    Obstacle obstacle)
    implements Command {

  @Override
  public String lane() {
    return partnerId + subAccountId;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
    needs.row(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
    if (uid != null) needs.row(SubAccountName.TABLE, name(uid));
    obstacle.needs(needs, partnerId, subAccountId);
    needs.credit(partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, subAccountId));
    var subAccount = book.find(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
    if (account == null || subAccount == null) return new Decision.Declined(AccountGate.notFound());
    var refused = AccountGate.changing(account);
    if (refused == null) refused = AccountGate.frozenByCompliance(account);
    if (refused == null) refused = notClosable(reasons(book, account));
    if (refused != null) return new Decision.Declined(refused);

    var residual = account.balances().cash();
    new Posting(null, reason, null)
        .move(
            book,
            Transfer.Type.TRANSFER,
            Pocket.wallet(subAccountId),
            Pocket.MASTER_WALLET,
            residual);
    var emptied = book.get(Account.TABLE, Account.key(partnerId, subAccountId));
    var closed = emptied.with(emptied.standing().withStatus(Status.CLOSED, null));
    var record = subAccount.closed(reason, book.now());
    book.put(Account.TABLE, closed);
    book.put(SubAccount.TABLE, record);
    if (uid != null) {
      book.put(SubAccountName.TABLE, book.get(SubAccountName.TABLE, name(uid)).ofClosed());
    }
    book.emit(
        AccountEvents.CLOSED,
        new AccountEvents.Closed(
            subAccountId, account.externalId(), Status.CLOSED, residual, "USD"));
    return Decision.accepted(200, SubAccountView.of(record, closed));
  }

  private Set<Reason> reasons(Book book, Account account) {
    var balances = account.balances();
    var reasons = EnumSet.noneOf(Reason.class);
    if (balances.openOrders() > 0) reasons.add(Reason.OPEN_ORDERS);
    if (balances.unsettled().isPositive()) reasons.add(Reason.UNSETTLED_PROCEEDS);
    if (balances.cash().isPositive() && !transfersCash) reasons.add(Reason.RESIDUAL_CASH);
    if (obstacle.stands(book, partnerId, subAccountId)) reasons.add(obstacle.reason());
    return reasons;
  }

  private @Nullable Refused notClosable(Set<Reason> reasons) {
    if (reasons.isEmpty()) return null;
    var names = reasons.stream().map(Enum::name).toList();
    return Refused.of(
            ErrorCode.ACCOUNT_NOT_CLOSABLE,
            "Sub-account %s still has: %s",
            subAccountId,
            String.join(", ", names))
        .with("reasons", new ArrayList<>(names));
  }

  private Key name(String text) {
    return SubAccountName.key(partnerId, SubAccountName.Kind.UID, text);
  }
}
