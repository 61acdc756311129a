package africa.soko.subaccount;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/// A sub-account with what its partner has asserted of the person (SPEC "KYC assertion").
///
/// @param complianceProfile the text of a JSON object, or null
record SubAccountDetail(
    @JsonUnwrapped SubAccountView account,
    @Nullable String idNumberLast4,
    @Nullable String taxIdLast4,
    @JsonRawValue @Nullable String complianceProfile) {

  static SubAccountDetail of(SubAccountView view, SubAccount.Identity identity) {
    return new SubAccountDetail(
        view,
        Fingerprint.last4Of(identity.idNumber()),
        Fingerprint.last4Of(identity.taxId()),
        identity.profile());
  }

  /// The same for the end user's own device, which how he was judged is not meant for.
  SubAccountDetail withoutProfile() {
    return new SubAccountDetail(account, idNumberLast4, taxIdLast4, null);
  }
}
