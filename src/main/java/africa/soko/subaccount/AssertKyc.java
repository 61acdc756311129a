package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.subaccount.SubAccount.Identity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Records what the partner found out about a person's identity; any status may follow any.
///
/// What the assertion does not carry of the identity stays as it was; a profile replaces the former
/// one.
///
/// @param level not null if the status is VERIFIED
/// @param isOverride whether it is an operator who says so
public record AssertKyc(
    String partnerId,
    String subAccountId,
    KycStatus status,
    @Nullable KycLevel level,
    Identity identity,
    boolean isOverride)
    implements Command {

  /// What callers get back (SPEC "KYC").
  record State(
      String subAccountId,
      @Nullable String externalId,
      KycStatus kycStatus,
      @Nullable KycLevel kycLevel,
      @Nullable String reference,
      Instant updatedAt) {}

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
    needs.row(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(Account.TABLE, Account.key(partnerId, subAccountId));
    var subAccount = book.find(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
    if (before == null || subAccount == null) return new Decision.Declined(AccountGate.notFound());
    var refused = AccountGate.changing(before);
    if (refused != null) return new Decision.Declined(refused);

    var account = before.with(before.standing().withKyc(status, level));
    var after = subAccount.with(known(subAccount.identity()), book.now());
    book.put(Account.TABLE, account);
    book.put(SubAccount.TABLE, after);
    var reference = after.identity().reference();
    book.emit(
        AccountEvents.KYC,
        new AccountEvents.KycUpdated(
            subAccountId,
            account.externalId(),
            status,
            level,
            reference,
            isOverride ? Boolean.TRUE : null));
    return Decision.accepted(
        200, new State(subAccountId, account.externalId(), status, level, reference, book.now()));
  }

  private Identity known(Identity before) {
    return new Identity(
        identity.reference() == null ? before.reference() : identity.reference(),
        identity.profile() == null ? before.profile() : identity.profile(),
        identity.idNumber() == null ? before.idNumber() : identity.idNumber(),
        identity.taxId() == null ? before.taxId() : identity.taxId());
  }
}
