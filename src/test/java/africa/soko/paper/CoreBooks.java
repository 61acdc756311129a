package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.market.MarketFixture;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.platform.money.Usd;
import africa.soko.sandbox.TestMoves;
import africa.soko.subaccount.AssertKyc;
import africa.soko.subaccount.CloseSubAccount;
import africa.soko.subaccount.CreateSubAccount;
import africa.soko.subaccount.Deposit;
import africa.soko.subaccount.Money;
import africa.soko.subaccount.SubAccount.Identity;
import africa.soko.subaccount.SubAccount.Profile;
import africa.soko.subaccount.UpdateSubAccount;
import africa.soko.subaccount.Withdraw;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Parts;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.order.Bounds;
import africa.soko.trading.order.CancelOrder;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.ExpireOrder;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.OrderTable;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.order.PlaceOrder;
import africa.soko.trading.order.ReplaceOrder;
import africa.soko.trading.order.TriggerOrder;
import africa.soko.trading.position.Holding;
import africa.soko.trading.quote.IssueQuote;
import africa.soko.trading.quote.QuoteView;
import africa.soko.trading.quote.Size;
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

/// The service's own decisions on books in memory, with a desk that turns to what is due.
final class CoreBooks implements ServiceBooks {
  private static final String PARTNER = Floor.PARTNER;

  private final Market market;
  private final TradingCalendars calendars =
      new TradingCalendars(MarketFixture.EXCHANGES, MarketFixture.HOLIDAYS);
  private final Map<String, Map<LocalDate, HolidayOverride>> declared = new HashMap<>();
  private final Floor floor = new Floor();
  private final CoreFacts facts = new CoreFacts(floor.books);
  private final Map<Integer, String> accounts = new HashMap<>();
  private final Map<Integer, QuoteView> quotes = new HashMap<>();

  /// By their numbers, in the order in which they were placed.
  private final Map<Integer, Order> orders = new LinkedHashMap<>();

  private final Map<String, Integer> numbers = new HashMap<>();

  /// @param market of its own, so that each side keeps what it is told by itself
  CoreBooks(Market market, Instant start, long masterCents) {
    this.market = market;
    floor.books.pass(Duration.between(floor.books.now(), start));
    floor.open(africa.soko.ledger.Account.MASTER, Sums.dollars(masterCents).toPlainString());
    accounts.put(Account.MASTER, africa.soko.ledger.Account.MASTER);
  }

  @Override
  public String apply(Op op) {
    return switch (op) {
      case Op.Open(int id) -> open(id);
      case Op.Kyc(int id, String status, String level) ->
          ask(
              new AssertKyc(
                  PARTNER,
                  account(id),
                  KycStatus.valueOf(status),
                  level == null ? null : KycLevel.valueOf(level),
                  new Identity(null, null, null, null),
                  false));
      case Op.Freeze(int id, boolean frozen) ->
          ask(
              new UpdateSubAccount(
                  PARTNER,
                  account(id),
                  null,
                  null,
                  null,
                  frozen ? Status.FROZEN : Status.ACTIVE,
                  null));
      case Op.Deposit(int id, long cents) ->
          ask(new Deposit(PARTNER, account(id), Money.of(Usd.cents(cents)), null));
      case Op.Withdraw(int id, long cents) ->
          ask(new Withdraw(PARTNER, account(id), Money.of(Usd.cents(cents)), null));
      case Op.Empty(int id, long cents) -> {
        var most = facts.withdrawable(account(id)) - cents;
        yield ask(new Withdraw(PARTNER, account(id), Money.of(Usd.cents(Math.max(1, most))), null));
      }
      case Op.Close(int id, boolean transfersCash) ->
          ask(
              new CloseSubAccount(
                  PARTNER, account(id), null, transfersCash, null, Holding.OBSTACLE));
      case Op.Quote quote -> quote(quote);
      case Op.Place place -> place(place);
      case Op.Replace replace -> replace(replace);
      case Op.Cancel(int id) -> onOrder(id, new CancelOrder(order(id).terms().ref()));
      case Op.Move(int id, String outcome) -> onOrder(id, move(id, outcome));
      case Op.Settle(int id) -> onOrder(id, move(id, null));
      case Op.Test test -> test(test);
      case Op.Price(String symbol, BigDecimal local) -> {
        market.prices.put(symbol, local);
        yield look();
      }
      case Op.Rate(String currency, BigDecimal rate) -> {
        market.rates.put(currency, rate);
        yield look();
      }
      case Op.Pass(Duration time) -> {
        pass(floor.books.now().plus(time));
        yield look();
      }
      case Op.Holiday(String exchange, LocalDate date) -> {
        var days = declared.computeIfAbsent(exchange, _ -> new HashMap<>());
        days.put(date, new HolidayOverride(exchange, date, false, "Mourning"));
        calendarOf(exchange).declare(days);
        yield Books.OK;
      }
      case Op.Halt(String exchange, boolean halted) -> {
        if (halted) market.halted.add(exchange);
        else market.halted.remove(exchange);
        yield Books.OK;
      }
    };
  }

