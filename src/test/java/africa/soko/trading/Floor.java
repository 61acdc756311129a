package africa.soko.trading;

import static java.util.Objects.requireNonNull;

import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Standing;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.MemoryBooks;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.market.MarketFixture;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.CancelOrder;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.Execution;
import africa.soko.trading.order.ExpireOrder;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.OrderTable;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.order.PlaceOrder;
import africa.soko.trading.order.ReplaceOrder;
import africa.soko.trading.order.TriggerOrder;
import africa.soko.trading.position.Holding;
import africa.soko.trading.quote.Fees;
import africa.soko.trading.quote.IssueQuote;
import africa.soko.trading.quote.QuoteView;
import africa.soko.trading.quote.Size;
import africa.soko.trading.quote.Size.Cash;
import africa.soko.trading.quote.Size.Units;
import africa.soko.trading.settlement.SettleOrder;
import africa.soko.trading.settlement.Settling;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A place to trade without a database, an exchange or a network: books in memory, and prices that
/// a test names.
public final class Floor {
  public static final String PARTNER = "ptn_1";
  public static final String USER = "sub_1";
  public static final String SYMBOL = "SCOM.KE";
  public static final String EXCHANGE = "NSE";
  public static final Fees FEES = new Fees(100, 50);
  public static final Usd FULL_KYC_FROM = Usd.of("10000");

  /// Of a desk that is always open and fills at once.
  public static final Session SESSION =
      new Session(
          MarketFixture.CALENDARS.of(MarketFixture.exchange(EXCHANGE)), true, Duration.ZERO);

  public final MemoryBooks books = new MemoryBooks();

  /// A step that a test spells out itself.
  public record Step(String partnerId, Consumer<Needs> asks, Function<Book, Decision> does)
      implements Command {
    @Override
    public void needs(Needs needs) {
      asks.accept(needs);
    }

    @Override
    public Decision decide(Book book) {
      return does.apply(book);
    }
  }

  public static Size units(String quantity) {
    return new Units(new BigDecimal(quantity));
  }

  public static Size cash(String value) {
    return new Cash(Usd.of(value));
  }

  /// A price in dollars, given as a local price at a rate of one.
  public static Price price(String usd) {
    return price(usd, "1");
  }

  public static Price price(String local, String fxRate) {
    return new Price(
        new BigDecimal(local),
        "KES",
        new BigDecimal(fxRate),
        Instant.parse("2026-03-02T09:45:00Z"),
        false);
  }

  /// Opens an account that may trade, with money from the world outside.
  public Floor open(String partnerId, String accountId, String cash) {
    var opened = Account.opened(partnerId, accountId, null, books.now());
    books.put(
        Account.TABLE,
        accountId.equals(Account.MASTER)
            ? opened
            : opened.with(opened.standing().withKyc(KycStatus.VERIFIED, KycLevel.FULL)));
    move(partnerId, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.wallet(accountId), cash);
    return this;
  }

  public Floor open(String accountId, String cash) {
    return open(PARTNER, accountId, cash);
  }

  public void move(String partnerId, Transfer.Type type, Pocket from, Pocket to, String amount) {
    books.run(
        new Step(
            partnerId,
            needs ->
                List.of(from, to).stream()
                    .filter(pocket -> pocket.kind() == Pocket.Kind.WALLET)
                    .forEach(p -> needs.row(Account.TABLE, Account.key(partnerId, p.accountId()))),
            book -> {
              Posting.PLAIN.move(book, type, from, to, Usd.of(amount));
              return Decision.accepted(200, true);
            }));
  }

  public void spend(String accountId, String amount) {
    move(PARTNER, Transfer.Type.WITHDRAWAL, Pocket.wallet(accountId), Pocket.OPERATOR, amount);
  }

  public Decision decideQuote(String accountId, Side side, Size size, Price price) {
    return books.run(new IssueQuote(PARTNER, accountId, SYMBOL, EXCHANGE, side, size, price, FEES));
  }

  public QuoteView quote(String accountId, Side side, Size size, Price price) {
    return accepted(decideQuote(accountId, side, size, price), QuoteView.class);
  }

  public PlaceOrder trade(String quoteId, String accountId, Side side, Size size) {
    return new PlaceOrder(
        PARTNER,
        accountId,
        SYMBOL,
        EXCHANGE,
        side,
        size,
        quoteId,
        Instruction.MARKET,
        null,
        price("10"),
        SESSION,
        FULL_KYC_FROM);
  }

  public Order place(String accountId, Side side, Size size, Price price) {
    var quote = quote(accountId, side, size, price);
    var view = accepted(books.run(trade(quote.quoteId(), accountId, side, size)), OrderView.class);
    return order(view.orderId());
  }

  /// An order that rests, taken in while the market stands at a price.
  public Decision decideResting(
      String accountId, Side side, String units, Instruction instruction, Price price) {
    var quote = quote(accountId, side, units(units), price);
    return books.run(
        new PlaceOrder(
            PARTNER,
            accountId,
            SYMBOL,
            EXCHANGE,
            side,
            units(units),
            quote.quoteId(),
            instruction,
            null,
            price,
            SESSION,
            FULL_KYC_FROM));
  }

  public Order rest(Side side, String units, Instruction instruction, Price price) {
    return rest(USER, side, units, instruction, price);
  }

  public Order rest(
      String accountId, Side side, String units, Instruction instruction, Price price) {
    var decision = decideResting(accountId, side, units, instruction, price);
    return order(accepted(decision, OrderView.class).orderId());
  }

  /// A set of prices reaches the order.
  public Order hold(Order order, Price price) {
    return hold(order, price, SESSION);
  }

