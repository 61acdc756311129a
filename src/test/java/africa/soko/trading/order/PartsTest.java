package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.order.RestingTest.limit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Parts;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A desk that fills orders part by part.
class PartsTest {
  private static final Duration PACE = Duration.ofSeconds(30);
  private static final Parts THIRDS = new Parts(33, PACE);

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

  @ParameterizedTest
  @CsvSource({
    "BUY, 10, 33, 4",
    "BUY, 1, 33, 1",
    "BUY, 3, 50, 3",
    "BUY, 100, 1, 100",
    "SELL, 10, 33, 4",
    "SELL, 0.5, 50, 2",
    "SELL, 0.01, 1, 100"
  })
  void an_order_is_whole_after_so_many_parts(Side side, String units, int percent, int parts) {
    var order = floor.place(side, Floor.units(units), price("10"));
    var cut = new Parts(percent, PACE);
    for (int n = 1; n < parts; n++) {
      order = floor.executePart(order, price("10"), cut);
      assertThat(order.progress().status())
          .as("part %s", n)
          .isEqualTo(Order.Status.PARTIALLY_FILLED);
      assertThat(floor.executePart(order, price("10"), cut)).as("at once again").isEqualTo(order);
      floor.books.pass(PACE);
    }
    order = floor.executePart(order, price("10"), cut);
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.filled().quantity()).isEqualByComparingTo(units);
    assertThat(order.progress().reportCount()).isEqualTo(parts + 1);
  }

  @Test
  void in_parts_it_costs_what_it_costs_whole() {
    var whole = floor.filled(Side.BUY, Floor.units("7"), price("0.333333"));
    var order = floor.place(Side.BUY, Floor.units("7"), price("0.333333"));
    while (order.isOpen()) {
      order = floor.executePart(order, price("0.333333"), THIRDS);
      floor.books.pass(PACE);
    }
    assertThat(order.totalCost()).isEqualTo(whole.totalCost());
  }

  @Test
  void cash_is_spent_to_the_cent_in_parts_too() {
    var order = floor.place(Side.BUY, Floor.cash("100"), price("7.77"));
    for (int n = 0; n < 10 && order.isOpen(); n++) {
      order = floor.executePart(order, price("7.77"), THIRDS);
      floor.books.pass(PACE);
    }
    assertThat(order.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(order.totalCost().compareTo(Usd.of("100"))).isLessThanOrEqualTo(0);
    assertThat(order.totalCost().compareTo(Usd.of("99.9"))).isPositive();
  }

  @Test
  void the_rest_can_be_cancelled_and_what_is_filled_stays() {
    var before = floor.cashOf(USER);
    var order = floor.place(Side.BUY, Floor.units("10"), price("10"));
    order = floor.executePart(order, price("9"), new Parts(50, PACE));
    floor.cancel(order);
    var cancelled = floor.order(order.terms().orderId());
    assertThat(cancelled.progress().status()).isEqualTo(Order.Status.CANCELLED);
    assertThat(cancelled.filled().quantity()).isEqualByComparingTo("5");
    assertThat(cancelled.totalCost()).isEqualTo(Usd.of("45.68"));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("45.68")));
    floor.books.pass(PACE);
    assertThat(floor.executePart(cancelled, price("9"), THIRDS)).isEqualTo(cancelled);
  }

  @Test
  void every_part_of_a_triggered_order_is_filled_at_its_trigger() {
    var order = floor.rest(Side.BUY, "10", limit("9"), price("10"));
    order = floor.hold(order, price("8.5"));
    while (order.isOpen()) {
      order = floor.executePart(order, price("30"), THIRDS);
      floor.books.pass(PACE);
    }
    assertThat(order.filled().averagePrice()).isEqualByComparingTo("8.5");
    assertThat(order.filled().quantity()).isEqualByComparingTo("10");
  }

  /// SPEC "Order rules" 1: only what is WORKING; the rest fills at its trigger, or is cancelled.
  @Test
  void the_rest_of_what_was_set_off_is_cancelled_and_not_replaced() {
    var before = floor.cashOf(USER);
    var order = floor.hold(floor.rest(Side.BUY, "10", limit("9"), price("10")), price("8"));
    order = floor.executePart(order, price("30"), new Parts(50, PACE));
    assertThat(order.progress().status()).isEqualTo(Order.Status.PARTIALLY_FILLED);
    assertThat(order.isReplaceable()).isFalse();
    var refused = Floor.refused(floor.replace(order, "9.5", null, "20", price("10")));
    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(floor.order(order.terms().orderId())).isEqualTo(order);
    floor.cancel(order);
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of("40.6")));
    assertThat(floor.holding().quantity()).isEqualByComparingTo("105");
  }

  @Test
  void a_freeze_ends_the_rest() {
    var order = floor.place(Side.SELL, Floor.units("10"), price("10"));
    order = floor.executePart(order, price("10"), new Parts(50, PACE));
    floor.stand(standing -> standing.withStatus(Status.FROZEN, "compliance"));
    floor.books.pass(PACE);
    var rejected = floor.executePart(order, price("10"), THIRDS);
    assertThat(rejected.progress().status()).isEqualTo(Order.Status.REJECTED);
    assertThat(rejected.filled().quantity()).isEqualByComparingTo("5");
    assertThat(floor.holding().available()).isEqualByComparingTo("95");
  }

  @Test
  void a_part_waits_for_something() {
    assertThatThrownBy(() -> new Parts(50, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new Parts(50, PACE).of(new BigDecimal("7"), 0)).isEqualByComparingTo("3");
  }
}
