package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.order.RestingTest.limit;
import static africa.soko.trading.order.RestingTest.stop;
import static africa.soko.trading.order.RestingTest.stopLimit;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Decision;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// SPEC "Order rules".
class ReplaceOrderTest {
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

  @Test
  void a_buy_moves_the_difference_both_ways() {
    var before = floor.cashOf(USER);
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    assertThat(order.held().cash()).isEqualTo(Usd.of("91.35"));
    var larger = replaced(order, "9.5", "20");
    assertThat(larger.terms()).isEqualTo(order.terms());
    assertThat(larger.held().cash()).isEqualTo(Usd.of("192.85"));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("192.85")));
    assertThat(floor.books.events().getLast().data())
        .contains("\"previous\":{\"quantity\":10,\"limitPrice\":9,\"stopPrice\":null")
        .contains("\"current\":{\"quantity\":20,\"limitPrice\":9.5")
        .endsWith("\"escrowDelta\":101.5}");
    var smaller = replaced(larger, "8", "1");
    assertThat(smaller.held().cash()).isEqualTo(Usd.of("8.12"));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("8.12")));
    var filled = floor.execute(floor.hold(smaller, price("8")), null);
    assertThat(filled.totalCost()).isEqualTo(Usd.of("8.12"));
  }

  @Test
  void the_limit_of_the_wallet_is_met_to_the_cent() {
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    floor.spend(USER, floor.cashOf(USER).minus(Usd.of("10.15")).toString());
    var dear = floor.replace(order, "10.01", null, null, price("11"));
    assertThat(refused(dear).code()).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    assertThat(floor.order(order.terms().orderId())).isEqualTo(order);
    assertThat(accepted(floor.replace(order, "10", null, null, price("11")), order).held().cash())
        .isEqualTo(Usd.of("101.5"));
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
  }

  @Test
  void it_is_priced_with_the_rate_and_the_fees_of_the_placement() {
    var order = floor.rest(Side.BUY, "10", limit("900"), price("1000", "100"));
    assertThat(order.held().cash()).isEqualTo(Usd.of("91.35"));
    var replaced = accepted(floor.replace(order, "950", null, null, price("1000", "50")), order);
    assertThat(replaced.held().cash()).isEqualTo(Usd.of("96.43"));
    assertThat(replaced.cost().fxRate()).isEqualByComparingTo("100");
  }

  @Test
  void a_sell_adjusts_its_units_and_cannot_go_beyond_them() {
    var order = floor.rest(Side.SELL, "60", limit("11"), FAR);
    floor.rest(Side.SELL, "30", stop("5"), FAR);
    var beyond = floor.replace(order, null, null, "70.000001", FAR);
    assertThat(refused(beyond).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(accepted(floor.replace(order, null, null, "70", FAR), order).held().units())
        .isEqualByComparingTo("70");
    assertThat(floor.holding().available()).isZero();
    assertThat(accepted(floor.replace(order, null, null, "0.5", FAR), order).held().units())
        .isEqualByComparingTo("0.5");
    assertThat(floor.holding().available()).isEqualByComparingTo("69.5");
    assertThat(floor.books.events().getLast().data()).endsWith("\"escrowDelta\":0}");
  }

  @Test
  void a_limit_that_the_market_has_reached_triggers_at_once() {
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    var triggered = accepted(floor.replace(order, "10", null, null, price("9.5")), order);
    assertThat(triggered.progress().status()).isEqualTo(Order.Status.PENDING);
    assertThat(floor.execute(triggered, FAR).filled().averagePrice()).isEqualByComparingTo("9.5");
  }

  @Test
  void only_what_rests_can_be_replaced() {
    var market = floor.place(Side.BUY, Floor.units("1"), FAR);
    assertThat(conflict(market)).isEqualTo(ErrorCode.CONFLICT);
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    var triggered = floor.hold(order, price("9"));
    assertThat(conflict(triggered)).isEqualTo(ErrorCode.CONFLICT);
    var filled = floor.execute(triggered, null);
    assertThat(conflict(filled)).isEqualTo(ErrorCode.CONFLICT);
    var cancelled = floor.rest(Side.BUY, "10", limit("9"), FAR);
    floor.cancel(cancelled);
    assertThat(conflict(cancelled)).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void a_price_that_the_kind_does_not_have_is_refused() {
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    var unused = refused(floor.replace(order, null, "12", null, FAR));
    assertThat(unused.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(unused.details().getFirst().value()).isEqualTo("stopPrice");
    var stopped = floor.hold(floor.rest(Side.BUY, "10", stopLimit("11", "11"), FAR), price("12"));
    assertThat(refused(floor.replace(stopped, null, "12", null, price("12"))).code())
        .isEqualTo(ErrorCode.CONFLICT);
    var triggered = accepted(floor.replace(stopped, "12", null, null, price("12")), stopped);
    assertThat(triggered.progress().status()).isEqualTo(Order.Status.PENDING);
  }

  @Test
  void the_account_must_be_free_and_known_well_enough() {
    var order = floor.rest(Side.BUY, "10", limit("9"), FAR);
    floor.stand(standing -> standing.withStatus(Status.FROZEN, "partner"));
    assertThat(conflict(order)).isEqualTo(ErrorCode.FORBIDDEN);
    floor.stand(standing -> standing.withStatus(Status.ACTIVE, null));
    floor.stand(standing -> standing.withKyc(KycStatus.VERIFIED, KycLevel.BASIC));
    assertThat(refused(floor.replace(order, null, null, "1200", FAR)).code())
        .isEqualTo(ErrorCode.KYC_REQUIRED);
    assertThat(refused(floor.replace(order, "1000000000", null, "1000000000", FAR)).code())
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  private ErrorCode conflict(Order order) {
    return refused(floor.replace(order, "8", null, null, FAR)).code();
  }

  private Order replaced(Order order, String limit, String units) {
    return accepted(floor.replace(order, limit, null, units, FAR), order);
  }

  private Order accepted(Decision decision, Order order) {
    Floor.accepted(decision, OrderView.class);
    return floor.order(order.terms().orderId());
  }
}
