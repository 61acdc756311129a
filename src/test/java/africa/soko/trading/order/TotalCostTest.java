package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.cash;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Account;
import africa.soko.ledger.Decision;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `totalCost` in every state of an order for 10 units, quoted at 10 USD.
class TotalCostTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "1000").open(USER, "1000");
    floor.filled(Side.BUY, units("20"), price("10"));
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  @ParameterizedTest
  @CsvSource({
    "BUY,  '',              PENDING,          101.50",
    "BUY,  part,            PARTIALLY_FILLED, 101.50",
    "BUY,  part part,       PARTIALLY_FILLED, 101.50",
    "BUY,  fill,            FILLED,           81.20",
    "BUY,  part fill,       FILLED,           81.20",
    "BUY,  fill settle,     FILLED,           81.20",
    "BUY,  fill fail,       FILLED,           81.20",
    "BUY,  reject,          REJECTED,         0",
    "BUY,  part reject,     REJECTED,         32.48",
    "BUY,  cancel,          CANCELLED,        0",
    "BUY,  part cancel,     CANCELLED,        32.48",
    "SELL, '',              PENDING,          98.50",
    "SELL, part,            PARTIALLY_FILLED, 78.80",
    "SELL, part part,       PARTIALLY_FILLED, 78.80",
    "SELL, fill,            FILLED,           78.80",
    "SELL, part fill,       FILLED,           78.80",
    "SELL, fill settle,     FILLED,           78.80",
    "SELL, fill fail,       FILLED,           78.80",
    "SELL, reject,          REJECTED,         0",
    "SELL, part reject,     REJECTED,         31.52",
    "SELL, cancel,          CANCELLED,        0",
    "SELL, part cancel,     CANCELLED,        31.52",
  })
  void is_what_it_has_cost_and_what_it_still_holds(
      Side side, String moves, Order.Status status, String total) {
    var order = moved(floor.place(side, units("10"), price("10")), moves);
    assertThat(order.progress().status()).isEqualTo(status);
    assertThat(OrderView.of(order).totalCost()).isEqualTo(Usd.of(total));
  }

  @ParameterizedTest
  @CsvSource({
    "BUY,  '',          100",
    "BUY,  part,        100",
    "BUY,  part reject, 32.48",
    "BUY,  cancel,      0",
    "SELL, '',          98.50",
    // 32.00 of the 100.00 are there; the rest is what it was asked to bring.
    "SELL, part,        98.50",
    "SELL, part cancel, 31.52",
    "SELL, fill,        98.50",
    "SELL, reject,      0",
  })
  void so_it_is_in_cash_mode(Side side, String moves, String total) {
    var order = moved(floor.place(side, cash("100"), price("10")), moves);
    assertThat(OrderView.of(order).totalCost())
        .isBetween(Usd.of(total).minus(Usd.CENT), Usd.of(total));
  }

  @Test
  void events_tell_the_same() {
    var bought = floor.place(Side.BUY, units("10"), price("10"));
    assertThat(told("order.pending")).isEqualTo(List.of("203", "101.5"));
    moved(bought, "part fill");
    floor.execute(floor.place(Side.SELL, units("10"), price("10")), price("8"));
    assertThat(told("order.pending")).isEqualTo(List.of("203", "101.5", "98.5"));
    assertThat(told("order.filled")).isEqualTo(List.of("203", "81.2", "78.8"));
    assertThat(told("trade.settled")).isEqualTo(List.of("203", "81.2", "78.8"));
  }

  /// Fills, of which a part is 4 units, are at 8 USD.
  private Order moved(Order placed, String moves) {
    var order = placed;
    for (var move : moves.isEmpty() ? new String[0] : moves.split(" ")) {
      order =
          switch (move) {
            case "part" -> floor.fill(order, "4", price("8"));
            case "fill" -> floor.fillRest(order, price("8"));
            case "settle" -> floor.settle(order);
            case "reject" -> floor.on(order, e -> e.reject(RejectionCode.OTHER, "For a reason"));
            case "cancel" -> after(order, floor.cancel(order));
            case "fail" -> after(order, floor.fail(order));
            default -> throw new IllegalArgumentException(move);
          };
    }
    return order;
  }

  private Order after(Order order, Decision decision) {
    assertThat(decision).isInstanceOf(Decision.Accepted.class);
    return floor.order(order.terms().orderId());
  }

  private List<String> told(String event) {
    return floor.books.events().stream()
        .filter(told -> told.name().equals(event))
        .map(told -> told.data().replaceFirst(".*\"totalCost\":([0-9.]+).*", "$1"))
        .toList();
  }
}
