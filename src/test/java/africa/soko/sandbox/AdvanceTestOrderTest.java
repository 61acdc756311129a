package africa.soko.sandbox;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Account;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import africa.soko.trading.order.Bounds;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.Order;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdvanceTestOrderTest {
  private final Floor floor = new Floor().open(Account.MASTER, "100").open(USER, "1000");

  @Test
  void an_order_that_rests_and_is_filled_in_part_by_hand_does_not_wait_for_ever() {
    var bounds = new Bounds(new BigDecimal("9"), null);
    var limit = new Instruction(Order.Kind.LIMIT, bounds, null);
    var order = floor.rest(Side.BUY, "10", limit, price("10"));
    floor.books.run(
        new AdvanceTestOrder(
            order.terms().ref(), TestOutcome.PARTIAL_FILL, price("10"), Floor.SESSION));
    var part = floor.order(order.terms().orderId());
    assertThat(part.progress().status()).isEqualTo(Order.Status.PARTIALLY_FILLED);
    assertThat(part.filled().quantity()).isEqualByComparingTo("5");
    assertThat(part.agenda().dueAt()).isEqualTo(floor.books.now());
    floor.books.pass(Duration.ofDays(2));
    assertThat(floor.expire(part)).isEqualTo(part);
    var filled = floor.execute(part, price("30"));
    assertThat(filled.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(filled.filled().averagePrice()).isEqualByComparingTo("9");
    BooksAudit.check(floor.books);
  }
}
