package africa.soko.trading.settlement;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import africa.soko.edge.ErrorCode;
import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import africa.soko.trading.order.ExecutionReport;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.position.Lot;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "100").open(USER, "1000");
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  @Test
  void settlement_frees_the_proceeds_of_a_sale_once() {
    var bought = floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    assertThat(floor.user().balances().withdrawable()).isEqualTo(Usd.of("898.50"));
    assertThat(state(floor.settle(bought))).isEqualTo(State.SETTLED);
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.of("98.50"));
    var settled = floor.settle(sold);
    assertThat(state(settled)).isEqualTo(State.SETTLED);
    assertThat(floor.user().balances().withdrawable()).isEqualTo(Usd.of("997"));
    assertThat(floor.settle(sold)).isEqualTo(settled);
  }

  @Test
  void an_order_that_is_still_open_cannot_fail() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var part = floor.fill(floor.place(Side.SELL, units("4"), price("10")), "1", price("10"));
    assertThat(refused(floor.fail(part)).code()).isEqualTo(ErrorCode.CONFLICT);
    floor.cancel(part);
    assertThat(state(floor.settle(part))).isEqualTo(State.SETTLED);
    assertThat(refused(floor.fail(part)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  /// Monday's fill settles on Thursday, Tuesday's on Friday, while the order is still open.
  @Test
  void each_fill_settles_by_its_own_trade_date() {
    floor.settle(floor.filled(Side.BUY, units("10"), price("10")));
    var sale = floor.fill(floor.place(Side.SELL, units("4"), price("10")), "1", price("10"));
    var first = unsettled();
    floor.books.pass(Duration.ofDays(1));
    floor.fill(sale, "2", price("10"));
    assertThat(unsettled()).isGreaterThan(first);

    floor.books.pass(Duration.ofDays(1));
    assertThat(floor.settleDue(sale)).isEqualTo(floor.order(sale.terms().orderId()));
    assertThat(outcomes()).isEmpty();
    floor.books.pass(Duration.ofDays(1));
    var half = floor.settleDue(sale);
    assertThat(half.progress().status()).isEqualTo(Order.Status.PARTIALLY_FILLED);
    assertThat(state(half)).isEqualTo(State.UNSETTLED);
    assertThat(outcomes()).containsExactly("2026-03-05 SETTLED 1");
    assertThat(floor.settleDue(sale)).isEqualTo(half);

    floor.books.pass(Duration.ofDays(1));
    assertThat(state(floor.settleDue(sale))).isEqualTo(State.SETTLED);
    assertThat(unsettled()).isEqualTo(Usd.ZERO);
    assertThat(outcomes()).containsExactly("2026-03-05 SETTLED 1", "2026-03-06 SETTLED 2");
    // What is filled now settles next week.
    floor.fill(sale, "1", price("10"));
    assertThat(state(floor.settleDue(sale))).isEqualTo(State.UNSETTLED);
  }

  @Test
  void the_fills_of_one_day_settle_with_a_report_each_and_one_event() {
    floor.settle(floor.filled(Side.BUY, units("10"), price("10")));
    var sale = floor.fill(floor.place(Side.SELL, units("4"), price("10")), "1", price("10"));
    floor.fillRest(floor.fill(sale, "1", price("11")), price("12"));
    floor.books.pass(Duration.ofDays(3));
    floor.settleDue(sale);
    assertThat(outcomes())
        .containsExactly("2026-03-05 SETTLED 1", "2026-03-05 SETTLED 1", "2026-03-05 SETTLED 2");
    var told = floor.books.events().stream().map(Event::name).toList();
    assertThat(told).filteredOn("order.settled"::equals).hasSize(2);
  }

  @Test
  void a_fill_that_has_settled_stays_when_a_later_one_fails() {
    floor.settle(floor.filled(Side.BUY, units("10"), price("10")));
    var sale = floor.fill(floor.place(Side.SELL, units("4"), price("10")), "1", price("10"));
    floor.books.pass(Duration.ofDays(1));
    floor.fillRest(sale, price("10"));
    floor.books.pass(Duration.ofDays(2));
    floor.settleDue(sale);
    Floor.accepted(floor.fail(sale), Order.class);
    assertThat(state(floor.order(sale.terms().orderId()))).isEqualTo(State.FAILED);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("9");
    // 1000 less 101.50 for ten units, and 9.85 for the one that is sold.
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("908.35"));
    assertThat(outcomes()).containsExactly("2026-03-05 SETTLED 1", "2026-03-06 FAILED 3");
  }

  @Test
  void a_failed_buy_gives_back_everything_fees_included() {
    var order = floor.filled(Side.BUY, units("10"), price("10"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("100.50"));
    Floor.accepted(floor.fail(order), Order.class);
    assertThat(state(floor.order(order.terms().orderId()))).isEqualTo(State.FAILED);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("1000"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("100"));
    assertThat(floor.holding().quantity()).isZero();
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.ZERO);
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void a_buy_whose_units_are_sold_or_promised_cannot_fail() {
    var order = floor.filled(Side.BUY, units("10"), price("10"));
    var sell = floor.place(Side.SELL, units("1"), price("10"));
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
    floor.execute(sell, price("10"));
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("9");
  }

  @Test
  void a_failed_sale_brings_the_units_back_with_their_date_and_cost() {
    var acquired = floor.books.now();
    floor.filled(Side.BUY, units("10"), price("10"));
    floor.books.pass(Duration.ofDays(1));
    var sold = floor.filled(Side.SELL, units("4"), price("12"));
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("898.50"));
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.ZERO);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("10");
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.of("101.50"));
    assertThat(floor.books.all(Lot.TABLE)).allMatch(lot -> lot.acquiredAt().equals(acquired));
    floor.filled(Side.SELL, units("10"), price("12"));
  }

  @Test
  void the_master_wallet_makes_up_what_was_spent_of_the_proceeds() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    // 997.00 are there; the sale brought 98.50. Its markup of 0.50 goes back, too.
    floor.spend(USER, "947");
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("52"));
    assertThat(floor.books.transfers())
        .filteredOn(t -> t.type() == Transfer.Type.ADJUSTMENT)
        .extracting(Transfer::from, Transfer::amount)
        .containsExactly(
            tuple(Pocket.MASTER_WALLET, Usd.of("48.50")),
            tuple(Pocket.wallet(USER), Usd.of("100")));
  }

  @Test
  void where_it_cannot_the_fill_stays_unsettled_until_it_can() {
    floor.settle(floor.filled(Side.BUY, units("10"), price("10")));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    floor.spend(USER, "997");
    floor.spend(Account.MASTER, "2.51");
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("98.49"));
    var stuck = Floor.accepted(floor.fail(sold), Order.class);
    assertThat(stuck.isUnsettled()).isTrue();
    assertThat(unsettled()).isEqualTo(Usd.of("98.50"));
    // It neither settles nor is told of, however often it is tried.
    floor.books.pass(Duration.ofDays(30));
    assertThat(floor.settleDue(sold)).isEqualTo(stuck);
    assertThat(floor.settle(sold)).isEqualTo(stuck);
    assertThat(Floor.accepted(floor.fail(sold), Order.class)).isEqualTo(stuck);
    assertThat(refused(retry(sold)).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(outcomes()).isEmpty();

    floor.move(
        Floor.PARTNER,
        Transfer.Type.DEPOSIT,
        Pocket.OPERATOR,
        Pocket.wallet(Account.MASTER),
        "0.01");
    var back = Floor.accepted(retry(sold), SettlementFailure.class);
    assertThat(back.shortfallUsd()).isEqualTo(Usd.of("98.50"));
    assertThat(back.settlementStatus()).isEqualTo(State.FAILED);
    assertThat(state(floor.order(sold.terms().orderId()))).isEqualTo(State.FAILED);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("10");
    assertThat(unsettled()).isEqualTo(Usd.ZERO);
    assertThat(outcomes()).containsExactly("2026-03-05 FAILED 10");
    assertThat(refused(retry(sold)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void of_several_fills_each_goes_back_as_soon_as_it_is_covered() {
    floor.settle(floor.filled(Side.BUY, units("10"), price("10")));
    var sale = floor.fill(floor.place(Side.SELL, units("10"), price("10")), "4", price("10"));
    sale = floor.fillRest(sale, price("10"));
    floor.spend(USER, "997");
    floor.spend(Account.MASTER, "61");
    // 40.00 of the 98.50: the first brought 39.40, the second 59.10.
    Floor.accepted(floor.fail(sale), Order.class);
    assertThat(outcomes()).containsExactly("2026-03-05 FAILED 4");
    assertThat(unsettled()).isEqualTo(Usd.of("59.10"));
    assertThat(state(floor.order(sale.terms().orderId()))).isEqualTo(State.UNSETTLED);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("4");
  }

  @Test
  void a_partner_that_has_spent_its_markup_does_not_keep_its_user_from_it() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    floor.spend(Account.MASTER, "101");
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("898.50"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.ZERO);
  }

  /// An operator tries again what has failed of an order.
  private Decision retry(Order order) {
    var report =
        floor.books.all(ExecutionReport.TABLE).stream()
            .filter(one -> one.orderId().equals(order.terms().orderId()))
            .filter(one -> one.tranche() != null)
            .findFirst()
            .orElseThrow();
    var listed =
        new SettlementFailure(
            report.reportId(),
            Floor.PARTNER,
            USER,
            report.orderId(),
            Floor.SYMBOL,
            BigDecimal.TEN,
            order.filledTotal(),
            Usd.ZERO,
            Usd.ZERO,
            LocalDate.EPOCH,
            State.UNSETTLED,
            floor.books.now());
    return floor.books.run(new RetrySettlement(order.terms().ref(), listed));
  }

  private Usd unsettled() {
    return floor.user().balances().unsettled();
  }

  /// Day, outcome and units of what sales have settled.
  private List<String> outcomes() {
    return floor.books.all(ExecutionReport.TABLE).stream()
        .filter(report -> report.side() == Side.SELL && report.outcome() != null)
        .sorted(Comparator.comparingInt(ExecutionReport::sequence))
        .map(
            report ->
                "%s %s %s"
                    .formatted(
                        report.settlementDate(),
                        report.settlementStatus(),
                        requireNonNull(report.lastQuantity()).toPlainString()))
        .toList();
  }

  private static State state(Order order) {
    return requireNonNull(order.settlement()).state();
  }
}