  public Order hold(Order order, Price price, Session session) {
    var terms = order.terms();
    books.run(new TriggerOrder(terms.ref(), price, session));
    return order(terms.partnerId(), terms.orderId());
  }

  /// Changes what an order that rests asks for; null keeps what is there.
  public Decision replace(
      Order order,
      @Nullable String limit,
      @Nullable String stop,
      @Nullable String units,
      Price price) {
    return books.run(
        new ReplaceOrder(
            order.terms().ref(),
            limit == null ? null : new BigDecimal(limit),
            stop == null ? null : new BigDecimal(stop),
            units == null ? null : new BigDecimal(units),
            price,
            SESSION,
            FULL_KYC_FROM));
  }

  public Order expire(Order order) {
    var terms = order.terms();
    books.run(new ExpireOrder(terms.ref()));
    return order(terms.partnerId(), terms.orderId());
  }

  public Order place(Side side, Size size, Price price) {
    return place(USER, side, size, price);
  }

  /// Places and fills at the same price.
  public Order filled(Side side, Size size, Price price) {
    return execute(place(side, size, price), price);
  }

  public Order execute(Order order, @Nullable Price price) {
    return execute(order, price, SESSION);
  }

  public Order execute(Order order, @Nullable Price price, @Nullable Session session) {
    return execute(order, true, price, session);
  }

  /// The desk finds the exchange halted, or the instrument suspended.
  public Order executeHalted(Order order, Price price) {
    return execute(order, false, price, SESSION);
  }

  private Order execute(
      Order order, boolean takesOrders, @Nullable Price price, @Nullable Session session) {
    var terms = order.terms();
    books.run(new ExecuteOrder(terms.ref(), takesOrders, price, session, Parts.WHOLE));
    return order(terms.partnerId(), terms.orderId());
  }

  /// The desk turns to an order, of which it fills a part.
  public Order executePart(Order order, Price price, Parts parts) {
    var terms = order.terms();
    books.run(new ExecuteOrder(terms.ref(), true, price, SESSION, parts));
    return order(terms.partnerId(), terms.orderId());
  }

  public Order fill(Order order, String wanted, Price price) {
    return on(order, e -> e.fill(new BigDecimal(wanted), false, price, SESSION));
  }

  public Order fillRest(Order order, Price price) {
    return on(order, e -> e.fill(BigDecimal.ZERO, true, price, SESSION));
  }

  /// Moves an order as the test tools of the sandbox do.
  public Order on(Order order, Function<Execution, Order> change) {
    var terms = order.terms();
    books.run(
        new Step(
            terms.partnerId(),
            terms.ref()::needs,
            book ->
                Decision.accepted(200, change.apply(Execution.of(book, current(book, order))))));
    return order(terms.partnerId(), terms.orderId());
  }

  public Decision cancel(Order order) {
    return books.run(new CancelOrder(order.terms().ref()));
  }

  public Order settle(Order order) {
    var terms = order.terms();
    books.run(
        new Step(
            terms.partnerId(),
            needs -> {
              terms.ref().needs(needs);
              Settling.needsToFail(needs, terms.ref());
            },
            book -> {
              if (current(book, order).isUnsettled()) Settling.settle(book, current(book, order));
              return Decision.nothing();
            }));
    return order(terms.partnerId(), terms.orderId());
  }

  /// The desk looks whether something of an order settles by now.
  public Order settleDue(Order order) {
    var terms = order.terms();
    books.run(new SettleOrder(terms.partnerId(), terms.accountId(), terms.orderId()));
    return order(terms.partnerId(), terms.orderId());
  }

  /// Lets the settlement fail, if it can.
  public Decision fail(Order order) {
    var terms = order.terms();
    return books.run(
        new Step(
            terms.partnerId(),
            needs -> {
              terms.ref().needs(needs);
              Settling.needsToFail(needs, terms.ref());
            },
            book -> {
              var refused = Settling.cannotFail(book, current(book, order));
              if (refused != null) return new Decision.Declined(refused);
              return Decision.accepted(200, Settling.fail(book, current(book, order)));
            }));
  }

  public Account account(String accountId) {
    return books.find(Account.TABLE, Account.key(PARTNER, accountId)).orElseThrow();
  }

  public Account user() {
    return account(USER);
  }

  /// Changes what the user may do.
  public void stand(UnaryOperator<Standing> change) {
    books.put(Account.TABLE, user().with(change.apply(user().standing())));
  }

  public Usd cashOf(String accountId) {
    return account(accountId).balances().cash();
  }

  public Holding holding() {
    return books.find(Holding.TABLE, Holding.key(PARTNER, USER, SYMBOL)).orElseThrow();
  }

  public Order order(String orderId) {
    return order(PARTNER, orderId);
  }

  public Order order(String partnerId, String orderId) {
    return books.all(OrderTable.ORDERS).stream()
        .filter(order -> order.terms().partnerId().equals(partnerId))
        .filter(order -> order.terms().orderId().equals(orderId))
        .findFirst()
        .orElseThrow();
  }

  public static <T> T accepted(Decision decision, Class<T> type) {
    if (decision instanceof Decision.Accepted(int _, Object answer, boolean _)) {
      return type.cast(answer);
    }
    throw new AssertionError("Declined: " + decision);
  }

  public static Refused refused(Decision decision) {
    if (decision instanceof Decision.Declined(Refused refused)) return refused;
    throw new AssertionError("Accepted: " + decision);
  }

  private static Order current(Book book, Order order) {
    return requireNonNull(order.terms().ref().find(book));
  }
}