  @Override
  public Map<String, String> account(int id, List<String> symbols) {
    return facts.account(account(id), symbols);
  }

  @Override
  public Map<String, String> order(int id, boolean isWhole) {
    return facts.order(order(id), isWhole);
  }

  @Override
  public void prove() {
    BooksAudit.check(floor.books);
  }

  private String open(int id) {
    var profile = new Profile("A client", null, null, null);
    var name = "client-" + id;
    var answer = ask(new CreateSubAccount(PARTNER, name, profile));
    floor.books.all(africa.soko.ledger.Account.TABLE).stream()
        .filter(account -> name.equals(account.externalId()))
        .forEach(account -> accounts.put(id, account.accountId()));
    return answer;
  }

  private String quote(Op.Quote asked) {
    var decision =
        floor.books.run(
            new IssueQuote(
                PARTNER,
                account(asked.account()),
                asked.symbol(),
                Market.stock(asked.symbol()).exchange(),
                side(asked.buy()),
                size(asked),
                price(asked.symbol()),
                Floor.FEES));
    if (!(decision instanceof Decision.Accepted(int _, QuoteView view, boolean _))) {
      return code(decision);
    }
    quotes.put(asked.id(), view);
    return "%s %s for %d, fee %d, %s"
        .formatted(
            Books.OK,
            Sums.text(view.quantity()),
            CoreFacts.cents(view.totalCost()),
            CoreFacts.cents(view.fee()),
            view.sufficientFunds());
  }

  private String place(Op.Place place) {
    var quote = requireNonNull(quotes.get(place.quote()));
    var kind = Order.Kind.valueOf(place.kind());
    var instruction =
        kind == Order.Kind.MARKET
            ? Instruction.MARKET
            : new Instruction(kind, new Bounds(place.limit(), place.stop()), place.till());
    var cash = quote.cashValue();
    return placed(
        place.id(),
        new PlaceOrder(
            PARTNER,
            account(place.account()),
            quote.symbol(),
            quote.exchange(),
            quote.type(),
            cash == null ? new Size.Units(quote.quantity()) : new Size.Cash(cash),
            quote.quoteId(),
            instruction,
            null,
            price(quote.symbol()),
            maybeSession(quote.symbol(), place.id()),
            Floor.FULL_KYC_FROM));
  }

  private String test(Op.Test test) {
    return placed(
        test.id(),
        TestMoves.trade(
            PARTNER,
            account(test.account()),
            test.symbol(),
            Market.stock(test.symbol()).exchange(),
            side(test.buy()),
            test.units(),
            test.outcome(),
            price(test.symbol()),
            session(test.symbol(), test.id())));
  }

