package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.quote.Size.Valuation;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// An order (SPEC "Order"), in parts that change together.
///
/// @param resting what it waits for; null for a MARKET order
/// @param settlement of its fills; null before the first
/// @param end why it ended without being filled whole, else null
public record Order(
    Terms terms,
    Ask ask,
    Held held,
    Filled filled,
    Cost cost,
    Agenda agenda,
    @Nullable Resting resting,
    @Nullable Settlement settlement,
    @Nullable End end,
    Progress progress) {
  private static final int UNIT_DECIMALS = 6;

  /// What is asked for.
  ///
  /// @param quantity units; in cash mode as quoted, since the fill decides
  /// @param cashValue the amount in cash mode, else null
  public record Ask(BigDecimal quantity, @Nullable Usd cashValue) {}

  /// What it keeps back: cash for a BUY, units for a SELL.
  ///
  /// @param gross for what the units cost
  /// @param fee for the fees on them
  public record Held(BigDecimal units, Usd gross, Usd fee) {
    static final Held NOTHING = new Held(BigDecimal.ZERO, Usd.ZERO, Usd.ZERO);

    static Held of(Side side, Valuation value) {
      return switch (side) {
        case BUY -> new Held(BigDecimal.ZERO, value.gross(), value.fee());
        case SELL -> new Held(value.units(), Usd.ZERO, Usd.ZERO);
      };
    }

    public Usd cash() {
      return gross.plus(fee);
    }
  }

  /// What its fills have come to.
  ///
  /// @param value of the units at the prices of their fills, unrounded USD
  /// @param averagePrice local price over all fills; null before the first
  /// @param at the time of the latest
  public record Filled(
      BigDecimal quantity,
      BigDecimal value,
      @Nullable BigDecimal averagePrice,
      @Nullable Instant at) {
    static final Filled NOTHING = new Filled(BigDecimal.ZERO, BigDecimal.ZERO, null, null);

    /// With one fill more, which makes all of them worth `newValue`.
    Filled plus(BigDecimal units, BigDecimal newValue, Price price, Instant now) {
      var total = Rounding.plain(quantity.add(units));
      return new Filled(total, newValue, average(units, price), now);
    }

    private BigDecimal average(BigDecimal units, Price price) {
      if (averagePrice == null) return price.local();
      var worth = averagePrice.multiply(quantity).add(price.local().multiply(units));
      return Rounding.ratio(worth, quantity.add(units));
    }
  }

  /// What it costs: as quoted, from the first fill on as filled.
  ///
  /// @param fxRate local units per USD: of the quote, then of the latest fill
  public record Cost(Usd gross, Usd baseFee, Usd markupFee, BigDecimal fxRate) {
    static Cost of(Valuation value, BigDecimal fxRate) {
      return new Cost(value.gross(), value.baseFee(), value.markupFee(), fxRate);
    }

    public Usd fee() {
      return baseFee.plus(markupFee);
    }
  }

  /// When the desk turns to it.
  ///
  /// @param dueAt null when the desk is to leave it alone
  /// @param queuedUntil the opening of the session that it waits for
  public record Agenda(@Nullable Instant dueAt, @Nullable Instant queuedUntil) {
    public static final Agenda NONE = new Agenda(null, null);

    static Agenda of(Session session, Instant now) {
      return new Agenda(session.dueAt(now), session.queuedUntil(now));
    }
  }

  /// How far it has come.
  ///
  /// @param reportCount how many execution reports it has
  public record Progress(Status status, int reportCount, Instant updatedAt) {}

  /// Which price decides: the market's, or one that the order names.
  public enum Kind {
    MARKET,
    LIMIT,
    STOP,
    STOP_LIMIT;

    boolean hasLimit() {
      return this == LIMIT || this == STOP_LIMIT;
    }

    boolean hasStop() {
      return this == STOP || this == STOP_LIMIT;
    }
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

  /// When and whether its fills settle.
  ///
  /// @param date of the latest fill
  /// @param state UNSETTLED until each has settled or failed
  public record Settlement(LocalDate date, State state) {
    /// DECISIONS: `settlementStatus`.
    public enum State {
      UNSETTLED,
      SETTLED,
      FAILED
    }

    public Settlement with(State newState) {
      return new Settlement(date, newState);
    }
  }

  /// Why nothing more of it will be filled.
  public sealed interface End {
    String reason();
  }

  /// The desk declined.
  public record Rejection(RejectionCode code, String reason) implements End {}

  /// The partner wished it, or its deadline came.
  ///
  /// @param refunded what a BUY got back; null for a SELL
  public record Cancellation(String reason, @Nullable Usd refunded, boolean isExpiry)
      implements End {
    /// SPEC "Order": `orderLifecycle`.
    public @Nullable String lifecycle() {
      return isExpiry ? "EXPIRED" : null;
    }
  }

  /// An order that is taken in now, with its receipt: it waits for the desk, or for a price.
  static Order placed(
      Terms terms,
      Ask ask,
      Valuation value,
      BigDecimal fxRate,
      Agenda agenda,
      @Nullable Resting resting,
      Instant now) {
    return new Order(
        terms,
        ask,
        Held.of(terms.side(), value),
        Filled.NOTHING,
        Cost.of(value, fxRate),
        agenda,
        resting,
        null,
        null,
        new Progress(resting == null ? Status.PENDING : Status.WORKING, 1, now));
  }

  public static Key key(String partnerId, String accountId, String orderId) {
    return Key.of(partnerId, accountId, orderId);
  }

  public boolean isOpen() {
    return progress.status.isOpen();
  }

  public boolean isPartlyFilled() {
    return filled.quantity.signum() > 0;
  }

  /// Whether the desk is to turn to it by now.
  boolean isDue(Instant now) {
    var isWithDesk =
        progress.status == Status.PENDING || progress.status == Status.PARTIALLY_FILLED;
    return isWithDesk && agenda.dueAt != null && !now.isBefore(agenda.dueAt);
  }

  /// How many decimals the units of a fill in part may have: a BUY by quantity takes whole ones.
  int unitDecimals() {
    return terms.side() == Side.BUY && ask.cashValue == null ? 0 : UNIT_DECIMALS;
  }

  /// Whether its prices and its size may be changed (SPEC "Order rules").
  public boolean isReplaceable() {
    return progress.status == Status.WORKING && resting != null;
  }

  /// Which of its reports the next one is.
  int nextReport() {
    return progress.reportCount + 1;
  }

  public boolean isUnsettled() {
    return settlement != null && settlement.state == Settlement.State.UNSETTLED;
  }

  public @Nullable Rejection rejection() {
    return end instanceof Rejection rejection ? rejection : null;
  }

  public @Nullable Cancellation cancellation() {
    return end instanceof Cancellation cancellation ? cancellation : null;
  }

  /// What it fills at: what triggered it, and else the latest price, if there is one, never worse
  /// than its limit.
  public @Nullable Price priceToPay(@Nullable Price latest) {
    if (resting == null) return latest;
    if (resting.trigger() != null) return resting.trigger().asPrice(terms.currency());
    return latest == null ? null : resting.bounds().within(terms.side(), latest);
  }

  /// Units: as asked, and in cash mode as quoted until the fill has decided.
  public BigDecimal quantity() {
    var isDecided = ask.cashValue != null && progress.status == Status.FILLED;
    return isDecided ? filled.quantity : ask.quantity;
  }

  Usd filledGross() {
    return isPartlyFilled() ? cost.gross : Usd.ZERO;
  }

  Usd filledFee() {
    return isPartlyFilled() ? cost.fee() : Usd.ZERO;
  }

  Usd filledBaseFee() {
    return isPartlyFilled() ? cost.baseFee : Usd.ZERO;
  }

  /// What one unit came to in USD over all fills, or null before the first.
  public @Nullable BigDecimal filledUsdPrice() {
    return isPartlyFilled() ? Rounding.ratio(filled.value, filled.quantity) : null;
  }

  public BigDecimal remainingQuantity() {
    if (!isOpen()) return BigDecimal.ZERO;
    // In cash mode the quantity is only indicative, and a cheaper fill goes beyond it.
    var remaining = ask.quantity.subtract(filled.quantity).max(BigDecimal.ZERO);
    return Rounding.plain(remaining);
  }

  /// What its fills have cost, or brought, fees accounted for.
  public Usd filledTotal() {
    return terms.side().total(filledGross(), filledFee());
  }

  /// What it has cost so far and still holds in escrow; of a SELL what it has brought and is
  /// expected to bring yet (DECISIONS 6). Nothing where it ended without a fill; a fill whose
  /// settlement failed counts as any other.
  public Usd totalCost() {
    if (!isOpen()) return filledTotal();
    return switch (terms.side()) {
      case BUY -> filledTotal().plus(held.cash());
      case SELL -> expectedProceeds();
    };
  }

  /// As quoted, and from the first fill on at the price of the fills.
  private Usd expectedProceeds() {
    var price = filledUsdPrice();
    if (price == null) return terms.side().total(cost.gross, cost.fee());
    var units = remainingQuantity();
    var rest =
        ask.cashValue == null
            ? PartialFill.of(this, units, price)
            : PartialFill.of(this, units, price, ask.cashValue.minus(cost.gross));
    return filledTotal().plus(rest.gross()).minus(rest.fee());
  }

  /// The sub-account it belongs to, or null for the partner's own account.
  public @Nullable String subAccountId() {
    return Account.subAccountId(terms.accountId());
  }

  /// Set off by hand where it rests still: what is left after a fill in part fills at this price.
  public Order setOff(Price price, Session session, Instant now) {
    if (resting == null || resting.trigger() != null) return this;
    return with(resting.triggered(price, now)).with(Agenda.of(session, now));
  }

  Order with(Held newHeld) {
    return new Order(terms, ask, newHeld, filled, cost, agenda, resting, settlement, end, progress);
  }

  Order with(Filled newFilled, Cost newCost, Settlement newSettlement) {
    return new Order(
        terms, ask, held, newFilled, newCost, agenda, resting, newSettlement, end, progress);
  }

  public Order with(Settlement newSettlement) {
    return new Order(terms, ask, held, filled, cost, agenda, resting, newSettlement, end, progress);
  }

  Order with(Ask newAsk) {
    return new Order(terms, newAsk, held, filled, cost, agenda, resting, settlement, end, progress);
  }

  Order with(Cost newCost) {
    return new Order(terms, ask, held, filled, newCost, agenda, resting, settlement, end, progress);
  }

  Order with(Agenda newAgenda) {
    return new Order(terms, ask, held, filled, cost, newAgenda, resting, settlement, end, progress);
  }

  Order with(Resting newResting) {
    return new Order(terms, ask, held, filled, cost, agenda, newResting, settlement, end, progress);
  }

  Order with(End newEnd) {
    return new Order(terms, ask, held, filled, cost, agenda, resting, settlement, newEnd, progress);
  }

  /// In another state, of which no execution report is written.
  Order moved(Status newStatus, Instant now) {
    return with(new Progress(newStatus, progress.reportCount, now));
  }

  /// With one more execution report.
  public Order reported(Status newStatus, Instant now) {
    return with(new Progress(newStatus, progress.reportCount + 1, now));
  }

  private Order with(Progress next) {
    return new Order(terms, ask, held, filled, cost, agenda, resting, settlement, end, next);
  }
}
