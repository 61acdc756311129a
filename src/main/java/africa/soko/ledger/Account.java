package africa.soko.ledger;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A trading account: a sub-account, or the partner's own. The narrow row that every trade locks.
///
/// @param accountId the id of the sub-account, or [#MASTER]
/// @param dayEnds when the day ends whose worth is to be written next; null for none
public record Account(
    String partnerId,
    String accountId,
    @Nullable String externalId,
    Standing standing,
    Balances balances,
    @Nullable Instant dayEnds) {

  /// The id of every partner's own account.
  public static final String MASTER = "master";

  public static final Table<Account> TABLE =
      Table.<Account>named("account")
          .key("partner_id", Account::partnerId)
          .key("account_id", Account::accountId)
          .text("external_id", Account::externalId)
          .fixed()
          .constant("status", a -> a.standing.status)
          .text("frozen_by", a -> a.standing.frozenBy)
          .constant("kyc_status", a -> a.standing.kycStatus)
          .constant("kyc_level", a -> a.standing.kycLevel)
          .usd("cash", a -> a.balances.cash)
          .usd("escrow", a -> a.balances.escrow)
          .usd("unsettled", a -> a.balances.unsettled)
          .number("entries", a -> a.balances.entries)
          .number("open_orders", a -> a.balances.openOrders)
          .instant("day_ends", Account::dayEnds)
          .readBy(
              f ->
                  new Account(
                      f.text("partner_id"),
                      f.text("account_id"),
                      f.maybeText("external_id"),
                      new Standing(
                          f.constant("status", Status.class),
                          f.maybeText("frozen_by"),
                          f.constant("kyc_status", KycStatus.class),
                          f.maybeConstant("kyc_level", KycLevel.class)),
                      new Balances(
                          f.usd("cash"),
                          f.usd("escrow"),
                          f.usd("unsettled"),
                          f.number("entries"),
                          f.number("open_orders")),
                      f.maybeInstant("day_ends")));

  /// What it may do.
  ///
  /// @param frozenBy who froze it; null unless it is frozen
  public record Standing(
      Status status, @Nullable String frozenBy, KycStatus kycStatus, @Nullable KycLevel kycLevel) {

    private static final Standing NEW = new Standing(Status.ACTIVE, null, KycStatus.PENDING, null);

    public Standing withStatus(Status newStatus, @Nullable String newFrozenBy) {
      return new Standing(newStatus, newFrozenBy, kycStatus, kycLevel);
    }

    public Standing withKyc(KycStatus newStatus, @Nullable KycLevel newLevel) {
      return new Standing(status, frozenBy, newStatus, newLevel);
    }
  }

  /// What it has.
  ///
  /// @param cash the wallet balance, net of escrow
  /// @param escrow what open orders hold
  /// @param unsettled the part of past SELL proceeds that is not settled yet
  /// @param entries how many entries the wallet has
  /// @param openOrders how many orders are open
  public record Balances(Usd cash, Usd escrow, Usd unsettled, long entries, long openOrders) {

    private static final Balances NOTHING = new Balances(Usd.ZERO, Usd.ZERO, Usd.ZERO, 0, 0);

    /// What may leave the wallet: cash less unsettled proceeds.
    public Usd withdrawable() {
      return cash.minus(unsettled).orZero();
    }

    public Balances withUnsettled(Usd newUnsettled) {
      return new Balances(cash, escrow, newUnsettled, entries, openOrders);
    }

    /// With so many open orders more; fewer with less than zero.
    public Balances plusOpenOrders(int orders) {
      return new Balances(cash, escrow, unsettled, entries, openOrders + orders);
    }

    /// With one more entry in the wallet.
    Balances withCash(Usd newCash) {
      return new Balances(newCash, escrow, unsettled, entries + 1, openOrders);
    }

    Balances withEscrow(Usd newEscrow) {
      return new Balances(cash, newEscrow, unsettled, entries, openOrders);
    }
  }

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

  /// @param now the partner's time
  public static Account opened(
      String partnerId, String accountId, @Nullable String externalId, Instant now) {
    var dayEnds = now.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
    return new Account(partnerId, accountId, externalId, Standing.NEW, Balances.NOTHING, dayEnds);
  }

  public static Key key(String partnerId, String accountId) {
    return Key.of(partnerId, accountId);
  }

  /// The sub-account that an account is, or null for the partner's own.
  public static @Nullable String subAccountId(String accountId) {
    return MASTER.equals(accountId) ? null : accountId;
  }

  public boolean isMaster() {
    return accountId.equals(MASTER);
  }

  /// Why money or units of this account must not move, or null if they may (SPEC "Sub-account"
  /// under "States and transitions").
  public @Nullable Refused cannotMove() {
    return standing.status == Status.ACTIVE ? null : cannotMove(accountId, standing.status);
  }

  /// What is told of an account that is not active.
  public static Refused cannotMove(String accountId, Status status) {
    return Refused.of(ErrorCode.FORBIDDEN, "Sub-account %s is %s", accountId, status.text())
        .with("reason", status.text());
  }

  public Account with(Standing newStanding) {
    return new Account(partnerId, accountId, externalId, newStanding, balances, dayEnds);
  }

  public Account with(Balances newBalances) {
    return new Account(partnerId, accountId, externalId, standing, newBalances, dayEnds);
  }

  public Account withDayEnd(@Nullable Instant newDayEnds) {
    return new Account(partnerId, accountId, externalId, standing, balances, newDayEnds);
  }
}
