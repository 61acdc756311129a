package africa.soko.trading;

import static java.util.Objects.requireNonNull;

import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.MemoryBooks;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Order.Settlement;
import africa.soko.trading.Size.Cash;
import africa.soko.trading.Size.Units;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A place to trade without a database, an exchange or a network: books in memory, and prices that
/// a test names.
final class Floor {
  static final String PARTNER = "ptn_1";
  static final String USER = "sub_1";
  static final String SYMBOL = "SCOM.KE";
  static final String EXCHANGE = "NSE";
  static final Fees FEES = new Fees(100, 50);
  static final Usd FULL_KYC_FROM = Usd.of("10000");
  static final Settlement T3 =
      new Settlement(
          LocalDate.parse("2026-03-05"),
          Instant.parse("2026-03-05T00:00:00Z"),
          Settlement.State.UNSETTLED);

  final MemoryBooks books = new MemoryBooks();

  /// A step that a test spells out itself.
  record Step(String partnerId, Consumer<Needs> asks, Function<Book, Decision> does)
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

  static Size units(String quantity) {
    return new Units(new BigDecimal(quantity));
  }

  static Size cash(String value) {
    return new Cash(Usd.of(value));
  }

  /// A price in dollars, given as a local price at a rate of one.
  static Price price(String usd) {
    return price(usd, "1");
  }

  static Price price(String local, String fxRate) {
    return new Price(
        new BigDecimal(local),
        "KES",
        new BigDecimal(fxRate),
        Instant.parse("2026-03-02T09:45:00Z"),
        false);
  }

  /// Opens an account that may trade, with money from the world outside.
  Floor open(String partnerId, String accountId, String cash) {
    var opened = Account.opened(partnerId, accountId, null);
    books.put(
        Account.TABLE,
        accountId.equals(Account.MASTER)
            ? opened
            : opened.withKyc(KycStatus.VERIFIED, KycLevel.FULL));
    move(partnerId, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.wallet(accountId), cash);
    return this;
  }

  Floor open(String accountId, String cash) {
    return open(PARTNER, accountId, cash);
  }

  void move(String partnerId, Transfer.Type type, Pocket from, Pocket to, String amount) {
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

  void spend(String accountId, String amount) {
    move(PARTNER, Transfer.Type.WITHDRAWAL, Pocket.wallet(accountId), Pocket.OPERATOR, amount);
  }

  Decision decideQuote(String accountId, Side side, Size size, Price price) {
    return books.run(new IssueQuote(PARTNER, accountId, SYMBOL, EXCHANGE, side, size, price, FEES));
  }

  QuoteView quote(String accountId, Side side, Size size, Price price) {
    return accepted(decideQuote(accountId, side, size, price), QuoteView.class);
  }

  PlaceOrder trade(String quoteId, String accountId, Side side, Size size) {
    return new PlaceOrder(
        PARTNER,
        accountId,
        SYMBOL,
        EXCHANGE,
        side,
        size,
        quoteId,
        null,
        new Slot(books.now(), null),
        FULL_KYC_FROM);
  }

  Order place(String accountId, Side side, Size size, Price price) {
    var quote = quote(accountId, side, size, price);
    var view = accepted(books.run(trade(quote.quoteId(), accountId, side, size)), OrderView.class);
    return order(view.orderId());
  }

  Order place(Side side, Size size, Price price) {
    return place(USER, side, size, price);
  }

  /// Places and fills at the same price.
  Order filled(Side side, Size size, Price price) {
    return execute(place(side, size, price), price);
  }

  Order execute(Order order, @Nullable Price price) {
    return execute(order, price, T3);
  }

  Order execute(Order order, @Nullable Price price, @Nullable Settlement settlement) {
    return execute(order, true, price, settlement);
  }

  /// The desk finds the exchange halted, or the instrument suspended.
  Order executeHalted(Order order, Price price) {
    return execute(order, false, price, T3);
  }

  private Order execute(
      Order order, boolean takesOrders, @Nullable Price price, @Nullable Settlement settlement) {
    var terms = order.terms();
    books.run(
        new ExecuteOrder(
            terms.partnerId(),
            terms.orderId(),
            terms.accountId(),
            terms.symbol(),
            terms.side(),
            takesOrders,
            price,
            settlement));
    return order(terms.partnerId(), terms.orderId());
  }

  Order fill(Order order, String wanted, Price price) {
    return on(order, e -> e.fill(new BigDecimal(wanted), false, price, T3));
  }

  Order fillRest(Order order, Price price) {
    return on(order, e -> e.fill(BigDecimal.ZERO, true, price, T3));
  }

  /// Moves an order as the test tools of the sandbox do.
  Order on(Order order, Function<Execution, Order> change) {
    var terms = order.terms();
    books.run(
        new Step(
            terms.partnerId(),
            needs -> needsOf(order, needs),
            book ->
                Decision.accepted(200, change.apply(Execution.of(book, current(book, order))))));
    return order(terms.partnerId(), terms.orderId());
  }

  Decision cancel(Order order) {
    var terms = order.terms();
    return books.run(
        new CancelOrder(
            terms.partnerId(), terms.orderId(), terms.accountId(), terms.symbol(), terms.side()));
  }

  Order settle(Order order) {
    var terms = order.terms();
    books.run(new SettleOrder(terms.partnerId(), terms.orderId(), terms.accountId()));
    return order(terms.partnerId(), terms.orderId());
  }

  /// Lets the settlement fail, if it can.
  Decision fail(Order order) {
    var terms = order.terms();
    return books.run(
        new Step(
            terms.partnerId(),
            needs -> {
              needsOf(order, needs);
              Settling.needsToFail(
                  needs, terms.partnerId(), terms.orderId(), terms.accountId(), terms.symbol());
            },
            book -> {
              var refused = Settling.cannotFail(book, current(book, order));
              if (refused != null) return new Decision.Declined(refused);
              return Decision.accepted(200, Settling.fail(book, current(book, order)));
            }));
  }

  Account account(String accountId) {
    return books.find(Account.TABLE, Account.key(PARTNER, accountId)).orElseThrow();
  }

  Account user() {
    return account(USER);
  }

  void change(Account account) {
    books.put(Account.TABLE, account);
  }

  Usd cashOf(String accountId) {
    return account(accountId).cash();
  }

  Holding holding() {
    return books.find(Holding.TABLE, Holding.key(PARTNER, USER, SYMBOL)).orElseThrow();
  }

  Order order(String orderId) {
    return order(PARTNER, orderId);
  }

  Order order(String partnerId, String orderId) {
    return books.find(OrderTable.ORDERS, Order.key(partnerId, orderId)).orElseThrow();
  }

  static <T> T accepted(Decision decision, Class<T> type) {
    if (decision instanceof Decision.Accepted(int _, Object answer, boolean _)) {
      return type.cast(answer);
    }
    throw new AssertionError("Declined: " + decision);
  }

  static Refused refused(Decision decision) {
    if (decision instanceof Decision.Declined(Refused refused)) return refused;
    throw new AssertionError("Accepted: " + decision);
  }

  private static void needsOf(Order order, Needs needs) {
    var terms = order.terms();
    needs.row(OrderTable.ORDERS, Order.key(terms.partnerId(), terms.orderId()));
    Execution.needs(needs, terms.partnerId(), terms.accountId(), terms.symbol(), terms.side());
  }

  private static Order current(Book book, Order order) {
    var terms = order.terms();
    return requireNonNull(
        book.find(OrderTable.ORDERS, Order.key(terms.partnerId(), terms.orderId())));
  }
}
