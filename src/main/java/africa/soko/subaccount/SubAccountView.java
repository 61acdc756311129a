package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A sub-account as callers see it (SPEC "Sub-account").
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
    @Nullable String closedReason) {

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
        closing == null ? null : closing.reason());
  }
}
