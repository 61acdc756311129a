package africa.soko.paper;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An order on paper. Amounts in cents.
final class Order {
  final int id;
  final Account account;
  final String symbol;
  final boolean buy;
  final String kind;

  /// Whether the test tools placed it, so that the desk leaves it alone.
  final boolean test;

  /// What is to be traded; in cash mode as quoted.
  BigDecimal units;

  /// In cash mode what is to be spent or brought in, else null.
  final @Nullable Long cents;

  /// Local units per dollar at placement.
  final BigDecimal rate;

  @Nullable BigDecimal limit;
  @Nullable BigDecimal stop;
  @Nullable Instant expires;
  boolean stopped;

  /// Of the set of prices that set it off.
  @Nullable BigDecimal triggerPrice;

  @Nullable BigDecimal triggerRate;

  String status = "PENDING";
  @Nullable Instant due;
  long held;
  BigDecimal reserved = BigDecimal.ZERO;

  BigDecimal filled = BigDecimal.ZERO;

  /// What the filled units are worth in dollars, and in local money, at the prices of their fills.
  BigDecimal worth = BigDecimal.ZERO;

  BigDecimal localWorth = BigDecimal.ZERO;
  long gross;
  long base;
  long markup;

  /// What it is expected to bring while nothing is filled.
  long estimate;

  final List<Tranche> tranches = new ArrayList<>();
  @Nullable String rejection;
  boolean expired;
  @Nullable Long refunded;
  final List<String> events = new ArrayList<>();
  final List<String> reports = new ArrayList<>();

  /// How many fills it has had.
  int fills;

  /// One fill on its way to settlement, by its own trade date.
  ///
  /// @param fill which of the order, from 1
  /// @param net what it brought or cost
  /// @param taken the lots that a SELL took, else empty
  record Tranche(
      int fill,
      BigDecimal units,
      long net,
      long markup,
      List<Account.Lot> taken,
      Instant settles,
      boolean failed) {
    /// Nobody covers what was spent of it.
    Tranche uncovered() {
      return new Tranche(fill, units, net, markup, taken, settles, true);
    }
  }

  /// Of its fills together, null before the first.
  @Nullable String settlement;

  Order(
      int id,
      Account account,
      String symbol,
      boolean buy,
      String kind,
      boolean test,
      BigDecimal units,
      @Nullable Long cents,
      BigDecimal rate) {
    this.id = id;
    this.account = account;
    this.symbol = symbol;
    this.buy = buy;
    this.kind = kind;
    this.test = test;
    this.units = units;
    this.cents = cents;
    this.rate = rate;
  }

  boolean isOpen() {
    return status.equals("PENDING") || status.equals("WORKING") || isPartly();
  }

  boolean isPartly() {
    return status.equals("PARTIALLY_FILLED");
  }

  /// From now on it is with the desk, and fills at this price.
  void setOff(BigDecimal price, Market market, Instant now) {
    triggerPrice = price;
    triggerRate = market.rate(symbol);
    due = market.after(symbol, now, market.drawn(id));
  }

  boolean isWorking() {
    return status.equals("WORKING");
  }

  boolean isMarket() {
    return kind.equals("MARKET");
  }

  /// Whether its stop has yet to be reached.
  boolean awaitsStop() {
    return stop != null && !stopped;
  }

  long fee() {
    return base + markup;
  }

  /// What its fills have cost, or brought.
  long net() {
    return buy ? gross + fee() : gross - fee();
  }

  BigDecimal remaining() {
    return isOpen() ? units.subtract(filled).max(BigDecimal.ZERO) : BigDecimal.ZERO;
  }

  /// Whether a price is what it waits for (DECISIONS 6).
  boolean isReached(BigDecimal price) {
    if (awaitsStop() && stop != null) {
      return buy ? price.compareTo(stop) >= 0 : price.compareTo(stop) <= 0;
    }
    if (limit == null) return true;
    return buy ? price.compareTo(limit) <= 0 : price.compareTo(limit) >= 0;
  }

  void tell(String event) {
    events.add(event);
  }
}
