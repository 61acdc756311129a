package africa.soko.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Chooses what is asked next: mostly what should be granted, sometimes what must be refused.
final class Chance {
  private static final int ACCOUNTS = 6;
  private static final List<String> RESTING = List.of("LIMIT", "LIMIT", "STOP", "STOP_LIMIT");
  private static final List<String> OUTCOMES =
      List.of("PENDING", "FILL", "FILL", "PARTIAL_FILL", "REJECT", "CANCEL", "FAIL_SETTLEMENT");
  private static final BigDecimal DEARER = new BigDecimal("1.06");
  private static final BigDecimal FAR = new BigDecimal("1.75");

  private final RandomGenerator random;
  private final Books books;
  private final boolean exact;
  private final List<Op> planned = new ArrayList<>();

  /// @param exact whether the service does everything at the very moment, operators' doing too
  Chance(RandomGenerator random, Books books, boolean exact) {
    this.random = random;
    this.books = books;
    this.exact = exact;
  }

  Op next(int id) {
    if (!planned.isEmpty()) return planned.removeFirst();
    if (accounts().size() < ACCOUNTS) return open(id);
    return switch (random.nextInt(40)) {
      case 0, 1 -> new Op.Deposit(account(), cents(10, chance(10) ? 30_000 : 2_000));
      case 2 -> withdrawal();
      case 3 -> kyc();
      case 4 -> exact ? new Op.Freeze(account(), chance(25)) : freeze();
      case 5 -> chance(40) ? close(id) : trade(id);
      case 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 -> trade(id);
      case 16 -> staleTrade(id);
      case 17, 18, 19 -> replace();
      case 20, 21 -> cancel();
      case 22, 23 -> move();
      case 24, 25 -> test(id);
      case 26, 27, 28, 29, 30, 31 -> price();
      case 32 -> exact ? rate() : price();
      case 33 -> exact ? operators() : price();
      default -> new Op.Pass(time());
    };
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private List<Integer> accounts() {
    return books.accounts.values().stream()
        .filter(account -> !account.isMaster() && !account.status.equals("CLOSED"))
        .map(account -> account.id)
        .toList();
  }

  /// For so short a time that no set of prices comes meanwhile.
  private Op freeze() {
    int account = account();
    planned.add(new Op.Deposit(account, cents(1, 5)));
    if (chance(50)) planned.add(new Op.Pass(Duration.ofMinutes(65)));
    planned.add(new Op.Freeze(account, false));
    return new Op.Freeze(account, true);
  }

  private Op kyc() {
    if (!chance(85)) return new Op.Kyc(account(), "EXPIRED", null);
    return new Op.Kyc(account(), "VERIFIED", chance(60) ? "FULL" : "BASIC");
  }

  private Op open(int id) {
    planned.add(new Op.Kyc(id, "VERIFIED", chance(70) ? "FULL" : "BASIC"));
    planned.add(new Op.Deposit(id, cents(100, 5_000)));
    return new Op.Open(id);
  }

  /// Of an account that has much, or of one that was opened for it.
  private Op close(int id) {
    if (chance(50)) return new Op.Close(account(), chance(80));
    var opened = open(id);
    if (chance(30)) planned.add(new Op.Withdraw(id, cents(10, 90)));
    if (chance(30)) planned.add(new Op.Freeze(id, true));
    planned.add(new Op.Close(id, chance(70)));
    return opened;
  }

  /// Of a sub-account, at times of one that is closed.
  private int account() {
    if (!chance(3)) return one(accounts().subList(0, ACCOUNTS));
    var all = books.accounts.keySet().stream().filter(id -> id != Account.MASTER).toList();
    return one(all);
  }

  private int trader() {
    return chance(12) ? Account.MASTER : account();
  }

  private Op withdrawal() {
    var account = books.account(account());
    long most = Math.max(1, account.cash - books.unsettled(account));
    // What is left may not be enough for a dearer fill.
    if (chance(35)) return new Op.Withdraw(account.id, most - Math.min(most - 1, cents(0, 2)));
    return new Op.Withdraw(account.id, chance(15) ? most + 1 : 1 + random.nextLong(most));
  }

  private Op trade(int id) {
    var trader = trader();
    var rests = chance(55);
    var quote = quote(id, trader, rests);
    var kind = rests ? one(RESTING) : "MARKET";
    planned.add(place(id + 1, chance(2) ? account() : trader, quote, kind));
    if (chance(2)) planned.add(place(id + 2, trader, quote, kind));
    if (!rests && quote.buy() && trader != Account.MASTER && chance(15)) squeeze(quote);
    return quote;
  }

  /// Leaves next to nothing in the wallet when the price rises.
  private void squeeze(Op.Quote quote) {
    var price = books.market.price(quote.symbol());
    planned.add(new Op.Empty(quote.account(), 1 + random.nextInt(5)));
    var tick = new BigDecimal(Market.stock(quote.symbol()).tick());
    var dearer = price.multiply(DEARER).divide(tick, 0, RoundingMode.UP).multiply(tick);
    planned.add(new Op.Price(quote.symbol(), dearer));
    planned.add(new Op.Pass(exact ? Duration.ofMinutes(5) : Duration.ofMinutes(65)));
  }

  private Op.Quote quote(int id, int trader, boolean rests) {
    var symbol = one(List.copyOf(Market.STOCKS.keySet()));
    var available = books.account(trader).holding(symbol).available();
    var buy = available.signum() == 0 ? chance(95) : chance(50);
    if (!rests && chance(30)) return new Op.Quote(id, trader, symbol, buy, null, cents(1, 300));
    var units = buy ? bought(symbol) : sold(available);
    return new Op.Quote(id, trader, symbol, buy, units, null);
  }

  private BigDecimal bought(String symbol) {
    if (chance(3)) return BigDecimal.valueOf(1 + random.nextInt(9_000));
    return BigDecimal.valueOf(1 + random.nextInt(symbol.equals("OMTT.ZW") ? 5_000 : 60));
  }

  private BigDecimal sold(BigDecimal available) {
    if (chance(25) && available.signum() > 0) return available;
    var part = available.multiply(BigDecimal.valueOf(1 + random.nextInt(105), 2));
    return chance(5) || part.signum() == 0
        ? BigDecimal.valueOf(1 + random.nextInt(20))
        : part.setScale(chance(50) ? 0 : 6, RoundingMode.UP);
  }

  private Op.Place place(int id, int trader, Op.Quote quote, String kind) {
    var limit = kind.contains("LIMIT") ? near(quote.symbol()) : null;
    var stop = kind.contains("STOP") ? near(quote.symbol()) : null;
    var isGtd = !kind.equals("MARKET") && chance(50);
    return new Op.Place(
        id, trader, quote.id(), kind, limit, stop, isGtd ? date(quote.symbol()) : null);
  }

  private LocalDate date(String symbol) {
    var today = books.market.hoursOf(symbol).date(books.now);
    if (chance(2)) return today.plusDays(chance(50) ? -1 : 366);
    return today.plusDays(random.nextInt(12));
  }

  private Op staleTrade(int id) {
    var trader = trader();
    var quote = quote(id, trader, false);
    planned.add(
        new Op.Pass(
            Duration.ofSeconds(exact ? 59 + random.nextInt(2) : 40 + 40 * random.nextInt(2))));
    if (chance(10)) planned.add(new Op.Pass(Duration.ofHours(24)));
    planned.add(place(id + 2, trader, quote, "MARKET"));
    return quote;
  }

  private Op replace() {
    var order = order(o -> o.isWorking());
    if (order == null || chance(5)) order = order(o -> true);
    if (order == null) return price();
    var limit = order.limit != null && chance(60) ? near(order.symbol) : null;
    var stop = order.stop != null && chance(50) ? near(order.symbol) : null;
    if (chance(2)) limit = near(order.symbol);
    var units = order.buy ? bought(order.symbol) : more(order);
    var isSame = limit == null && stop == null;
    return new Op.Replace(order.id, limit, stop, isSame || chance(40) ? units : null);
  }

  private BigDecimal more(Order order) {
    var available = order.account.holding(order.symbol).available();
    return sold(available.add(order.reserved));
  }

  private Op cancel() {
    var order = order(chance(90) ? Order::isOpen : _ -> true);
    return order == null ? price() : new Op.Cancel(order.id);
  }

  private Op move() {
    var order = order(o -> o.isOpen() || o.test && "UNSETTLED".equals(o.settlement));
    if (order == null || chance(4)) order = order(_ -> true);
    if (order == null) return price();
    if (order.test && chance(25)) return new Op.Settle(order.id);
    return new Op.Move(order.id, one(OUTCOMES.subList(1, OUTCOMES.size())));
  }

  private Op test(int id) {
    var account = account();
    var symbol = one(List.copyOf(Market.STOCKS.keySet()));
    var available = books.account(account).holding(symbol).available();
    var buy = available.signum() == 0 || chance(50);
    var units = buy ? bought(symbol) : sold(available);
    return new Op.Test(id, account, symbol, buy, units, one(OUTCOMES));
  }

  private Op price() {
    var stock = Market.stock(one(List.copyOf(Market.STOCKS.keySet())));
    var start = new BigDecimal(stock.start());
    var next = step(books.market.price(stock.symbol()), chance(10) ? 25 : 6, stock.tick());
    return new Op.Price(stock.symbol(), isFar(next, start) ? start : next);
  }

  /// Where other ticks hold.
  private static boolean isFar(BigDecimal price, BigDecimal start) {
    return price.compareTo(start.multiply(FAR)) > 0 || price.multiply(FAR).compareTo(start) < 0;
  }

  private BigDecimal near(String symbol) {
    return step(books.market.price(symbol), 7, Market.stock(symbol).tick());
  }

  /// A price some percent away.
  private BigDecimal step(BigDecimal price, int percent, String tick) {
    var factor = BigDecimal.valueOf(1_000 - 10 * percent + random.nextInt(20 * percent + 1), 3);
    var least = new BigDecimal(tick);
    return price.multiply(factor).divide(least, 0, RoundingMode.HALF_UP).multiply(least);
  }

  private Op rate() {
    var stock = Market.stock(one(List.copyOf(Market.STOCKS.keySet())));
    return new Op.Rate(stock.currency(), step(new BigDecimal(stock.rate()), 3, "0.001"));
  }

  private Op operators() {
    var exchange = one(List.copyOf(books.market.hours.keySet()));
    if (books.market.halted.contains(exchange)) return new Op.Halt(exchange, false);
    if (chance(40)) {
      planned.add(new Op.Pass(Duration.ofSeconds(random.nextInt(400))));
      planned.add(new Op.Halt(exchange, false));
      return new Op.Halt(exchange, true);
    }
    if (!chance(20)) return price();
    var today = books.market.hours.values().iterator().next().date(books.now);
    return new Op.Holiday(exchange, today.plusDays(2 + random.nextInt(20)));
  }

  private Duration time() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> Duration.ofSeconds(1 + random.nextInt(120));
      case 4, 5, 6 -> Duration.ofSeconds(60 + random.nextInt(1_800));
      case 7, 8 -> Duration.ofMinutes(30 + random.nextInt(400));
      default -> Duration.ofHours(8 + random.nextInt(30));
    };
  }

  private long cents(int least, int most) {
    return 100L * least + random.nextLong(100L * (most - least));
  }

  private @Nullable Order order(Predicate<Order> wanted) {
    var found = books.orders.values().stream().filter(wanted).toList();
    if (found.isEmpty()) return null;
    // Mostly one of the latest.
    int from = chance(80) ? Math.max(0, found.size() - 30) : 0;
    return found.get(from + random.nextInt(found.size() - from));
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
