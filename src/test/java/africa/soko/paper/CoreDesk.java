package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import africa.soko.ledger.Command;
import africa.soko.market.MarketFixture;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.trading.Floor;
import africa.soko.trading.Parts;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.ExpireOrder;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.OrderTable;
import africa.soko.trading.order.TriggerOrder;
import africa.soko.trading.settlement.SettleOrder;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Time and prices for books in memory: finds what is due, and what prices have reached, and has
/// the service decide it.
final class CoreDesk {
  private final Market market;
  private final Floor floor;
  private final TradingCalendars calendars =
      new TradingCalendars(MarketFixture.EXCHANGES, MarketFixture.HOLIDAYS);
  private final Map<String, Map<LocalDate, HolidayOverride>> declared = new HashMap<>();

  /// By their numbers, in the order in which they were placed.
  private final Map<Integer, Order> orders = new LinkedHashMap<>();

  private final Map<String, Integer> numbers = new HashMap<>();

  CoreDesk(Market market, Floor floor) {
    this.market = market;
    this.floor = floor;
  }

  void placed(int id, Order order) {
    orders.put(id, order);
    numbers.put(order.terms().orderId(), id);
  }

  Order order(int id) {
    return requireNonNull(orders.get(id));
  }

  String apply(Op.OfMarket op) {
    switch (op) {
      case Op.Price(String symbol, BigDecimal local) -> {
        market.prices.put(symbol, local);
        look();
      }
      case Op.Rate(String currency, BigDecimal rate) -> {
        market.rates.put(currency, rate);
        look();
      }
      case Op.Pass(Duration time) -> {
        pass(floor.books.now().plus(time));
        look();
      }
      case Op.Holiday(String exchange, LocalDate date) -> {
        var days = declared.computeIfAbsent(exchange, _ -> new HashMap<>());
        days.put(date, new HolidayOverride(exchange, date, false, "Mourning"));
        calendarOf(exchange).declare(days);
      }
      case Op.Halt(String exchange, boolean halted) -> {
        if (halted) market.halted.add(exchange);
        else market.halted.remove(exchange);
      }
    }
    return Books.OK;
  }

  /// What the price watch does with the latest prices.
  private void look() {
    for (var order : with(o -> o.progress().status() == Order.Status.WORKING)) {
      var terms = order.terms();
      if (!deals(order) || market.halted.contains(terms.exchange())) continue;
      var level = requireNonNull(order.resting()).level(terms.side());
      if (!level.isReachedBy(market.price(terms.symbol()))) continue;
      act(order, new TriggerOrder(terms.ref(), price(terms.symbol()), session(order)));
    }
  }

  private void pass(Instant to) {
    for (var next = next(); next != null && !next.isAfter(to); next = next()) {
      var now = floor.books.now();
      if (next.isAfter(now)) floor.books.pass(Duration.between(now, next));
      due(floor.books.now());
    }
    floor.books.pass(Duration.between(floor.books.now(), to));
  }

  private @Nullable Instant next() {
    var now = floor.books.now();
    return orders.values().stream()
        .flatMap(this::times)
        .map(at -> at.isBefore(now) ? now : at)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Stream<Instant> times(Order order) {
    var times = new ArrayList<Instant>();
    var resting = order.resting();
    var status = order.progress().status();
    if (status == Order.Status.WORKING && resting != null) times.add(resting.term().expiresAt());
    var due = order.agenda().dueAt();
    if (isWithDesk(order) && due != null) {
      var from = due.isBefore(floor.books.now()) ? floor.books.now() : due;
      var isDealt = market.alwaysOpen || calendarOf(order).isOpen(from);
      times.add(isDealt ? from : calendarOf(order).nextOpen(from));
    }
    settling(order).forEach(fill -> times.add(fill.tranche().day().begins()));
    return times.stream();
  }

  private void due(Instant now) {
    for (var order : with(o -> o.progress().status() == Order.Status.WORKING)) {
      act(order, new ExpireOrder(order.terms().ref()));
    }
    var due = new ArrayList<>(with(o -> isWithDesk(o) && o.agenda().dueAt() != null));
    due.removeIf(order -> !deals(order));
    due.sort(Comparator.comparing(order -> requireNonNull(order.agenda().dueAt())));
    var parts = market.percent == 100 ? Parts.WHOLE : new Parts(market.percent, market.pace);
    for (var order : due) {
      var terms = order.terms();
      var isHalted = market.halted.contains(terms.exchange());
      act(
          order,
          new ExecuteOrder(terms.ref(), !isHalted, price(terms.symbol()), session(order), parts));
    }
    for (var order : with(o -> settling(o).anyMatch(fill -> fill.settles(now)))) {
      var terms = order.terms();
      act(order, new SettleOrder(terms.partnerId(), terms.accountId(), terms.orderId()));
    }
  }

  /// The fills that wait for their day.
  private Stream<Fill> settling(Order order) {
    if (!order.isUnsettled()) return Stream.empty();
    return CoreFacts.fills(floor.books, order.terms().orderId())
        .filter(fill -> fill.tranche().state() == State.UNSETTLED && !fill.hasFailed());
  }

  private static boolean isWithDesk(Order order) {
    return order.isOpen() && order.progress().status() != Order.Status.WORKING;
  }

  private void act(Order order, Command command) {
    floor.books.run(command);
    seen(requireNonNull(numbers.get(order.terms().orderId())));
  }

  private List<Order> with(Predicate<Order> wanted) {
    return orders.values().stream().filter(wanted).toList();
  }

  void seen(int id) {
    orders.put(
        id, floor.books.find(OrderTable.ORDERS, order(id).terms().ref().key()).orElseThrow());
  }

  private boolean deals(Order order) {
    return market.alwaysOpen || calendarOf(order).isOpen(floor.books.now());
  }

  private TradingCalendar calendarOf(Order order) {
    return calendarOf(order.terms().exchange());
  }

  private TradingCalendar calendarOf(String exchange) {
    return calendars.of(MarketFixture.exchange(exchange));
  }

  @Nullable Session maybeSession(String symbol, int order) {
    return market.isHalted(symbol) ? null : session(symbol, order);
  }

  private Session session(Order order) {
    var id = requireNonNull(numbers.get(order.terms().orderId()));
    return session(order.terms().symbol(), id);
  }

  Session session(String symbol, int order) {
    var calendar = calendarOf(Market.stock(symbol).exchange());
    return new Session(calendar, market.alwaysOpen, market.drawn(order));
  }

  Price price(String symbol) {
    var currency = Market.stock(symbol).currency();
    return new Price(market.price(symbol), currency, market.rate(symbol), floor.books.now(), false);
  }
}
