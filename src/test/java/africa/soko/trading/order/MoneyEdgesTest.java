package africa.soko.trading.order;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.cash;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Parts;
import africa.soko.trading.Side;
import africa.soko.trading.position.Disposal;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Orders at the edge of what money can say.
class MoneyEdgesTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "0").open(USER, "5000");
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  /// A price has six decimals in USD; a buyer's cost and every fee go up to the cent, a seller's
  /// proceeds down.
  @ParameterizedTest
  @CsvSource({
    // 0.005206 USD
    "0.139, 26.7, 1000, 5.29,   5.12",
    "0.139, 26.7, 193,  1.03,   0.98",
    // 45.357143 USD
    "25400, 560,  3,    138.13, 134.02",
    "25400, 560,  1,    46.05,  44.66",
  })
  void cheap_and_dear_units_are_rounded_against_whoever_asks(
      String local, String rate, String units, String paid, String brought) {
    var before = floor.cashOf(USER);
    var bought = floor.filled(Side.BUY, units(units), price(local, rate));
    assertThat(bought.totalCost()).isEqualTo(Usd.of(paid));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of(paid)));
    var sold = floor.filled(Side.SELL, units(units), price(local, rate));
    assertThat(sold.totalCost()).isEqualTo(Usd.of(brought));
    assertThat(floor.cashOf(USER)).isEqualTo(before.minus(Usd.of(paid)).plus(Usd.of(brought)));
  }

  @Test
  void a_unit_of_less_than_a_cent_is_bought_for_one_and_not_sold() {
    var cheap = price("0.139", "26.7");
    assertThat(floor.filled(Side.BUY, units("1"), cheap).totalCost()).isEqualTo(Usd.of("0.02"));
    var quote = floor.decideQuote(USER, Side.SELL, units("1"), cheap);
    assertThat(refused(quote).code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void cash_buys_less_than_one_unit_of_a_dear_instrument() {
    var bought = floor.filled(Side.BUY, cash("10"), price("25400", "560"));
    // 9.85 of gross at 45.357143.
    assertThat(bought.filled().quantity()).isEqualByComparingTo("0.217165");
    assertThat(bought.totalCost()).isEqualTo(Usd.of("10"));
  }

  @Test
  void a_sale_of_everything_leaves_no_units_and_no_cost() {
    floor.filled(Side.BUY, cash("33.33"), price("7"));
    floor.filled(Side.BUY, cash("0.99"), price("13.7"));
    var all = floor.holding().quantity();
    var sold = floor.filled(Side.SELL, units(all.toPlainString()), price("8"));
    assertThat(sold.filled().quantity()).isEqualByComparingTo(all);
    assertThat(floor.holding().quantity()).isZero();
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.ZERO);
  }

  @Test
  void a_thousand_lots_are_sold_at_once_to_the_last_micro_dollar() {
    for (int n = 0; n < 1_000; n++) {
      floor.filled(Side.BUY, units("1"), price("1"));
    }
    var cost = floor.holding().costBasis();
    var sold = floor.filled(Side.SELL, units("1000"), price("1.37"));
    var disposals = floor.books.all(Disposal.TABLE);
    assertThat(disposals).hasSize(1_000);
    assertThat(sum(disposals.stream().map(Disposal::proceeds).toList()))
        .isEqualTo(sold.totalCost());
    assertThat(sum(disposals.stream().map(Disposal::costBasis).toList())).isEqualTo(cost);
    assertThat(floor.holding().quantity()).isZero();
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.ZERO);
  }

  /// Two that are dearer than their escrow, in one batch: the wallet has the difference of one.
  @Test
  void of_two_fills_in_one_batch_the_second_sees_what_the_first_has_left() {
    var one = floor.place(Side.BUY, units("10"), price("10"));
    var other = floor.place(Side.BUY, units("10"), price("10"));
    floor.spend(USER, "4785");
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("12"));
    floor.books.together(List.of(execution(one), execution(other)));
    var first = floor.order(one.terms().orderId());
    var second = floor.order(other.terms().orderId());
    assertThat(first.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(first.totalCost()).isEqualTo(Usd.of("111.65"));
    assertThat(second.progress().status()).isEqualTo(Order.Status.REJECTED);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("103.35"));
    assertThat(floor.holding().quantity()).isEqualByComparingTo(BigDecimal.TEN);
  }

  private static ExecuteOrder execution(Order order) {
    return new ExecuteOrder(order.terms().ref(), true, price("11"), Floor.SESSION, Parts.WHOLE);
  }

  private static Usd sum(List<Usd> amounts) {
    return amounts.stream().reduce(Usd.ZERO, Usd::plus);
  }
}
