package africa.soko.trading;

import static africa.soko.trading.Floor.EXCHANGE;
import static africa.soko.trading.Floor.FEES;
import static africa.soko.trading.Floor.SESSION;
import static java.util.Objects.requireNonNull;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.Bounds;
import africa.soko.trading.order.Execution;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.Intake;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.order.OrderTable;
import africa.soko.trading.order.PlaceOrder;
import africa.soko.trading.order.RejectionCode;
import africa.soko.trading.order.Terms;
import africa.soko.trading.quote.ExpireQuote;
import africa.soko.trading.quote.IssueQuote;
import africa.soko.trading.quote.QuoteView;
import africa.soko.trading.quote.Size;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random lives of the books, audited every few commands. `-Dsoko.seed=…` repeats one, and audits
/// it after every command.
class BooksPropertyTest {
  private static final long SEED = Long.getLong("soko.seed", 20_260_302L);
  private static final boolean REPEATS = Long.getLong("soko.seed") != null;
  private static final int LIVES = REPEATS ? 1 : 150;
  private static final int COMMANDS = 75;
  private static final int AUDIT_EVERY = REPEATS ? 1 : 15;

  private static final List<String> PARTNERS = List.of("ptn_1", "ptn_2");
  private static final List<String> ACCOUNTS = List.of(Account.MASTER, "sub_1", "sub_2");
  private static final List<String> SYMBOLS = List.of("SCOM.KE", "MTN.NG");
  private static final List<String> LOCAL_PRICES =
      List.of("0.000001", "0.03", "0.35", "1", "7.77", "18.35", "333.333333", "9999.99", "100000");
  private static final List<String> RATES = List.of("1", "1", "129.5", "1537.25", "0.999999");
  private static final List<String> QUANTITIES =
      List.of("0.000001", "1", "2", "3.5", "7", "10", "33.333333", "100", "1234567", "1e15", "-1");
  private static final List<String> CASH =
      List.of("0.01", "0.02", "1", "9.99", "100", "1234.56", "1000000000", "9000000000000", "-5");

  @Test
  void the_books_are_right_at_any_moment() {
    for (long seed = SEED; seed < SEED + LIVES; seed++) new Life(seed).live();
  }

  /// One run from empty books, decided by its seed alone.
  private static final class Life {
    private final long seed;
    private final SplittableRandom random;
    private final Floor floor = new Floor();

