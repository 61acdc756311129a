package africa.soko.trading;

import africa.soko.ledger.Account;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// An order (SPEC "Order"): what was asked, and how far it has come.
public record Order(Terms terms, Progress progress) {

  /// What was asked. It never changes.
  ///
  /// @param accountId a sub-account, or the partner's own
  /// @param quantity units; in cash mode as quoted, since the fill decides
  /// @param cashValue the amount in cash mode, else null
  /// @param quoteId null for a test order
  /// @param fees as they were when the quote was issued
  /// @param test whether only the sandbox's test tools move it
  public record Terms(
      String partnerId,
      String orderId,
      String accountId,
      @Nullable String externalId,
      Side side,
      Kind kind,
      String symbol,
      String exchange,
      String currency,
      BigDecimal quantity,
      @Nullable Usd cashValue,
      @Nullable String quoteId,
      @Nullable String clientOrderId,
      Fees fees,
      boolean test,
      Instant createdAt) {}

  /// How far it has come.
  ///
  /// @param filledValue what the filled units are worth at the prices of their fills, unrounded USD
  /// @param reserved units of the holding that a SELL keeps back
  /// @param escrowGross cash that a BUY keeps back for its cost
  /// @param escrowFee cash that a BUY keeps back for its fees
  /// @param gross as quoted, from the first fill on as filled
  /// @param averagePrice local price over all fills
  /// @param fxRate local units per USD: of the quote, then of the last fill
  /// @param refunded what a cancelled BUY got back
  /// @param dueAt when the desk takes it up; null when the desk is to leave it alone
  /// @param queuedUntil the opening of the session that it waits for
  /// @param settledAt the time of execution
  /// @param reportCount how many execution reports it has
  public record Progress(
      Status status,
      BigDecimal filledQuantity,
      BigDecimal filledValue,
      BigDecimal reserved,
      Usd escrowGross,
      Usd escrowFee,
      Usd gross,
      Usd baseFee,
      Usd markupFee,
      @Nullable BigDecimal averagePrice,
      BigDecimal fxRate,
      @Nullable Usd refunded,
      @Nullable Instant dueAt,
      @Nullable Instant queuedUntil,
      @Nullable Instant settledAt,
      @Nullable Settlement settlement,
      @Nullable Rejection rejection,
      @Nullable String cancelReason,
      int reportCount,
      Instant updatedAt) {}

  /// Which price decides; so far only the market's.
  public enum Kind {
    MARKET
  }

  /// SPEC "Order" states.
  public enum Status {
    PENDING,
    WORKING,
    PARTIALLY_FILLED,
    FILLED,
    REJECTED,
    CANCELLED;

    public boolean isOpen() {
      return this == PENDING || this == WORKING || this == PARTIALLY_FILLED;
    }
  }

  /// When and whether a fill settles.
  ///
  /// @param date T+N business days of the exchange
  /// @param dueAt when that day begins there
  public record Settlement(LocalDate date, Instant dueAt, State state) {
    /// DECISIONS: `settlementStatus`.
    public enum State {
      UNSETTLED,
      SETTLED,
      FAILED
    }

    Settlement with(State newState) {
      return new Settlement(date, dueAt, newState);
    }
  }

  /// Why the desk declined.
  public record Rejection(RejectionCode code, String reason) {}

  public static Key key(String partnerId, String orderId) {
    return Key.of(partnerId, orderId);
  }

  public boolean isOpen() {
    return progress.status.isOpen();
  }

  boolean isPartlyFilled() {
    return progress.filledQuantity.signum() > 0;
  }

  public boolean isUnsettled() {
    var settlement = progress.settlement;
    return settlement != null && settlement.state == Settlement.State.UNSETTLED;
  }

  /// Units: as asked, and in cash mode as quoted until the fill has decided.
  public BigDecimal quantity() {
    var isDecided = terms.cashValue != null && progress.status == Status.FILLED;
    return isDecided ? progress.filledQuantity : terms.quantity;
  }

  Usd filledGross() {
    return isPartlyFilled() ? progress.gross : Usd.ZERO;
  }

  Usd filledFee() {
    return isPartlyFilled() ? fee() : Usd.ZERO;
  }

  Usd filledBaseFee() {
    return isPartlyFilled() ? progress.baseFee : Usd.ZERO;
  }

  /// What one unit came to in USD over all fills, or null before the first.
  public @Nullable BigDecimal filledUsdPrice() {
    return isPartlyFilled() ? Rounding.ratio(progress.filledValue, progress.filledQuantity) : null;
  }

  public BigDecimal remainingQuantity() {
    if (!isOpen()) return BigDecimal.ZERO;
    // In cash mode the quantity is only indicative, and a cheaper fill goes beyond it.
    var remaining = terms.quantity.subtract(progress.filledQuantity).max(BigDecimal.ZERO);
    return Rounding.plain(remaining);
  }

  public Usd fee() {
    return progress.baseFee.plus(progress.markupFee);
  }

  /// What its fills have cost, or brought, fees accounted for.
  Usd filledTotal() {
    return terms.side.total(filledGross(), filledFee());
  }

  /// What it has cost so far and still holds in escrow; of a SELL what it has brought and is
  /// expected to bring yet (DECISIONS 6). Nothing where it ended without a fill; a fill whose
  /// settlement failed counts as any other.
  public Usd totalCost() {
    if (!isOpen()) return filledTotal();
    return switch (terms.side) {
      case BUY -> filledTotal().plus(progress.escrowGross).plus(progress.escrowFee);
      case SELL -> expectedProceeds();
    };
  }

  /// As quoted, and from the first fill on at the price of the fills.
  private Usd expectedProceeds() {
    var price = filledUsdPrice();
    if (price == null) return terms.side.total(progress.gross, fee());
    var units = remainingQuantity();
    var rest =
        terms.cashValue == null
            ? Part.of(this, units, price)
            : Part.of(this, units, price, terms.cashValue.minus(progress.gross));
    return filledTotal().plus(rest.gross()).minus(rest.fee());
  }

  /// The sub-account it belongs to, or null for the partner's own account.
  public @Nullable String subAccountId() {
    return subAccountId(terms.accountId);
  }

  static @Nullable String subAccountId(String accountId) {
    return Account.MASTER.equals(accountId) ? null : accountId;
  }

  /// Starts a change of this order's progress.
  Change change() {
    return new Change(this);
  }
}
