package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.market.MarketFixture;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestingTest {
  private static final Price FAR = price("10");

  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "50000").open(USER, "20000");
    floor.filled(Side.BUY, Floor.units("100"), price("10"));
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  /// DECISIONS 6: what each kind waits for, on each side, to the last tick.
  @ParameterizedTest
  @CsvSource({
    "BUY,  LIMIT, 9,    , 9.000001, 9,        9",
    "BUY,  LIMIT, 9,    , 9.000001, 8.5,      8.5",
    "SELL, LIMIT, 11,   , 10.99999, 11,       11",
    "SELL, LIMIT, 11,   , 10.99999, 12.25,    12.25",
    "BUY,  STOP,    , 11, 10.99999, 11,       11",
    "BUY,  STOP,    , 11, 10.99999, 11.4,     11.4",
    "SELL, STOP,    , 9,  9.000001, 9,        9",
    "SELL, STOP,    , 9,  9.000001, 3,        3",
    "BUY,  STOP_LIMIT, 12, 11, 10.99999, 11,  11",
    "SELL, STOP_LIMIT, 8,  9,  9.000001, 8.5, 8.5"
  })
  void an_order_fills_at_the_first_price_that_reaches_it(
      Side side,
      Order.Kind kind,
      @Nullable BigDecimal limit,
      @Nullable BigDecimal stop,
      String beside,
      String reaching,
      BigDecimal fill) {
    var order = floor.rest(side, "10", new Instruction(kind, new Bounds(limit, stop), null), FAR);
    assertThat(order.progress().status()).isEqualTo(Order.Status.WORKING);
    assertThat(order.isReplaceable()).isTrue();
    assertThat(floor.hold(order, price(beside))).isEqualTo(order);

    var triggered = floor.hold(order, price(reaching));
    assertThat(triggered.progress().status()).isEqualTo(Order.Status.PENDING);
    assertThat(triggered.isReplaceable()).isFalse();
    assertThat(floor.hold(triggered, price("1"))).isEqualTo(triggered);

    var filled = floor.execute(triggered, price("5000"));
    assertThat(filled.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(filled.filled().averagePrice()).isEqualByComparingTo(fill);
    var events = told(order);
    assertThat(events.getFirst()).isEqualTo("order.working");
    assertThat(events)
        .endsWith("order.pending", "order.filled", "trade.settled")
        .hasSize(kind == Order.Kind.STOP_LIMIT ? 5 : 4);
  }

  @Test
  void a_stopped_limit_goes_on_resting_and_says_so() {
    var order = floor.rest(Side.BUY, "10", stopLimit("11", "11.5"), FAR);
    var stopped = floor.hold(order, price("12"));
    assertThat(stopped.progress().status()).isEqualTo(Order.Status.WORKING);
    assertThat(resting(stopped).stoppedAt()).isEqualTo(floor.books.now());
    assertThat(told(order)).containsExactly("order.working", "order.working");
    assertThat(floor.books.events().getLast().data()).contains("\"stoppedAt\":\"2026");
    assertThat(floor.hold(stopped, price("12"))).isEqualTo(stopped);
    assertThat(floor.hold(stopped, price("11.51"))).isEqualTo(stopped);
    var triggered = floor.hold(stopped, price("9"));
    assertThat(triggered.progress().status()).isEqualTo(Order.Status.PENDING);
    assertThat(floor.execute(triggered, null).filled().averagePrice()).isEqualByComparingTo("9");
  }

  @Test
  void an_order_is_held_against_the_price_of_its_acceptance() {
    var order = floor.rest(Side.BUY, "10", limit("10"), FAR);
    assertThat(order.progress().status()).isEqualTo(Order.Status.PENDING);
    assertThat(told(order)).containsExactly("order.working", "order.pending");
    assertThat(order.progress().reportCount()).isOne();
    assertThat(order.agenda().dueAt()).isEqualTo(floor.books.now());
  }

  /// 15 months of a day's prices, whatever they are: a buyer never pays more than its limit.
  @Test
  void no_fill_is_worse_than_its_limit() {
    for (int cents = 1; cents <= 2_000; cents++) {
      var market = price(BigDecimal.valueOf(cents, 2).toPlainString());
      for (var side : Side.values()) {
        var level = new Resting.Level(new BigDecimal("10"), side == Side.BUY);
        var better = side == Side.BUY ? cents <= 1_000 : cents >= 1_000;
        assertThat(level.isReachedBy(market.local())).isEqualTo(better);
      }
    }
  }

  @Test
  void escrow_stands_at_the_limit_and_the_better_price_gives_back() {
    var before = floor.cashOf(USER);
    var order = floor.rest(Side.BUY, "10", limit("9.01"), FAR);
    assertThat(order.held().cash()).isEqualTo(Usd.of("91.46"));
    assertThat(order.totalCost()).isEqualTo(Usd.of("91.46"));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("91.46")));
    var filled = floor.execute(floor.hold(order, price("8")), FAR);
    assertThat(filled.totalCost()).isEqualTo(Usd.of("81.2"));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("81.2")));
  }

  @Test
  void a_stop_is_escrowed_five_percent_above_and_asks_the_wallet_beyond() {
    var order = floor.rest(Side.BUY, "10", stop("20"), FAR);
    assertThat(order.held().gross()).isEqualTo(Usd.of("210"));
    var triggered = floor.hold(order, price("30"));
    var filled = floor.execute(triggered, null);
    assertThat(filled.totalCost()).isEqualTo(Usd.of("304.5"));

    var poor = floor.rest(Side.BUY, "10", stop("20"), FAR);
    floor.spend(USER, floor.cashOf(USER).toString());
    var rejected = floor.execute(floor.hold(poor, price("30")), null);
    assertThat(rejected.rejection().code()).isEqualTo(RejectionCode.INSUFFICIENT_FUNDS);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("213.15"));
    assertThat(floor.books.events().getLast().name()).isEqualTo("trade.rejected");
  }

  @ParameterizedTest
  @EnumSource
  void every_rejection_gives_back_first_what_was_kept(Side side) {
    var before = floor.cashOf(USER);
    assertThat(rejected(side, o -> floor.executeHalted(o, FAR)))
        .isEqualTo(RejectionCode.MARKET_CLOSED);
    assertThat(rejected(side, o -> floor.execute(o, FAR, null)))
        .isEqualTo(RejectionCode.TECHNICAL_ISSUE);
    assertThat(
            rejected(
                side,
                o -> {
                  floor.stand(s -> s.withKyc(KycStatus.EXPIRED, null));
                  var order = floor.execute(o, FAR);
                  floor.stand(s -> s.withKyc(KycStatus.VERIFIED, s.kycLevel()));
                  return order;
                }))
        .isEqualTo(RejectionCode.KYC_REQUIRED);
    assertThat(
            rejected(
                side,
                o -> {
                  floor.stand(s -> s.withStatus(Status.FROZEN, "compliance"));
                  var order = floor.execute(o, FAR);
                  floor.stand(s -> s.withStatus(Status.ACTIVE, null));
                  return order;
                }))
        .isEqualTo(RejectionCode.COMPLIANCE_HOLD);
    assertThat(rejected(side, o -> floor.on(o, e -> e.reject(RejectionCode.OTHER, "For a reason"))))
        .isEqualTo(RejectionCode.OTHER);
    assertThat(floor.cashOf(USER)).isEqualTo(before);
  }

  private RejectionCode rejected(Side side, UnaryOperator<Order> desk) {
    var price = side == Side.BUY ? "9" : "11";
    var order = floor.hold(floor.rest(side, "1", limit(price), FAR), price(price));
    var rejected = desk.apply(order);
    assertThat(rejected.progress().status()).isEqualTo(Order.Status.REJECTED);
    assertThat(rejected.held()).isEqualTo(Order.Held.NOTHING);
    assertThat(floor.holding().available()).isEqualByComparingTo("100");
    assertThat(told(order)).endsWith("order.pending", "order.rejected", "trade.rejected");
    return rejected.rejection().code();
  }

  @Test
  void a_freeze_keeps_an_order_resting_until_it_is_lifted() {
    var order = floor.rest(Side.SELL, "10", limit("11"), FAR);
    floor.stand(standing -> standing.withStatus(Status.FROZEN, "compliance"));
    assertThat(floor.hold(order, price("12"))).isEqualTo(order);
    floor.stand(standing -> standing.withStatus(Status.ACTIVE, null));
    assertThat(floor.hold(order, price("12")).progress().status()).isEqualTo(Order.Status.PENDING);
  }

  @Test
  void outside_the_hours_of_the_desk_nothing_is_triggered() {
    var live = live();
    floor.books.pass(Duration.ofHours(6));
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    assertThat(floor.hold(order, price("8"), live)).isEqualTo(order);
    floor.books.pass(Duration.ofHours(15));
    var triggered = floor.hold(order, price("8"), live);
    assertThat(triggered.progress().status()).isEqualTo(Order.Status.PENDING);
    assertThat(triggered.agenda().dueAt()).isEqualTo(floor.books.now().plusSeconds(90));
  }

  @Test
  void units_that_rest_for_sale_are_kept_back() {
    var order = floor.rest(Side.SELL, "60.5", limit("11"), FAR);
    assertThat(floor.holding().available()).isEqualByComparingTo("39.5");
    assertThat(order.totalCost()).isEqualTo(Usd.of("655.51"));
    var lacking = floor.decideResting(USER, Side.SELL, "40", stop("9"), FAR);
    assertThat(refused(lacking).code()).isEqualTo(ErrorCode.INSUFFICIENT_UNITS);
    floor.cancel(order);
    assertThat(floor.holding().available()).isEqualByComparingTo("100");
  }

  @Test
  void the_limit_decides_what_the_wallet_and_the_identity_must_cover() {
    var dear = floor.decideResting(USER, Side.BUY, "1000", limit("20"), FAR);
    assertThat(refused(dear).code()).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    floor.stand(standing -> standing.withKyc(KycStatus.VERIFIED, Account.KycLevel.BASIC));
    var large = floor.decideResting(USER, Side.BUY, "900", limit("12"), FAR);
    assertThat(refused(large).code()).isEqualTo(ErrorCode.KYC_REQUIRED);
    var worthless = floor.decideResting(USER, Side.SELL, "0.000001", stop("9"), price("10000"));
    assertThat(refused(worthless).code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    var endless = floor.decideResting(USER, Side.BUY, "100000000", limit("1000000000"), FAR);
    assertThat(refused(endless).code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void the_master_account_rests_at_the_base_fee() {
    var order = floor.rest(Account.MASTER, Side.BUY, "10", limit("9"), FAR);
    assertThat(order.held().cash()).isEqualTo(Usd.of("90.9"));
    var filled = floor.execute(floor.hold(order, price("9")), null);
    assertThat(filled.totalCost()).isEqualTo(Usd.of("90.9"));
  }

  @Test
  void a_deadline_cancels_and_gives_back() {
    var before = floor.cashOf(USER);
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    var ends = resting(order).term().expiresAt();
    floor.books.pass(Duration.between(floor.books.now(), ends).minusMillis(1));
    assertThat(floor.expire(order)).isEqualTo(order);
    floor.books.pass(Duration.ofMillis(1));
    var expired = floor.expire(order);
    assertThat(expired.progress().status()).isEqualTo(Order.Status.CANCELLED);
    assertThat(expired.cancellation().lifecycle()).isEqualTo("EXPIRED");
    assertThat(expired.cancellation().refunded()).isEqualTo(Usd.of("91.35"));
    assertThat(expired.rejection()).isNull();
    assertThat(floor.cashOf(USER)).isEqualTo(before);
    assertThat(floor.expire(expired)).isEqualTo(expired);
    assertThat(floor.hold(expired, price("1"))).isEqualTo(expired);
    assertThat(floor.books.events().getLast().data()).contains("\"orderLifecycle\":\"EXPIRED\"");
  }

  @Test
  void once_triggered_the_deadline_is_over() {
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    var triggered = floor.hold(order, price("9"));
    floor.books.pass(Duration.ofDays(3));
    assertThat(floor.expire(triggered)).isEqualTo(triggered);
    assertThat(floor.execute(triggered, price("20")).filled().averagePrice())
        .isEqualByComparingTo("9");
  }

  /// In Nairobi, UTC+3: Monday 13:00 there is in the session, which closes at 15:00.
  @ParameterizedTest
  @CsvSource({
    "2026-03-02T10:00:00Z, , 2026-03-02T12:00:00Z",
    "2026-03-02T12:00:00Z, , 2026-03-03T12:00:00Z",
    "2026-03-06T20:00:00Z, , 2026-03-09T12:00:00Z",
    "2026-04-02T12:30:00Z, , 2026-04-07T12:00:00Z",
    "2026-03-02T10:00:00Z, 2026-03-02, 2026-03-02T21:00:00Z",
    "2026-03-02T22:00:00Z, 2026-03-03, 2026-03-03T21:00:00Z",
    "2026-03-02T10:00:00Z, 2027-03-02, 2027-03-02T21:00:00Z"
  })
  void a_term_ends_by_the_calendar_of_the_exchange(
      Instant accepted, @Nullable LocalDate date, Instant ends) {
    var resting = limit("9", date).resting(live(), BigDecimal.ONE, accepted);
    assertThat(resting.term().expiresAt()).isEqualTo(ends);
    assertThat(limit("9", date).misdated(live(), accepted)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-01", "2027-03-03", "+999999999-12-31", "-999999999-01-01"})
  void a_date_that_is_past_or_too_far_is_refused(LocalDate date) {
    var decision = floor.decideResting(USER, Side.BUY, "1", limit("9", date), FAR);
    assertThat(refused(decision).code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(refused(decision).details().getFirst().value()).isEqualTo("goodTillDate");
  }

  /// Cairo moves its clocks; the day of an order ends with them.
  @Test
  void a_day_ends_with_summer_time() {
    var calendar = MarketFixture.CALENDARS.of(MarketFixture.exchange("EGX"));
    var session = new Session(calendar, true, Duration.ZERO);
    assertThat(session.goodTill(LocalDate.parse("2026-04-22"))).isEqualTo("2026-04-22T22:00:00Z");
    assertThat(session.goodTill(LocalDate.parse("2026-04-26"))).isEqualTo("2026-04-26T21:00:00Z");
    // Closed at half past two of the wall clock there; the weekend lies between.
    var live = new Session(calendar, false, Duration.ZERO);
    assertThat(live.dayEnds(Instant.parse("2026-04-22T12:31:00Z")))
        .isEqualTo("2026-04-23T12:30:00Z");
    assertThat(live.dayEnds(Instant.parse("2026-04-23T12:31:00Z")))
        .isEqualTo("2026-04-26T11:30:00Z");
  }

  private List<String> told(Order order) {
    return floor.books.events().stream()
        .filter(event -> event.data().contains(order.terms().orderId()))
        .map(Event::name)
        .toList();
  }

  private static Session live() {
    var calendar = MarketFixture.CALENDARS.of(MarketFixture.exchange(Floor.EXCHANGE));
    return new Session(calendar, false, Duration.ofSeconds(90));
  }

  private static Resting resting(Order order) {
    assertThat(order.resting()).isNotNull();
    return order.resting();
  }

  static Instruction limit(String limit) {
    return limit(limit, null);
  }

  static Instruction limit(String limit, @Nullable LocalDate date) {
    return new Instruction(Order.Kind.LIMIT, new Bounds(new BigDecimal(limit), null), date);
  }

  static Instruction stop(String stop) {
    return new Instruction(Order.Kind.STOP, new Bounds(null, new BigDecimal(stop)), null);
  }

  static Instruction stopLimit(String stop, String limit) {
    var bounds = new Bounds(new BigDecimal(limit), new BigDecimal(stop));
    return new Instruction(Order.Kind.STOP_LIMIT, bounds, null);
  }
}
