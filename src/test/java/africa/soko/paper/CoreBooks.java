package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
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
import africa.soko.trading.Side;
import africa.soko.trading.order.Bounds;
import africa.soko.trading.order.CancelOrder;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.order.PlaceOrder;
import africa.soko.trading.order.ReplaceOrder;
import africa.soko.trading.position.Holding;
import africa.soko.trading.quote.IssueQuote;
import africa.soko.trading.quote.QuoteView;
import africa.soko.trading.quote.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The service's own decisions on books in memory, with a desk that turns to what is due.
final class CoreBooks implements ServiceBooks {
  private static final String PARTNER = Floor.PARTNER;

  private final Floor floor = new Floor();
  private final CoreFacts facts = new CoreFacts(floor.books);
  private final Map<Integer, String> accounts = new HashMap<>();
  private final Map<Integer, QuoteView> quotes = new HashMap<>();
  private final CoreDesk desk;

  /// @param market of its own, so that each side keeps what it is told by itself
  CoreBooks(Market market, Instant start, long masterCents) {
    this.desk = new CoreDesk(market, floor);
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
      case Op.OfMarket happened -> desk.apply(happened);
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
                desk.price(asked.symbol()),
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
            desk.price(quote.symbol()),
            desk.maybeSession(quote.symbol(), place.id()),
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
            desk.price(test.symbol()),
            desk.session(test.symbol(), test.id())));
  }

  private String placed(int id, Command command) {
    var decision = floor.books.run(command);
    if (!(decision instanceof Decision.Accepted(int _, OrderView view, boolean _))) {
      return code(decision);
    }
    desk.placed(id, floor.order(view.orderId()));
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
            desk.price(symbol),
            desk.maybeSession(symbol, replace.order()),
            Floor.FULL_KYC_FROM));
  }

  private Command move(int id, @Nullable String outcome) {
    var order = order(id);
    var symbol = order.terms().symbol();
    return TestMoves.advance(
        order.terms().ref(), outcome, desk.price(symbol), desk.session(symbol, id));
  }

  private String onOrder(int id, Command command) {
    var answer = ask(command);
    desk.seen(id);
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
    return desk.order(id);
  }
}
