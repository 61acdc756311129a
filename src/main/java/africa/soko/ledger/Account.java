package africa.soko.ledger;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A trading account: a sub-account, or the partner's own. The narrow row that every trade locks.
///
/// @param accountId the id of the sub-account, or [#MASTER]
/// @param cash the wallet balance, net of escrow
/// @param escrow what open orders hold
/// @param unsettled the part of past SELL proceeds that is not settled yet
/// @param entries how many entries the wallet has
public record Account(
    String partnerId,
    String accountId,
    @Nullable String externalId,
    Status status,
    @Nullable String frozenBy,
    KycStatus kycStatus,
    @Nullable KycLevel kycLevel,
    Usd cash,
    Usd escrow,
    Usd unsettled,
    long entries) {

  /// The id of every partner's own account.
  public static final String MASTER = "master";

  public static final Table<Account> TABLE =
      Table.<Account>named("account")
          .key("partner_id", Account::partnerId)
          .key("account_id", Account::accountId)
          .text("external_id", Account::externalId)
          .fixed()
          .constant("status", Account::status)
          .text("frozen_by", Account::frozenBy)
          .constant("kyc_status", Account::kycStatus)
          .constant("kyc_level", Account::kycLevel)
          .usd("cash", Account::cash)
          .usd("escrow", Account::escrow)
          .usd("unsettled", Account::unsettled)
          .number("entries", Account::entries)
          .readBy(
              f ->
                  new Account(
                      f.text("partner_id"),
                      f.text("account_id"),
                      f.maybeText("external_id"),
                      f.constant("status", Status.class),
                      f.maybeText("frozen_by"),
                      f.constant("kyc_status", KycStatus.class),
                      f.maybeConstant("kyc_level", KycLevel.class),
                      f.usd("cash"),
                      f.usd("escrow"),
                      f.usd("unsettled"),
                      f.number("entries")));

  /// SPEC "Sub-account".
  public enum Status {
    ACTIVE,
    FROZEN,
    CLOSED;

    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What the partner has asserted of an identity; any may follow any.
  public enum KycStatus {
    PENDING,
    IN_REVIEW,
    VERIFIED,
    REJECTED,
    EXPIRED
  }

  /// How thoroughly an identity was verified.
  public enum KycLevel {
    BASIC,
    FULL
  }

  public static Account opened(String partnerId, String accountId, @Nullable String externalId) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        Status.ACTIVE,
        null,
        KycStatus.PENDING,
        null,
        Usd.ZERO,
        Usd.ZERO,
        Usd.ZERO,
        0);
  }

  public static Key key(String partnerId, String accountId) {
    return Key.of(partnerId, accountId);
  }

  public boolean isMaster() {
    return accountId.equals(MASTER);
  }

  /// What may leave the wallet: cash less unsettled proceeds.
  public Usd withdrawable() {
    return cash.minus(unsettled).orZero();
  }

  public Account withStatus(Status newStatus, @Nullable String newFrozenBy) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        newStatus,
        newFrozenBy,
        kycStatus,
        kycLevel,
        cash,
        escrow,
        unsettled,
        entries);
  }

  public Account withKyc(KycStatus newStatus, @Nullable KycLevel newLevel) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        status,
        frozenBy,
        newStatus,
        newLevel,
        cash,
        escrow,
        unsettled,
        entries);
  }

  public Account withUnsettled(Usd newUnsettled) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        status,
        frozenBy,
        kycStatus,
        kycLevel,
        cash,
        escrow,
        newUnsettled,
        entries);
  }

  Account withCash(Usd newCash) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        status,
        frozenBy,
        kycStatus,
        kycLevel,
        newCash,
        escrow,
        unsettled,
        entries + 1);
  }

  Account withEscrow(Usd newEscrow) {
    return new Account(
        partnerId,
        accountId,
        externalId,
        status,
        frozenBy,
        kycStatus,
        kycLevel,
        cash,
        newEscrow,
        unsettled,
        entries);
  }
}
