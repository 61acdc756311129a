package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is answered to everything that is asked (SPEC "Order", "Order rules", "Sub-account";
/// DECISIONS 5 and 6), and the accounts and orders after it.
final class Books {
  static final String OK = "OK";

  private static final Duration QUOTE_VALID = Duration.ofSeconds(60);
  private static final Duration QUOTE_KNOWN = Duration.ofHours(24).plus(QUOTE_VALID);
  private static final Duration NEAR = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final long FULL_KYC_CENTS = 1_000_000;
  private static final BigDecimal STOP_MARGIN = new BigDecimal("1.05");
  private static final int GTD_DAYS_MAX = 365;

  final Market market;
  final Map<Integer, Account> accounts = new TreeMap<>();
  final Map<Integer, Order> orders = new LinkedHashMap<>();
  final Map<Integer, Quote> quotes = new LinkedHashMap<>();

  /// Orders that something has happened to since it was last asked.
  final Set<Integer> moved = new LinkedHashSet<>();

  Instant now;
  private final Desk desk;

  Books(Market market, Instant now, long masterCents) {
    this.market = market;
    this.now = now;
    this.desk = new Desk(this);
    var master = new Account(Account.MASTER);
    master.cash = masterCents;
    accounts.put(Account.MASTER, master);
  }

  Account master() {
    return account(Account.MASTER);
  }

  Account account(int id) {
    return requireNonNull(accounts.get(id));
  }

  Order order(int id) {
    return requireNonNull(orders.get(id));
  }

  /// Whether it names something that is not there.
  boolean isMoot(Op op) {
    return switch (op) {
      case Op.Place place ->
          !accounts.containsKey(place.account()) || !quotes.containsKey(place.quote());
      case Op.OfAccount of -> !accounts.containsKey(of.account());
      case Op.OfOrder of -> !orders.containsKey(of.order());
      case Op.Open _, Op.Price _, Op.Rate _, Op.Pass _, Op.Holiday _, Op.Halt _ -> false;
    };
  }

  /// What is answered: OK with what it says, or the code of the refusal.
  String apply(Op op) {
    return switch (op) {
      case Op.Open(int id) -> {
        accounts.put(id, new Account(id));
        yield OK;
      }
      case Op.Kyc kyc -> kyc(account(kyc.account()), kyc);
      case Op.Freeze(int id, boolean frozen) -> freeze(account(id), frozen);
      case Op.Deposit(int id, long cents) -> deposit(account(id), cents);
      case Op.Withdraw(int id, long cents) -> withdraw(account(id), cents);
      case Op.Empty(int id, long cents) -> withdraw(account(id), most(account(id), cents));
      case Op.Close(int id, boolean transfersCash) -> close(account(id), transfersCash);
      case Op.Quote quote -> quote(account(quote.account()), quote);
      case Op.Place place -> place(account(place.account()), place);
      case Op.Replace replace -> replace(order(replace.order()), replace);
      case Op.Cancel(int id) -> cancel(order(id));
      case Op.Move(int id, String outcome) -> desk.move(order(id), outcome);
      case Op.Test test -> test(account(test.account()), test);
      case Op.Settle(int id) -> desk.settleNow(order(id));
      case Op.Price(String symbol, BigDecimal local) -> {
        market.prices.put(symbol, local);
        yield look();
      }
      case Op.Rate(String currency, BigDecimal rate) -> {
        market.rates.put(currency, rate);
        yield look();
      }
      case Op.Pass(Duration time) -> {
        desk.pass(now.plus(time));
        yield look();
      }
      case Op.Holiday(String exchange, LocalDate date) -> {
        requireNonNull(market.hours.get(exchange)).holiday(date);
        yield OK;
      }
      case Op.Halt(String exchange, boolean halted) -> {
        if (halted) market.halted.add(exchange);
        else market.halted.remove(exchange);
        yield OK;
      }
    };
  }

  /// Whether something becomes due before anything else can be asked.
  boolean isPressed() {
    var next = desk.next();
    return next != null && next.isBefore(now.plus(SOON));
  }

  /// The way to a moment, or to the next thing that becomes due before it; it ends where nothing is
  /// about to become due.
  Op.Pass towards(Instant moment) {
    var next = desk.next();
    var isFar = next == null || next.isAfter(moment) && !isPressed();
    var stop = isFar ? moment : requireNonNull(next);
    while (desk.isNear(stop, NEAR)) stop = stop.plus(NEAR.multipliedBy(3));
    return new Op.Pass(Duration.between(now, stop));
  }

  private String look() {
    for (var order : orders.values()) desk.hold(order);
    return OK;
  }

  private static String kyc(Account account, Op.Kyc kyc) {
    if (account.status.equals("CLOSED")) return "FORBIDDEN";
    account.kyc = kyc.status();
    account.level = kyc.level();
    return OK;
  }

  private static String freeze(Account account, boolean frozen) {
    if (account.status.equals("CLOSED")) return "FORBIDDEN";
    account.status = frozen ? "FROZEN" : "ACTIVE";
    return OK;
  }

  private String deposit(Account account, long cents) {
    if (!account.isActive()) return "FORBIDDEN";
    if (master().cash < cents) return "INSUFFICIENT_FUNDS";
    master().cash -= cents;
    account.cash += cents;
    return OK;
  }

  private String withdraw(Account account, long cents) {
    if (!account.isActive()) return "FORBIDDEN";
    if (account.cash - unsettled(account) < cents) return "INSUFFICIENT_FUNDS";
    account.cash -= cents;
    master().cash += cents;
    return OK;
  }

  /// All that can be withdrawn but so many cents.
  private long most(Account account, long cents) {
    return Math.max(1, account.cash - unsettled(account) - cents);
  }

  /// Proceeds that are not settled yet.
  long unsettled(Account account) {
    return orders.values().stream()
        .filter(order -> order.account == account && !order.buy)
        .flatMap(order -> order.tranches.stream())
        .mapToLong(Order.Tranche::net)
        .sum();
  }

  private String close(Account account, boolean transfersCash) {
    if (account.status.equals("CLOSED")) return "FORBIDDEN";
    var reasons = new ArrayList<String>();
    var open = orders.values().stream().anyMatch(o -> o.account == account && o.isOpen());
    if (open) reasons.add("OPEN_ORDERS");
    if (account.holdings.values().stream().anyMatch(h -> h.units().signum() > 0)) {
      reasons.add("HOLDINGS");
    }
    if (unsettled(account) > 0) reasons.add("UNSETTLED_PROCEEDS");
    if (account.cash > 0 && !transfersCash) reasons.add("RESIDUAL_CASH");
    if (!reasons.isEmpty()) return "ACCOUNT_NOT_CLOSABLE " + reasons;
    master().cash += account.cash;
    account.cash = 0;
    account.status = "CLOSED";
    return OK;
  }

  private String quote(Account account, Op.Quote asked) {
    var rate = market.rate(asked.symbol());
    var usd = Sums.usd(market.price(asked.symbol()), rate);
    var units = asked.units() == null ? unitsOf(asked, account, usd) : asked.units();
    long gross =
        asked.cents() != null && !asked.buy() ? asked.cents() : gross(asked.buy(), units, usd);
    if (units.signum() == 0 || gross <= 0) return "VALIDATION_ERROR";
    long fee = Sums.fee(gross, account.bps());
    quotes.put(asked.id(), new Quote(asked, units, gross, fee, rate, now));
    long total = asked.buy() ? gross + fee : gross - fee;
    var covered =
        asked.buy()
            ? account.cash >= total
            : account.holding(asked.symbol()).available().compareTo(units) >= 0;
    return "%s %s for %d, fee %d, %s".formatted(OK, Sums.text(units), total, fee, covered);
  }

  /// What cash comes to: a BUY pays its fees out of it.
  private static BigDecimal unitsOf(Op.Quote asked, Account account, BigDecimal usd) {
    long cents = requireNonNull(asked.cents());
    return Sums.units(asked.buy() ? Sums.grossWithin(cents, account.bps()) : cents, usd);
  }

  private static long gross(boolean buy, BigDecimal units, BigDecimal usd) {
    var exact = units.multiply(usd);
    return buy ? Sums.up(exact) : Sums.down(exact);
  }

  private String place(Account account, Op.Place place) {
    var quote = requireNonNull(quotes.get(place.quote()));
    var asked = quote.asked;
    var rests = !place.kind().equals("MARKET");
    var hours = market.hoursOf(asked.symbol());
    if (place.till() != null && !market.isHalted(asked.symbol())) {
      var today = hours.date(now);
      if (place.till().isBefore(today)) return "VALIDATION_ERROR";
      if (place.till().isAfter(today.plusDays(GTD_DAYS_MAX))) return "VALIDATION_ERROR";
    }
    if (!now.isBefore(quote.issued.plus(QUOTE_KNOWN))) return "QUOTE_NOT_FOUND";
    if (asked.account() != place.account()) return "QUOTE_SCOPE_MISMATCH";
    if (quote.used || !now.isBefore(quote.issued.plus(QUOTE_VALID))) return "STALE_QUOTE";
    long gross = rests ? restingGross(asked.buy(), quote.units, quote.rate, place) : quote.gross;
    if (gross <= 0) return "VALIDATION_ERROR";
    long fee = Sums.fee(gross, account.bps());
    var barred = barred(account, asked.buy() ? gross + fee : gross - fee);
    if (barred != null) return barred;
    if (market.isHalted(asked.symbol())) return "MARKET_CLOSED";
    var lacking = lacking(account, asked.symbol(), asked.buy(), quote.units, gross + fee);
    if (lacking != null) return lacking;
    quote.used = true;
    var order =
        new Order(
            place.id(),
            account,
            asked.symbol(),
            asked.buy(),
            place.kind(),
            false,
            quote.units,
            asked.cents(),
            quote.rate);
    order.limit = place.limit();
    order.stop = place.stop();
    if (rests) {
      order.status = "WORKING";
      order.expires =
          place.till() != null
              ? hours.ends(place.till())
              : market.alwaysOpen ? hours.ends(hours.date(now)) : hours.nextClose(now);
    } else {
      order.due = market.after(order.symbol, now, market.drawn(order.id));
    }
    accept(order, gross, fee);
    desk.hold(order);
    return OK;
  }

  private void accept(Order order, long gross, long fee) {
    orders.put(order.id, order);
    if (order.buy) {
      order.held = gross + fee;
      order.account.cash -= order.held;
    } else {
      order.reserved = order.units;
      var holding = order.account.holding(order.symbol);
      holding.reserved = holding.reserved.add(order.units);
    }
    order.estimate = order.buy ? gross + fee : gross - fee;
    order.reports.add("RECEIPT");
    order.tell(order.isWorking() ? "order.working" : "order.pending");
    moved.add(order.id);
  }

  private static long restingGross(boolean buy, BigDecimal units, BigDecimal rate, Op.Place place) {
    return restingGross(buy, units, rate, place.limit(), place.stop());
  }

  /// What it is escrowed at: its limit, or 5 % above its stop.
  private static long restingGross(
      boolean buy,
      BigDecimal units,
      BigDecimal rate,
      @Nullable BigDecimal limit,
      @Nullable BigDecimal stop) {
    var local = limit == null ? requireNonNull(stop) : limit;
    if (limit == null && buy) local = local.multiply(STOP_MARGIN);
    return gross(buy, units, Sums.usd(local, rate));
  }

  /// Why an account may not have an order of that total, or null.
  private static @Nullable String barred(Account account, long total) {
    if (!account.isActive()) return "FORBIDDEN";
    if (account.isMaster()) return null;
    if (!account.kyc.equals("VERIFIED")) return "KYC_REQUIRED";
    return total > FULL_KYC_CENTS && !"FULL".equals(account.level) ? "KYC_REQUIRED" : null;
  }

  private static @Nullable String lacking(
      Account account, String symbol, boolean buy, BigDecimal units, long cost) {
    if (buy) return account.cash < cost ? "INSUFFICIENT_FUNDS" : null;
    var available = account.holding(symbol).available();
    return available.compareTo(units) < 0 ? "INSUFFICIENT_UNITS" : null;
  }

  private String replace(Order order, Op.Replace replace) {
    var account = order.account;
    if (!account.isActive()) return "FORBIDDEN";
    if (order.isMarket() || !order.isWorking()) return "CONFLICT";
    if (replace.limit() != null && order.limit == null) return "VALIDATION_ERROR";
    if (replace.stop() != null && order.stop == null) return "VALIDATION_ERROR";
    if (replace.stop() != null && !order.awaitsStop()) return "CONFLICT";
    var limit = replace.limit() == null ? order.limit : replace.limit();
    var stop = replace.stop() == null ? order.stop : replace.stop();
    var units = replace.units() == null ? order.units : replace.units();
    long gross = restingGross(order.buy, units, order.rate, limit, stop);
    if (gross <= 0) return "VALIDATION_ERROR";
    long fee = Sums.fee(gross, account.bps());
    var barred = barred(account, order.buy ? gross + fee : gross - fee);
    if (barred != null) return barred;
    if (order.buy) {
      long more = gross + fee - order.held;
      if (more > account.cash) return "INSUFFICIENT_FUNDS";
      account.cash -= more;
      order.held += more;
    } else {
      var holding = account.holding(order.symbol);
      var more = units.subtract(order.reserved);
      if (more.compareTo(holding.available()) > 0) return "CONFLICT";
      holding.reserved = holding.reserved.add(more);
      order.reserved = units;
    }
    order.limit = limit;
    order.stop = stop;
    order.units = units;
    order.estimate = order.buy ? gross + fee : gross - fee;
    order.reports.add("REPLACE");
    order.tell("order.replaced");
    moved.add(order.id);
    desk.hold(order);
    return OK;
  }

  private String cancel(Order order) {
    if (order.account.status.equals("CLOSED")) return "FORBIDDEN";
    if (!order.isOpen()) return "ORDER_NOT_CANCELLABLE";
    desk.cancel(order, false);
    return OK;
  }

  private String test(Account account, Op.Test test) {
    var rate = market.rate(test.symbol());
    var usd = Sums.usd(market.price(test.symbol()), rate);
    long gross = gross(test.buy(), test.units(), usd);
    if (gross <= 0) return "VALIDATION_ERROR";
    long fee = Sums.fee(gross, account.bps());
    var barred = barred(account, test.buy() ? gross + fee : gross - fee);
    if (barred != null) return barred;
    var lacking = lacking(account, test.symbol(), test.buy(), test.units(), gross + fee);
    if (lacking != null) return lacking;
    var order =
        new Order(
            test.id(),
            account,
            test.symbol(),
            test.buy(),
            "MARKET",
            true,
            test.units(),
            null,
            rate);
    accept(order, gross, fee);
    return desk.move(order, test.outcome());
  }
}
