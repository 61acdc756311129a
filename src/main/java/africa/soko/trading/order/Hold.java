package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import org.jspecify.annotations.Nullable;

/// What has come between an order and its fill since it was accepted: a freeze, or an identity that
/// is not verified any more.
public record Hold(RejectionCode code, String reason) {

  /// Null if the account may have its fill.
  public static @Nullable Hold of(Account account) {
    var standing = account.standing();
    if (standing.status() != Status.ACTIVE) {
      return new Hold(RejectionCode.COMPLIANCE_HOLD, "The account is " + standing.status().text());
    }
    if (account.isMaster() || standing.kycStatus() == KycStatus.VERIFIED) return null;
    return new Hold(
        RejectionCode.KYC_REQUIRED, "The account's KYC status is " + standing.kycStatus());
  }
}