  private String placed(int id, Command command) {
    var decision = floor.books.run(command);
    if (!(decision instanceof Decision.Accepted(int _, OrderView view, boolean _))) {
      return code(decision);
    }
    orders.put(id, floor.order(view.orderId()));
    numbers.put(view.orderId(), id);
    return Books.OK;
  }

  private String replace(Op.Replace replace) {
    var order = order(replace.order());
    var symbol = order.terms().symbol();
    return onOrder(
        replace.order(),
        new ReplaceOrder(
            order.terms().ref(),
            replace.limit(),
            replace.stop(),
            replace.units(),
            price(symbol),
            maybeSession(symbol, replace.order()),
            Floor.FULL_KYC_FROM));
  }

  private Command move(int id, @Nullable String outcome) {
    var order = order(id);
    var symbol = order.terms().symbol();
    return TestMoves.advance(order.terms().ref(), outcome, price(symbol), session(symbol, id));
  }

  private String onOrder(int id, Command command) {
    var answer = ask(command);
    seen(id);
    return answer;
  }

  private String ask(Command command) {
    return code(floor.books.run(command));
  }

  private static String code(Decision decision) {
    if (!(decision instanceof Decision.Declined(var refused))) return Books.OK;
    for (var detail : refused.details()) {
      if (detail.name().equals("reasons")) return refused.code() + " " + detail.value();
    }
    return refused.code().name();
  }

  /// What the price watch does with the latest prices.
  private String look() {
    for (var order : with(o -> o.progress().status() == Order.Status.WORKING)) {
      var terms = order.terms();
      if (!deals(order) || market.halted.contains(terms.exchange())) continue;
      var level = requireNonNull(order.resting()).level(terms.side());
      if (!level.isReachedBy(market.price(terms.symbol()))) continue;
      act(order, new TriggerOrder(terms.ref(), price(terms.symbol()), session(order)));
    }
    return Books.OK;
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
    if (isSettling(order)) times.add(requireNonNull(order.settlement()).day().begins());
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
    for (var order : with(o -> isSettling(o) && isBy(o, now))) {
      act(order, new SettleOrder(order.terms().ref()));
    }
  }

  private static boolean isBy(Order order, Instant now) {
    return !requireNonNull(order.settlement()).day().begins().isAfter(now);
  }

  private static boolean isWithDesk(Order order) {
    return order.isOpen() && order.progress().status() != Order.Status.WORKING;
  }

  private static boolean isSettling(Order order) {
    return order.isUnsettled() && !order.isOpen();
  }

  private void act(Order order, Command command) {
    floor.books.run(command);
    seen(requireNonNull(numbers.get(order.terms().orderId())));
  }

  private List<Order> with(Predicate<Order> wanted) {
    return orders.values().stream().filter(wanted).toList();
  }

  private void seen(int id) {
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

  private @Nullable Session maybeSession(String symbol, int order) {
    return market.isHalted(symbol) ? null : session(symbol, order);
  }

  private Session session(Order order) {
    var id = requireNonNull(numbers.get(order.terms().orderId()));
    return session(order.terms().symbol(), id);
  }

  private Session session(String symbol, int order) {
    var calendar = calendarOf(Market.stock(symbol).exchange());
    return new Session(calendar, market.alwaysOpen, Market.drawn(order));
  }

  private Price price(String symbol) {
    var currency = Market.stock(symbol).currency();
    return new Price(market.price(symbol), currency, market.rate(symbol), floor.books.now(), false);
  }

  private static Side side(boolean buy) {
    return buy ? Side.BUY : Side.SELL;
  }

  private static Size size(Op.Quote asked) {
    var cents = asked.cents();
    return cents == null
        ? new Size.Units(requireNonNull(asked.units()))
        : new Size.Cash(Usd.cents(cents));
  }

  private String account(int id) {
    return requireNonNull(accounts.get(id));
  }

  private Order order(int id) {
    return requireNonNull(orders.get(id));
  }
}
