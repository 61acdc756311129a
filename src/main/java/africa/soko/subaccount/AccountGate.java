package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import org.jspecify.annotations.Nullable;

/// Whether the state of an account lets something happen to it (SPEC "Sub-account" under "States
/// and transitions").
public final class AccountGate {
  private AccountGate() {}

  /// Why money or units of this account must not move, or null if they may.
  public static @Nullable Refused moving(Account account) {
    return switch (account.status()) {
      case ACTIVE -> null;
      case FROZEN -> refused(account, "frozen");
      case CLOSED -> refused(account, "closed");
    };
  }

  /// Why nothing of this account must change, or null if it may.
  public static @Nullable Refused changing(Account account) {
    return account.status() == Account.Status.CLOSED ? refused(account, "closed") : null;
  }

  /// The answer for an account that is not there, or is another partner's.
  public static Refused notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such sub-account");
  }

  private static Refused refused(Account account, String state) {
    return Refused.of(ErrorCode.FORBIDDEN, "Sub-account %s is %s", account.accountId(), state)
        .with("reason", state);
  }
}
