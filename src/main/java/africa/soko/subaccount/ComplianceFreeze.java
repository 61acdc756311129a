package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import org.jspecify.annotations.Nullable;

/// Freezes a sub-account so that its partner cannot lift it, or lifts such a freeze (SPEC
/// "Sub-account" under "States and transitions").
///
/// NOT_FOUND; FORBIDDEN for a closed account; CONFLICT for lifting a freeze of the partner's own.
///
/// @param reason why it is frozen, for the partner
record ComplianceFreeze(
    String partnerId, String subAccountId, boolean freezes, @Nullable String reason)
    implements Command {
  static final String COMPLIANCE = "compliance";

  /// What the operator gets back.
  record State(
      String partnerId,
      String subAccountId,
      Status status,
      @Nullable String frozenBy,
      @Nullable String frozenReason) {}

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
    needs.row(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, subAccountId));
    var before = book.find(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
    if (account == null || before == null) return new Decision.Declined(AccountGate.notFound());
    var refused = AccountGate.changing(account);
    if (refused != null) return new Decision.Declined(refused);
    var standing = account.standing();
    boolean isFrozen = standing.status() == Status.FROZEN;
    if (!freezes && isFrozen && !COMPLIANCE.equals(standing.frozenBy())) {
      return Decision.declined(ErrorCode.CONFLICT, "The partner itself has frozen it");
    }
    var by = freezes ? COMPLIANCE : null;
    var status = freezes ? Status.FROZEN : Status.ACTIVE;
    book.put(Account.TABLE, account.with(standing.withStatus(status, by)));
    book.put(SubAccount.TABLE, before.with(before.profile(), reason, book.now()));
    if (freezes != isFrozen) {
      book.emit(AccountEvents.FROZEN, new AccountEvents.Frozen(subAccountId, freezes, COMPLIANCE));
    }
    return Decision.accepted(200, new State(partnerId, subAccountId, status, by, reason));
  }
}
