package africa.soko.subaccount;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The profile of a sub-account: what its partner says of it. What a trade needs to know lies in
/// its [africa.soko.ledger.Account].
///
/// @param externalId the partner's own reference, if it was created under one
/// @param uid the partner's id of the user, if it was opened by auto-register
/// @param closing when and why it was closed; null while it is not
public record SubAccount(
    String partnerId,
    String subAccountId,
    @Nullable String externalId,
    @Nullable String uid,
    Profile profile,
    @Nullable String frozenReason,
    Identity identity,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Closing closing) {

  public static final Table<SubAccount> TABLE =
      Table.<SubAccount>named("sub_account")
          .key("partner_id", SubAccount::partnerId)
          .key("sub_account_id", SubAccount::subAccountId)
          .text("external_id", SubAccount::externalId)
          .text("uid", SubAccount::uid)
          .text("display_name", s -> s.profile.displayName)
          .text("email", s -> s.profile.email)
          .text("country", s -> s.profile.country)
          .text("frozen_reason", SubAccount::frozenReason)
          .text("kyc_reference", s -> s.identity.reference)
          .text("kyc_profile", s -> s.identity.profile)
          .text("id_number_hmac", s -> Fingerprint.hmacOf(s.identity.idNumber))
          .text("id_number_last4", s -> Fingerprint.last4Of(s.identity.idNumber))
          .text("tax_id_hmac", s -> Fingerprint.hmacOf(s.identity.taxId))
          .text("tax_id_last4", s -> Fingerprint.last4Of(s.identity.taxId))
          .text("metadata", s -> s.profile.metadata)
          .instant("created_at", SubAccount::createdAt)
          .instant("updated_at", SubAccount::updatedAt)
          .instant("closed_at", s -> s.closing == null ? null : s.closing.at)
          .text("closed_reason", s -> s.closing == null ? null : s.closing.reason)
          .readBy(SubAccount::read);

  /// What a partner may change at any time.
  ///
  /// @param country ISO 3166-1 alpha-2
  /// @param metadata the partner's own keys and values, as the text of a JSON object; null for none
  public record Profile(
      String displayName,
      @Nullable String email,
      @Nullable String country,
      @Nullable String metadata) {}

  /// What the partner has asserted of the person, besides status and level.
  ///
  /// @param reference the partner's own KYC session
  /// @param profile the compliance profile, as the text of a JSON object
  public record Identity(
      @Nullable String reference,
      @Nullable String profile,
      @Nullable Fingerprint idNumber,
      @Nullable Fingerprint taxId) {
    static final Identity UNKNOWN = new Identity(null, null, null, null);
  }

  /// The end of a sub-account.
  ///
  /// @param reason the partner's own words
  public record Closing(Instant at, @Nullable String reason) {}

  public static Key key(String partnerId, String subAccountId) {
    return Key.of(partnerId, subAccountId);
  }

  static SubAccount opened(
      String partnerId,
      String subAccountId,
      @Nullable String externalId,
      @Nullable String uid,
      Profile profile,
      Instant now) {
    return new SubAccount(
        partnerId, subAccountId, externalId, uid, profile, null, Identity.UNKNOWN, now, now, null);
  }

  SubAccount with(Profile newProfile, @Nullable String newFrozenReason, Instant now) {
    return new SubAccount(
        partnerId,
        subAccountId,
        externalId,
        uid,
        newProfile,
        newFrozenReason,
        identity,
        createdAt,
        now,
        closing);
  }

  SubAccount with(Identity newIdentity, Instant now) {
    return new SubAccount(
        partnerId,
        subAccountId,
        externalId,
        uid,
        profile,
        frozenReason,
        newIdentity,
        createdAt,
        now,
        closing);
  }

  SubAccount closed(@Nullable String reason, Instant now) {
    return new SubAccount(
        partnerId,
        subAccountId,
        externalId,
        uid,
        profile,
        null,
        identity,
        createdAt,
        now,
        new Closing(now, reason));
  }

  static SubAccount read(Fields f) {
    return new SubAccount(
        f.text("partner_id"),
        f.text("sub_account_id"),
        f.maybeText("external_id"),
        f.maybeText("uid"),
        new Profile(
            f.text("display_name"),
            f.maybeText("email"),
            f.maybeText("country"),
            f.maybeText("metadata")),
        f.maybeText("frozen_reason"),
        new Identity(
            f.maybeText("kyc_reference"),
            f.maybeText("kyc_profile"),
            Fingerprint.stored(f.maybeText("id_number_hmac"), f.maybeText("id_number_last4")),
            Fingerprint.stored(f.maybeText("tax_id_hmac"), f.maybeText("tax_id_last4"))),
        f.instant("created_at"),
        f.instant("updated_at"),
        closing(f));
  }

  private static @Nullable Closing closing(Fields f) {
    var at = f.maybeInstant("closed_at");
    return at == null ? null : new Closing(at, f.maybeText("closed_reason"));
  }
}