    Life(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    void live() {
      for (var partner : PARTNERS) {
        for (var account : ACCOUNTS) floor.open(partner, account, any(List.of("5", "20000")));
      }
      for (int n = 0; n < COMMANDS; n++) {
        var step = "start";
        try {
          step = next();
          if (n % AUDIT_EVERY == 0 || n == COMMANDS - 1) BooksAudit.check(floor.books);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(
              "Run again with -Dsoko.seed=%d: command %d, %s".formatted(seed, n, step), e);
        }
      }
    }

    /// Runs one command and says which.
    private String next() {
      floor.books.pass(Duration.ofSeconds(random.nextInt(40)));
      var dice = random.nextInt(100);
      if (dice < 26) return place();
      if (dice < 34) return rest();
      if (dice < 56) return onOrder("execute", Order::isOpen, o -> floor.execute(o, maybePrice(o)));
      if (dice < 66) return onOrder("fill in part", Order::isOpen, this::fillPart);
      if (dice < 69) return onOrder("fill the rest", Order::isOpen, this::fillRest);
      if (dice < 72) return onOrder("reject", Order::isOpen, this::reject);
      if (dice < 78) return onOrder("cancel", _ -> true, floor::cancel);
      if (dice < 81) return onOrder("settle", _ -> true, floor::settle);
      if (dice < 84) return onOrder("fail", _ -> true, floor::fail);
      if (dice < 86) return onOrder("hold", Order::isReplaceable, this::hold);
      if (dice < 87) return onOrder("replace", _ -> true, this::replace);
      if (dice < 89) return onOrder("expire", _ -> true, floor::expire);
      if (dice < 93) return testOrder();
      if (dice < 97) return move();
      return authorise();
    }

    private String place() {
      var partner = any(PARTNERS);
      var account = any(ACCOUNTS);
      var symbol = any(SYMBOLS);
      var side = side();
      var size = size();
      var quote =
          floor.books.run(
              new IssueQuote(partner, account, symbol, EXCHANGE, side, size, price(), FEES));
      if (!(quote instanceof Decision.Accepted(int _, QuoteView view, boolean _))) {
        return "quote refused";
      }
      if (random.nextInt(10) == 0) floor.books.pass(Duration.ofSeconds(60));
      var asked = random.nextInt(20) == 0 ? size() : size;
      var command =
          new PlaceOrder(
              partner,
              random.nextInt(20) == 0 ? any(ACCOUNTS) : account,
              symbol,
              EXCHANGE,
              side,
              asked,
              view.quoteId(),
              Instruction.MARKET,
              null,
              Floor.price("10"),
              random.nextInt(20) == 0 ? null : Floor.SESSION,
              Floor.FULL_KYC_FROM);
      floor.books.run(command);
      floor.books.run(new ExpireQuote(partner, view.quoteId()));
      return command.toString();
    }

    private String rest() {
      var partner = any(PARTNERS);
      var account = any(ACCOUNTS);
      var symbol = any(SYMBOLS);
      var side = side();
      var size = Floor.units(any(QUANTITIES));
      var price = price();
      var quote =
          floor.books.run(
              new IssueQuote(partner, account, symbol, EXCHANGE, side, size, price, FEES));
      if (!(quote instanceof Decision.Accepted(int _, QuoteView view, boolean _))) {
        return "quote refused";
      }
      var kinds = List.of(Order.Kind.LIMIT, Order.Kind.STOP, Order.Kind.STOP_LIMIT);
      var kind = any(kinds);
      var limit = kind == Order.Kind.STOP ? null : near(price.local());
      var stop = kind == Order.Kind.LIMIT ? null : near(price.local());
      var command =
          new PlaceOrder(
              partner,
              account,
              symbol,
              EXCHANGE,
              side,
              size,
              view.quoteId(),
              new Instruction(kind, new Bounds(limit, stop), null),
              null,
              price,
              Floor.SESSION,
              Floor.FULL_KYC_FROM);
      floor.books.run(command);
      return command.toString();
    }

    private void hold(Order order) {
      var bounds = requireNonNull(order.resting()).bounds();
      var aim = bounds.stop() == null ? requireNonNull(bounds.limit()) : bounds.stop();
      floor.hold(order, Floor.price(near(aim).toPlainString(), any(RATES)));
    }

    private void replace(Order order) {
      var resting = order.resting();
      var price = Floor.price("10");
      var limit = resting == null ? null : resting.bounds().limit();
      var stop = resting == null ? null : resting.bounds().stop();
      floor.replace(
          order,
          limit == null || random.nextBoolean() ? null : near(limit).toPlainString(),
          stop == null || random.nextBoolean() ? null : near(stop).toPlainString(),
          random.nextBoolean() ? null : any(List.of("1", "2", "7", "33.333333", "1234567")),
          price);
    }

    private BigDecimal near(BigDecimal price) {
      return price
          .multiply(BigDecimal.valueOf(80 + random.nextInt(41), 2))
          .setScale(6, RoundingMode.UP);
    }

    /// Takes an order in as the test tools do: without a quote.
    private String testOrder() {
      var partner = any(PARTNERS);
      var account = any(ACCOUNTS);
      var symbol = any(SYMBOLS);
      var side = side();
      var price = Floor.price(any(List.of("0.35", "18.35")), "1");
      var size = Floor.units(any(List.of("1", "7", "100")));
      floor.books.run(
          new Floor.Step(
              partner,
              needs -> Execution.needs(needs, partner, account, symbol, side),
              book -> {
                var fees = FEES.chargedTo(account);
                var value = size.value(side, price, fees);
                var terms =
                    Terms.ofTest(
                        book,
                        book.get(Account.TABLE, Account.key(partner, account)),
                        side,
                        symbol,
                        EXCHANGE,
                        "KES",
                        fees);
                var lacking = Intake.lacking(book, terms, value);
                if (lacking != null) return new Decision.Declined(lacking);
                var ask = new Ask(value.units(), null);
                return Decision.accepted(
                    202, Intake.accept(book, terms, ask, value, price.fxRate(), Agenda.NONE));
              }));
      return "test order";
    }

    private void fillPart(Order order) {
      var price = price(order);
      var half = order.remainingQuantity().divide(BigDecimal.TWO).setScale(0, RoundingMode.FLOOR);
      var wanted =
          switch (random.nextInt(4)) {
            case 0 -> new BigDecimal(any(QUANTITIES)).abs().max(new BigDecimal("0.000001"));
            default -> half.max(BigDecimal.ONE);
          };
      floor.on(order, e -> e.fill(wanted, false, price, SESSION));
    }

    private void fillRest(Order order) {
      var price = price(order);
      floor.on(order, e -> e.fill(BigDecimal.ZERO, true, price, SESSION));
    }

    private void reject(Order order) {
      floor.on(order, e -> e.reject(any(List.of(RejectionCode.values())), "For some reason"));
    }

    private String move() {
      var partner = any(PARTNERS);
      var master = Account.key(partner, Account.MASTER);
      var user = Account.key(partner, any(ACCOUNTS.subList(1, 3)));
      var isDeposit = random.nextBoolean();
      floor.books.run(
          new Floor.Step(
              partner,
              needs -> {
                needs.row(Account.TABLE, master);
                needs.row(Account.TABLE, user);
              },
              book -> {
                var account = book.get(Account.TABLE, user);
                var most =
                    isDeposit
                        ? book.get(Account.TABLE, master).balances().cash()
                        : account.balances().withdrawable();
                var share = Usd.cents(most.micros() / 10_000 / (1 + random.nextInt(3)));
                var wallet = Pocket.wallet(account.accountId());
                if (isDeposit) {
                  Posting.PLAIN.move(
                      book, Transfer.Type.DEPOSIT, Pocket.MASTER_WALLET, wallet, share);
                } else {
                  Posting.PLAIN.move(
                      book, Transfer.Type.WITHDRAWAL, wallet, Pocket.MASTER_WALLET, share);
                }
                return Decision.accepted(200, share);
              }));
      return isDeposit ? "deposit" : "withdrawal";
    }

    private String authorise() {
      var key = Account.key(any(PARTNERS), any(ACCOUNTS));
      var account = floor.books.find(Account.TABLE, key).orElseThrow();
      var changed =
          switch (random.nextInt(4)) {
            case 0 -> account.standing().withStatus(Status.FROZEN, "partner");
            case 1 -> account.standing().withKyc(KycStatus.REJECTED, null);
            case 2 -> account.standing().withKyc(KycStatus.VERIFIED, KycLevel.BASIC);
            default ->
                account
                    .standing()
                    .withStatus(Status.ACTIVE, null)
                    .withKyc(KycStatus.VERIFIED, KycLevel.FULL);
          };
      floor.books.put(Account.TABLE, account.with(changed));
      return changed.toString();
    }

    private String onOrder(String what, Predicate<Order> wanted, Consumer<Order> change) {
      var orders = floor.books.all(OrderTable.ORDERS).stream().filter(wanted).toList();
      if (orders.isEmpty()) return what + " nothing";
      var order = any(orders);
      change.accept(order);
      return what + " " + order;
    }

    private @Nullable Price maybePrice(Order order) {
      return random.nextInt(20) == 0 ? null : price(order);
    }

    /// Near what was quoted, most of the time.
    private Price price(Order order) {
      if (random.nextInt(8) == 0 || order.ask().quantity().signum() == 0) return price();
      var local =
          Rounding.ratio(order.cost().gross().dollars(), order.ask().quantity())
              .multiply(BigDecimal.valueOf(90 + random.nextInt(21), 2));
      return Floor.price(
          local.setScale(6, RoundingMode.UP).toPlainString(), any(List.of("1", "1.01")));
    }

    private Price price() {
      return Floor.price(any(LOCAL_PRICES), any(RATES));
    }

    private Size size() {
      return random.nextInt(3) == 0 ? Floor.cash(any(CASH)) : Floor.units(any(QUANTITIES));
    }

    private Side side() {
      return random.nextInt(5) < 3 ? Side.BUY : Side.SELL;
    }

    private <T> T any(List<T> values) {
      return values.get(random.nextInt(values.size()));
    }
  }
}
