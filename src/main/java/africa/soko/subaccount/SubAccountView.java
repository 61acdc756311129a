package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A sub-account as callers see it (SPEC "Sub-account"), with what was asserted of the person, if
/// anything was (SPEC "KYC assertion").
///
/// @param complianceProfile the text of a JSON object
record SubAccountView(
    String subAccountId,
    @Nullable String externalId,
    @Nullable String uid,
    String displayName,
    String name,
    @Nullable String email,
    @Nullable String country,
    Usd walletBalance,
    String currency,
    Account.KycStatus kycStatus,
    Account.@Nullable KycLevel kycLevel,
    Account.Status status,
    @Nullable String frozenBy,
    @Nullable String frozenReason,
    @JsonRawValue String metadata,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant closedAt,
    @Nullable String closedReason,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String idNumberLast4,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String taxIdLast4,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonRawValue @Nullable String complianceProfile) {

  static SubAccountView of(SubAccount profile, Account account) {
    var closing = profile.closing();
    var metadata = profile.profile().metadata();
    return new SubAccountView(
        profile.subAccountId(),
        profile.externalId(),
        profile.uid(),
        profile.profile().displayName(),
        profile.profile().displayName(),
        profile.profile().email(),
        profile.profile().country(),
        account.balances().cash(),
        "USD",
        account.standing().kycStatus(),
        account.standing().kycLevel(),
        account.standing().status(),
        account.standing().frozenBy(),
        profile.frozenReason(),
        metadata == null ? "{}" : metadata,
        profile.createdAt(),
        profile.updatedAt(),
        closing == null ? null : closing.at(),
        closing == null ? null : closing.reason(),
        Fingerprint.last4Of(profile.identity().idNumber()),
        Fingerprint.last4Of(profile.identity().taxId()),
        profile.identity().profile());
  }

  /// The same without how the person was judged, which is not meant for his own device.
  SubAccountView withoutProfile() {
    return with(idNumberLast4, taxIdLast4);
  }

  /// The same without the person, for lists.
  SubAccountView withoutPerson() {
    return with(null, null);
  }

  private SubAccountView with(@Nullable String idLast4, @Nullable String taxLast4) {
    return new SubAccountView(
        subAccountId,
        externalId,
        uid,
        displayName,
        name,
        email,
        country,
        walletBalance,
        currency,
        kycStatus,
        kycLevel,
        status,
        frozenBy,
        frozenReason,
        metadata,
        createdAt,
        updatedAt,
        closedAt,
        closedReason,
        idLast4,
        taxLast4,
        null);
  }
}
