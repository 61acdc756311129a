package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import org.jspecify.annotations.Nullable;

/// Whether the state of an account lets something happen to it (SPEC "Sub-account" under "States
/// and transitions").
public final class AccountGate {
  private AccountGate() {}

  /// Why nothing of this account must change, or null if it may.
  public static @Nullable Refused changing(Account account) {
    return account.standing().status() == Account.Status.CLOSED ? account.cannotMove() : null;
  }

  /// Why a partner can neither close nor unfreeze this account, or null if compliance has not
  /// frozen it.
  static @Nullable Refused frozenByCompliance(Account account) {
    var standing = account.standing();
    var isPartners = UpdateSubAccount.PARTNER.equals(standing.frozenBy());
    if (standing.status() != Account.Status.FROZEN || isPartners) return null;
    return Refused.of(
            ErrorCode.FORBIDDEN,
            "Compliance has frozen %s; only it can lift that",
            account.accountId())
        .with("reason", standing.status().text());
  }

  /// The answer for an account that is not there, or is another partner's.
  public static Refused notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such sub-account");
  }
}
