package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What happens to orders without being asked: triggers, fills, rejections, expiry, settlement.
final class Desk {
  private final Books books;
  private final Market market;

  Desk(Books books) {
    this.books = books;
    this.market = books.market;
  }

  /// Does what becomes due on the way to a moment, each when it is.
  void pass(Instant to) {
    for (var next = next(); next != null && !next.isAfter(to); next = next()) {
      books.now = next;
      for (var order : sorted(o -> isExpired(o, books.now))) cancel(order, true);
      for (var order : sorted(o -> isDue(o, books.now))) execute(order);
      for (var order : books.orders.values()) settle(order, this::isDue);
    }
    books.now = to;
  }

  private ArrayList<Order> sorted(Predicate<Order> wanted) {
    var found = new ArrayList<>(books.orders.values().stream().filter(wanted).toList());
    found.sort(Comparator.comparing((Order o) -> o.due == null ? Instant.MIN : o.due));
    return found;
  }

  /// When something becomes due next.
  @Nullable Instant next() {
    return books.orders.values().stream()
        .flatMap(this::times)
        .map(at -> at.isBefore(books.now) ? books.now : at)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /// Whether something is due within so long of a moment.
  boolean isNear(Instant moment, Duration distance) {
    return books.orders.values().stream()
        .flatMap(this::times)
        .anyMatch(at -> Duration.between(at, moment).abs().compareTo(distance) < 0);
  }

  private Stream<Instant> times(Order order) {
    var times = new ArrayList<Instant>();
    if (order.isWorking() && order.expires != null) times.add(order.expires);
    if (isWithDesk(order) && order.due != null) times.add(dealt(order, order.due));
    for (var tranche : order.tranches) if (!tranche.failed()) times.add(tranche.settles());
    return times.stream();
  }

  /// The first moment from then on at which the desk deals.
  private Instant dealt(Order order, Instant due) {
    var from = due.isBefore(books.now) ? books.now : due;
    if (market.deals(order.symbol, from)) return from;
    return market.hoursOf(order.symbol).nextOpen(from);
  }

  private static boolean isWithDesk(Order order) {
    return order.status.equals("PENDING") || order.isPartly();
  }

  private boolean isDue(Order order, Instant now) {
    return isWithDesk(order)
        && order.due != null
        && !order.due.isAfter(now)
        && market.deals(order.symbol, now);
  }

  private static boolean isExpired(Order order, Instant now) {
    return order.isWorking() && order.expires != null && !order.expires.isAfter(now);
  }

  /// Holds the latest price against an order that rests.
  void hold(Order order) {
    if (!order.isWorking() || !order.account.isActive()) return;
    if (market.isHalted(order.symbol) || !market.deals(order.symbol, books.now)) return;
    var price = market.price(order.symbol);
    if (!order.isReached(price)) return;
    if (order.awaitsStop() && order.limit != null) {
      order.stopped = true;
      order.tell("order.working");
      books.moved.add(order.id);
      if (!order.isReached(price)) return;
    }
    order.setOff(price, market, books.now);
    order.status = "PENDING";
    order.tell("order.pending");
    books.moved.add(order.id);
  }

  private void execute(Order order) {
    if (rejectedOnHold(order)) return;
    if (market.isHalted(order.symbol)) {
      reject(order, "MARKET_CLOSED");
      return;
    }
    fill(order, part(order, market.percent == 100 ? null : share(order)));
    if (order.isPartly()) order.due = market.after(order.symbol, books.now, market.pace);
  }

  /// What the desk fills at a time: a BUY by quantity takes whole units.
  private BigDecimal share(Order order) {
    int decimals = order.buy && order.cents == null ? 0 : 6;
    var exact = order.units.multiply(BigDecimal.valueOf(market.percent, 2));
    return Sums.floor(exact, decimals).max(BigDecimal.valueOf(1, decimals));
  }

  private boolean rejectedOnHold(Order order) {
    var account = order.account;
    var isVerified = account.isMaster() || account.kyc.equals("VERIFIED");
    if (account.isActive() && isVerified) return false;
    reject(order, account.isActive() ? "KYC_REQUIRED" : "COMPLIANCE_HOLD");
    return true;
  }

  /// The test tools move an order (DECISIONS 6).
  String move(Order order, String outcome) {
    if (order.account.status.equals("CLOSED")) return "FORBIDDEN";
    if (!order.isOpen()) return failLater(order, outcome);
    var fills = outcome.equals("FILL") || outcome.equals("PARTIAL_FILL") || isFailure(outcome);
    if (fills && rejectedOnHold(order)) return Books.OK;
    switch (outcome) {
      case "PENDING" -> {}
      case "REJECT" -> reject(order, "OTHER");
      case "CANCEL" -> cancel(order, false);
      case "PARTIAL_FILL" -> {
        var half = order.remaining().divideToIntegralValue(BigDecimal.TWO);
        var part = part(order, half.max(BigDecimal.ONE));
        if (order.isWorking()) order.setOff(part.local, market, books.now);
        fill(order, part);
      }
      default -> {
        var all = part(order, null);
        if (isFailure(outcome) && all.rejection == null && !canFail(order)) return "CONFLICT";
        fill(order, all);
        if (isFailure(outcome) && order.status.equals("FILLED")) fail(order);
      }
    }
    return Books.OK;
  }

  private static boolean isFailure(String outcome) {
    return outcome.equals("FAIL_SETTLEMENT");
  }

  private String failLater(Order order, String outcome) {
    if (!isFailure(outcome) || !isTestUnsettled(order) || !canFail(order)) return "CONFLICT";
    fail(order);
    return Books.OK;
  }

  String settleNow(Order order) {
    if (order.account.status.equals("CLOSED")) return "FORBIDDEN";
    if (!isTestUnsettled(order) || order.tranches.stream().anyMatch(Order.Tranche::failed)) {
      return "CONFLICT";
    }
    settle(order, _ -> true);
    return Books.OK;
  }

  private static boolean isTestUnsettled(Order order) {
    return order.test && order.status.equals("FILLED") && "UNSETTLED".equals(order.settlement);
  }

  /// What one more fill comes to, over all fills together.
  ///
  /// @param rejection why there is none, or null
  /// @param net what it brings or costs, fees accounted for
  private record Part(
      @Nullable String rejection,
      BigDecimal units,
      BigDecimal local,
      BigDecimal worth,
      long gross,
      long fee,
      long net,
      boolean isLast) {
    static Part rejected(String code) {
      return new Part(code, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, 0, 0, 0, false);
    }
  }

  /// @param wanted units at most, or null for all that is open
  private Part part(Order order, @Nullable BigDecimal wanted) {
    var rate = order.triggerRate == null ? market.rate(order.symbol) : order.triggerRate;
    var local = order.triggerPrice == null ? bounded(order) : order.triggerPrice;
    var usd = Sums.usd(local, rate);
    var open = open(order, usd);
    var units = wanted == null ? open : wanted.min(open);
    if (units.signum() <= 0) return Part.rejected("OTHER");
    var isLast = units.compareTo(open) == 0;
    var worth = order.worth.add(units.multiply(usd));
    long gross = order.buy ? Sums.up(worth) : Sums.down(worth);
    if (isLast && order.cents != null && !order.buy) gross = lastProceeds(order, units, usd, gross);
    long fee = Math.max(order.fee(), Sums.fee(gross, order.account.bps()));
    long net = (order.buy ? gross + fee : gross - fee) - order.net();
    if (order.buy && net - order.held > order.account.cash) {
      return Part.rejected("INSUFFICIENT_FUNDS");
    }
    return new Part(null, units, local, worth, gross, fee, net, isLast);
  }

  private void fill(Order order, Part part) {
    if (part.rejection != null) {
      reject(order, part.rejection);
      return;
    }
    long more = part.fee - order.fee();
    long base = Math.clamp(Sums.fee(part.gross, Sums.BASE_BPS), order.base, order.base + more);
    // The partner has its markup at the fill.
    long markup = part.fee - base - order.markup;
    books.master().cash += markup;
    order.fills++;
    order.worth = part.worth;
    order.localWorth = order.localWorth.add(part.units.multiply(part.local));
    order.filled = order.filled.add(part.units);
    order.gross = part.gross;
    order.base = base;
    order.markup = part.fee - base;
    var taken = new ArrayList<Account.Lot>();
    if (order.buy) bought(order, part.units, part.net, part.isLast);
    else taken.addAll(sold(order, part.units, part.net, part.isLast));
    var settles = market.hoursOf(order.symbol).settles(books.now);
    order.tranches.add(
        new Order.Tranche(order.fills, part.units, part.net, markup, taken, settles, false));
    filled(order, part.isLast);
  }

  private void filled(Order order, boolean isLast) {
    order.settlement = "UNSETTLED";
    order.status = isLast ? "FILLED" : "PARTIALLY_FILLED";
    order.reports.add(isLast ? "FILL" : "PARTIAL_FILL");
    if (isLast) {
      order.tell("order.filled");
      order.tell("trade.settled");
    } else {
      order.tell("order.partially_filled");
    }
    books.moved.add(order.id);
  }

  /// Never worse than its limit.
  private BigDecimal bounded(Order order) {
    var price = market.price(order.symbol);
    if (order.limit == null) return price;
    return order.buy ? price.min(order.limit) : price.max(order.limit);
  }

  /// What can still be filled: in cash mode as much as the rest of the cash comes to.
  private static BigDecimal open(Order order, BigDecimal usd) {
    if (order.cents == null) return order.units.subtract(order.filled);
    if (order.buy) return Sums.units(Sums.grossWithin(order.held, order.account.bps()), usd);
    var sellable = order.account.holding(order.symbol).available().add(order.reserved);
    return Sums.units(order.cents - order.gross, usd).min(sellable);
  }

  /// In cash mode the last fill brings what is left of the cash, unless the units have run out.
  private static long lastProceeds(Order order, BigDecimal units, BigDecimal usd, long gross) {
    long left = requireNonNull(order.cents) - order.gross;
    var isAll = units.compareTo(Sums.units(left, usd)) == 0;
    return isAll ? order.cents : gross;
  }

  private void bought(Order order, BigDecimal units, long cost, boolean isLast) {
    long missing = Math.max(0, cost - order.held);
    order.account.cash -= missing;
    order.held += missing - cost;
    if (isLast) {
      order.account.cash += order.held;
      order.held = 0;
    }
    order
        .account
        .holding(order.symbol)
        .add(new Account.Lot(order.id, order.fills, books.now, units, cost * 10_000));
  }

  private static List<Account.Lot> sold(Order order, BigDecimal units, long net, boolean isLast) {
    order.account.cash += net;
    var holding = order.account.holding(order.symbol);
    var released = isLast ? order.reserved : units.min(order.reserved);
    holding.reserved = holding.reserved.subtract(released);
    order.reserved = order.reserved.subtract(released);
    return holding.take(units);
  }

  private void reject(Order order, String code) {
    release(order);
    order.status = "REJECTED";
    order.rejection = code;
    order.reports.add("REJECTION");
    order.tell("order.rejected");
    order.tell("trade.rejected");
  }

  void cancel(Order order, boolean expired) {
    order.refunded = order.buy ? order.held : null;
    release(order);
    order.status = "CANCELLED";
    order.expired = expired;
    order.reports.add("CANCELLATION");
    order.tell("order.cancelled");
  }

  private void release(Order order) {
    order.account.cash += order.held;
    var holding = order.account.holding(order.symbol);
    holding.reserved = holding.reserved.subtract(order.reserved);
    order.held = 0;
    order.reserved = BigDecimal.ZERO;
    books.moved.add(order.id);
  }

  private boolean isDue(Order.Tranche tranche) {
    return !tranche.failed() && !tranche.settles().isAfter(books.now);
  }

  /// Each fill with a report of its own; those of one day are told together.
  private void settle(Order order, Predicate<Order.Tranche> wanted) {
    var settled = order.tranches.stream().filter(wanted).toList();
    if (settled.isEmpty()) return;
    order.tranches.removeAll(settled);
    settled.forEach(_ -> order.reports.add("SETTLEMENT"));
    settled.stream()
        .map(Order.Tranche::settles)
        .distinct()
        .forEach(_ -> order.tell("order.settled"));
    if (order.tranches.isEmpty()) order.settlement = "SETTLED";
    books.moved.add(order.id);
  }

  /// The units of a BUY must all be there and free.
  private static boolean canFail(Order order) {
    if (!order.buy) return true;
    var holding = order.account.holding(order.symbol);
    var units =
        order.tranches.stream().map(Order.Tranche::units).reduce(BigDecimal.ZERO, BigDecimal::add);
    return holding.available().compareTo(units) >= 0
        && order.tranches.stream()
            .allMatch(t -> holding.ofFill(order.id, t.fill()).compareTo(t.units()) == 0);
  }

  /// Cash and units of each fill go back to where they were, the fees too; what a SELL has brought
  /// may be spent only as far as the master wallet makes up for it, else its fill stays.
  private void fail(Order order) {
    var left = new ArrayList<Order.Tranche>();
    for (var tranche : order.tranches) {
      if (isCovered(order, tranche)) failed(order, tranche);
      else left.add(tranche.uncovered());
    }
    if (left.size() < order.tranches.size()) order.tell("order.settlement_failed");
    order.tranches.clear();
    order.tranches.addAll(left);
    if (left.isEmpty()) order.settlement = "FAILED";
    books.moved.add(order.id);
  }

  private boolean isCovered(Order order, Order.Tranche tranche) {
    long missing = tranche.net() - order.account.cash;
    return order.buy || missing <= (order.account.isMaster() ? 0 : books.master().cash);
  }

  private void failed(Order order, Order.Tranche tranche) {
    var account = order.account;
    var holding = account.holding(order.symbol);
    if (order.buy) {
      account.cash += tranche.net();
      holding.lots.removeIf(lot -> lot.order == order.id && lot.fill == tranche.fill());
    } else {
      long missing = Math.max(0, tranche.net() - account.cash);
      books.master().cash -= missing;
      account.cash += missing - tranche.net();
      for (var lot : tranche.taken()) {
        holding.add(new Account.Lot(order.id, tranche.fill(), lot.acquired, lot.units, lot.micros));
      }
    }
    // A partner that has spent its markup does not keep its user from getting it back.
    if (books.master().cash >= tranche.markup()) books.master().cash -= tranche.markup();
    order.reports.add("SETTLEMENT");
  }
}
