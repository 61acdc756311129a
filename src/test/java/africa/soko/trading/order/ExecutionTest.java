package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.cash;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import africa.soko.edge.ErrorCode;
import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import africa.soko.trading.position.Disposal;
import africa.soko.trading.position.Lot;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "1000").open(USER, "200");
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  @ParameterizedTest
  @CsvSource({
    // 10 units quoted at 10 USD; the wallet holds 200.
    "10,        FILLED,   98.50",
    "9,         FILLED,   108.65",
    "0.000001,  FILLED,   199.98",
    "12.345678, FILLED,   74.68",
    "19.70,     FILLED,   0.04",
    "19.71,     REJECTED, 200.00",
    "100000,    REJECTED, 200.00",
  })
  void a_buy_fills_at_the_price_of_the_moment(String price, Order.Status status, String left) {
    var order = floor.execute(floor.place(Side.BUY, units("10"), price("10")), price(price));
    assertThat(order.progress().status()).isEqualTo(status);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of(left));
    assertThat(floor.user().balances().escrow()).isEqualTo(Usd.ZERO);
    if (status == Order.Status.REJECTED) {
      assertThat(rejection(order)).isEqualTo(RejectionCode.INSUFFICIENT_FUNDS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // 101.50 USD spent, fees included: 100.00 buys.
    "10,     10,        98.50",
    "8,      12.5,      98.50",
    "12.5,   8,         98.50",
    "3,      33.333333, 98.50",
    "100000, 0.001,     98.50",
  })
  void a_buy_for_cash_spends_the_cash_at_any_price(String price, String units, String left) {
    var order = floor.execute(floor.place(Side.BUY, cash("101.50"), price("10")), price(price));
    assertThat(order.filled().quantity()).isEqualByComparingTo(units);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of(left));
  }

  @ParameterizedTest
  @CsvSource({
    // 10 units are held; 50 USD quoted at 10 USD a unit.
    "10,  5,        50.00",
    "20,  2.5,      50.00",
    "5.1, 9.803921, 50.00",
    "5,   10,       50.00",
    "4,   10,       40.00",
  })
  void a_sale_for_cash_sells_what_the_price_demands_as_far_as_units_go(
      String price, String units, String gross) {
    floor.filled(Side.BUY, units("10"), price("10"));
    var order = floor.execute(floor.place(Side.SELL, cash("50"), price("10")), price(price));
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.filled().quantity()).isEqualByComparingTo(units);
    assertThat(order.cost().gross()).isEqualTo(Usd.of(gross));
  }

  @Test
  void a_sale_takes_the_oldest_lots_first_at_their_exact_cost() {
    floor.filled(Side.BUY, units("1"), price("10"));
    floor.books.pass(Duration.ofHours(1));
    floor.filled(Side.BUY, units("2"), price("20"));
    floor.books.pass(Duration.ofHours(1));
    floor.filled(Side.BUY, units("3"), price("30"));
    // 10.15 + 40.60 + a third of 91.35; gross 200, net of 3.00 in fees 197.
    var sold = floor.execute(floor.place(Side.SELL, units("4"), price("50")), price("50"));
    assertThat(floor.books.all(Disposal.TABLE))
        .extracting(d -> d.quantity().toPlainString(), Disposal::costBasis, Disposal::proceeds)
        .containsExactly(
            tuple("1", Usd.of("10.15"), Usd.of("49.25")),
            tuple("2", Usd.of("40.60"), Usd.of("98.50")),
            tuple("1", Usd.of("30.45"), Usd.of("49.25")));
    assertThat(sold.totalCost()).isEqualTo(Usd.of("197"));
    assertThat(floor.holding().quantity()).isEqualByComparingTo("2");
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.of("60.90"));
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.of("197"));
  }

  @Test
  void what_rounding_leaves_of_the_proceeds_goes_to_the_last_lot() {
    for (int i = 0; i < 3; i++) {
      floor.filled(Side.BUY, units("1"), price("10"));
      floor.books.pass(Duration.ofHours(1));
    }
    floor.execute(floor.place(Side.SELL, units("3"), price("3.37")), price("3.37"));
    assertThat(floor.books.all(Disposal.TABLE))
        .extracting(Disposal::proceeds)
        .containsExactly(Usd.of("3.316666"), Usd.of("3.316666"), Usd.of("3.316668"));
  }

  @ParameterizedTest
  @CsvSource({"BUY, FROZEN", "SELL, FROZEN", "BUY, CLOSED"})
  void an_account_that_may_no_longer_trade_holds_the_order(Side side, Status status) {
    floor.filled(Side.BUY, units("5"), price("10"));
    var before = floor.user();
    var order = floor.place(side, units("5"), price("10"));
    floor.stand(
        standing -> standing.withStatus(status, "compliance").withKyc(KycStatus.EXPIRED, null));
    var rejected = floor.execute(order, null);
    assertThat(rejection(rejected)).isEqualTo(RejectionCode.COMPLIANCE_HOLD);
    assertThat(floor.user().balances().cash()).isEqualTo(before.balances().cash());
    assertThat(floor.holding().reserved()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"PENDING", "IN_REVIEW", "REJECTED", "EXPIRED"})
  void so_does_one_whose_kyc_is_lost(KycStatus status) {
    var order = floor.place(Side.BUY, units("5"), price("10"));
    floor.stand(standing -> standing.withKyc(status, null));
    assertThat(rejection(floor.execute(order, null))).isEqualTo(RejectionCode.KYC_REQUIRED);
  }

  @Test
  void an_order_for_an_instrument_that_is_gone_does_not_wait_for_ever() {
    var order = floor.execute(floor.place(Side.BUY, units("5"), price("10")), null, null);
    assertThat(rejection(order)).isEqualTo(RejectionCode.TECHNICAL_ISSUE);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("200"));
  }

  @Test
  void without_a_price_the_venue_has_failed() {
    var order = floor.execute(floor.place(Side.BUY, units("5"), price("10")), null);
    assertThat(rejection(order)).isEqualTo(RejectionCode.TECHNICAL_ISSUE);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("200"));
  }

  @Test
  void an_order_that_meets_a_halt_is_rejected_whatever_the_price() {
    var order = floor.executeHalted(floor.place(Side.BUY, units("5"), price("10")), price("10"));
    assertThat(rejection(order)).isEqualTo(RejectionCode.MARKET_CLOSED);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("200"));
    assertThat(floor.execute(order, price("10"))).isEqualTo(order);
    assertThat(floor.books.events())
        .extracting(Event::name)
        .containsExactly("order.pending", "order.rejected", "trade.rejected");
  }

  @ParameterizedTest
  @CsvSource({
    // No unit so small can be bought or sold for so little.
    "BUY,  0.02, 99999,    1,       OTHER",
    "SELL, 0.02, 99999,    1,       OTHER",
    // A price that is nothing in dollars, and one that is beyond all sense.
    "BUY,  1,    0.000001, 1537.25, OTHER",
    "SELL, 1,    0.000001, 1537.25, OTHER",
  })
  void nothing_is_never_filled(
      Side side, String cash, String local, String fxRate, RejectionCode code) {
    floor.filled(Side.BUY, units("5"), price("10"));
    var before = floor.user().balances().cash();
    var order = floor.execute(floor.place(side, cash(cash), price("1")), price(local, fxRate));
    assertThat(rejection(order)).isEqualTo(code);
    assertThat(floor.user().balances().cash()).isEqualTo(before);
    assertThat(floor.holding().reserved()).isZero();
  }

  @Test
  void a_price_beyond_all_sense_is_a_fault_of_the_venue() {
    floor.filled(Side.BUY, units("5"), price("10"));
    var order = floor.place(Side.SELL, units("5"), price("10"));
    assertThat(rejection(floor.execute(order, price("1e18"))))
        .isEqualTo(RejectionCode.TECHNICAL_ISSUE);
  }

  @Test
  void a_buy_for_cash_stays_within_it_however_often_it_fills() {
    var order = floor.place(Side.BUY, cash("150"), price("7"));
    order = floor.fill(order, "7", price("7"));
    order = floor.fill(order, "3.333333", price("6.66"));
    assertThat(order.progress().status()).isEqualTo(Order.Status.PARTIALLY_FILLED);
    order = floor.fillRest(order, price("7.77"));
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.totalCost()).isBetween(Usd.of("149.97"), Usd.of("150"));
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("200").minus(order.totalCost()));
    assertThat(floor.books.all(Lot.TABLE)).hasSize(3);
  }

  @Test
  void a_sale_for_cash_brings_the_cash_once_however_often_it_fills() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var order = floor.place(Side.SELL, cash("60"), price("10"));
    order = floor.fill(order, "2", price("10"));
    assertThat(order.cost().gross()).isEqualTo(Usd.of("20"));
    assertThat(floor.holding().reserved()).isEqualByComparingTo("4");
    order = floor.fillRest(order, price("8"));
    assertThat(order.cost().gross()).isEqualTo(Usd.of("60"));
    assertThat(order.filled().quantity()).isEqualByComparingTo("7");
    assertThat(floor.holding().quantity()).isEqualByComparingTo("3");
  }

  @ParameterizedTest
  @CsvSource({"10", "11", "1e15"})
  void a_part_that_is_all_there_is_fills_the_order(String wanted) {
    var order = floor.fill(floor.place(Side.BUY, units("10"), price("10")), wanted, price("10"));
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.filled().quantity()).isEqualByComparingTo("10");
  }

  @ParameterizedTest
  @CsvSource({
    // A cent too much for each part would be rounding up each time; the wallet holds none.
    "7,  0.174031, 1.24",
    "9,  0.005356, 0.06",
    "33, 0.093798, 3.15",
    "3,  15.447399, 47.05",
    "2,  0.0001,   0.02",
  })
  void a_buy_in_many_parts_costs_what_it_keeps_back_to_the_cent(
      int quantity, String price, String cost) {
    floor.spend(USER, Usd.of("200").minus(Usd.of(cost)).toString());
    var order = floor.place(Side.BUY, units("" + quantity), price(price));
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
    for (int unit = 1; unit <= quantity; unit++) order = floor.fill(order, "1", price(price));
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.totalCost()).isEqualTo(Usd.of(cost));
    assertThat(order.filledUsdPrice()).isEqualByComparingTo(price);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.of(cost));
  }

  @ParameterizedTest
  @CsvSource({"33, 0.093798, 3.04", "9, 0.005356, 0.03", "7, 0.174031, 1.19"})
  void a_sale_in_many_parts_brings_what_it_brings_whole(
      int quantity, String price, String proceeds) {
    floor.filled(Side.BUY, units("" + quantity), price("1"));
    var order = floor.place(Side.SELL, units("" + quantity), price(price));
    assertThat(order.totalCost()).isEqualTo(Usd.of(proceeds));
    for (int unit = 1; unit <= quantity; unit++) order = floor.fill(order, "1", price(price));
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.totalCost()).isEqualTo(Usd.of(proceeds));
  }

  @Test
  void the_price_of_many_parts_is_that_of_all_of_them() {
    var order = floor.place(Side.BUY, units("3"), price("20"));
    order = floor.fill(order, "1", price("10", "1"));
    order = floor.fillRest(order, price("26", "2"));
    assertThat(order.filledUsdPrice()).isEqualByComparingTo("12");
    assertThat(OrderView.of(order).settlementUsdPrice()).isEqualByComparingTo("12");
    assertThat(floor.books.events())
        .filteredOn(event -> event.name().equals("order.filled"))
        .singleElement()
        .satisfies(event -> assertThat(event.data()).contains("\"settlementUsdPrice\":12,"));
  }

  @Test
  void in_cash_mode_the_fill_decides_the_quantity() {
    var order = floor.place(Side.BUY, cash("101.50"), price("10"));
    assertThat(OrderView.of(order).quantity()).isEqualByComparingTo("10");
    order = floor.execute(order, price("8"));
    assertThat(OrderView.of(order).quantity()).isEqualByComparingTo("12.5");
  }

  @Test
  void a_cancel_gives_back_what_is_open_and_keeps_what_is_filled() {
    var order = floor.place(Side.BUY, units("10"), price("10"));
    floor.fill(order, "4", price("10"));
    floor.stand(standing -> standing.withStatus(Status.FROZEN, "partner"));
    var view = Floor.accepted(floor.cancel(order), OrderView.class);
    assertThat(view.status()).isEqualTo(Order.Status.CANCELLED);
    assertThat(view.refunded()).isEqualTo(Usd.of("60.90"));
    assertThat(view.totalCost()).isEqualTo(Usd.of("40.60"));
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("159.40"));
    floor.stand(standing -> standing.withStatus(Status.ACTIVE, null));
    var sell = floor.place(Side.SELL, units("4"), price("10"));
    var cancelled = Floor.accepted(floor.cancel(sell), OrderView.class);
    assertThat(cancelled.refunded()).isNull();
    assertThat(floor.holding().available()).isEqualByComparingTo("4");
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("159.40"));
  }

  @Test
  void what_has_ended_cannot_be_cancelled() {
    var filled = floor.filled(Side.BUY, units("1"), price("10"));
    var rejected = floor.execute(floor.place(Side.BUY, units("1"), price("10")), null);
    var cancelled = floor.place(Side.BUY, units("1"), price("10"));
    floor.cancel(cancelled);
    var before = floor.user();
    for (var order : new Order[] {filled, rejected, cancelled}) {
      assertThat(refused(floor.cancel(order)).code()).isEqualTo(ErrorCode.ORDER_NOT_CANCELLABLE);
    }
    assertThat(floor.user()).isEqualTo(before);
    var unknown =
        new CancelOrder(new OrderRef(Floor.PARTNER, "ord_0", USER, Floor.SYMBOL, Side.BUY));
    assertThat(refused(floor.books.run(unknown)).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  private static RejectionCode rejection(Order order) {
    assertThat(order.progress().status()).isEqualTo(Order.Status.REJECTED);
    return Objects.requireNonNull(order.rejection()).code();
  }
}
