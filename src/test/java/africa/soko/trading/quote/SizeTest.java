package africa.soko.trading.quote;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeTest {
  @ParameterizedTest
  @CsvSource({
    // A cost rounds up, proceeds round down.
    "BUY,  10,        0.000001, 0.01",
    "SELL, 10,        0.000001, 0.00",
    "BUY,  3,         0.333333, 1.00",
    "SELL, 3,         0.333333, 0.99",
    "BUY,  1000000,   0.000001, 1.00",
    "SELL, 1000000,   0.000001, 1.00",
    "BUY,  7,         100000,   700000.00",
    "SELL, 0.000001,  100000,   0.10",
    "SELL, 33.333333, 7.77,     258.99",
    "BUY,  100,       18.35,    1835.00",
  })
  void units_at_a_price(Side side, String units, String price, String gross) {
    var value = Floor.units(units).value(side, Floor.price(price), Floor.FEES);
    assertThat(value.units()).isEqualByComparingTo(units);
    assertThat(value.gross()).isEqualTo(Usd.of(gross));
    assertThat(value.fee()).isEqualTo(Floor.FEES.total(Usd.of(gross)));
  }

  @ParameterizedTest
  @CsvSource({
    "101.50,     10,       10,             100.00",
    "100,        10,       9.852,          98.52",
    "100,        0.000001, 98520000,       98.52",
    "100,        3.333333, 29.556002,      98.52",
    // A millionth of a unit is ten cents here: what the cash does not reach stays in the wallet.
    "100,        100000,   0.000985,       98.50",
    "0.01,       1,        0,              0.00",
    "0.02,       1,        0.01,           0.01",
    "1000000000, 18.35,    53690554.488828, 985221674.87",
  })
  void cash_that_buys_includes_the_fees(String cash, String price, String units, String gross) {
    var value = Floor.cash(cash).value(Side.BUY, Floor.price(price), Floor.FEES);
    assertThat(value.gross()).isEqualTo(Usd.of(gross));
    assertThat(value.gross().plus(value.fee())).isLessThanOrEqualTo(Usd.of(cash));
    assertThat(value.units().subtract(new BigDecimal(units)).abs())
        .isLessThan(new BigDecimal("0.01"));
  }

  @ParameterizedTest
  @CsvSource({
    "100,  10,       10,        100.00",
    "100,  3.333333, 30.000003, 100.00",
    "0.01, 0.000001, 10000,     0.01",
    "9.99, 9999.99,  0.000999,  9.99",
    // Nobody is paid for more than a cent beyond the units that are given up.
    "0.19, 100000,   0.000001,  0.10",
    "0.09, 100000,   0,         0.00",
  })
  void a_sale_for_cash_brings_the_cash(String cash, String price, String units, String gross) {
    var value = Floor.cash(cash).value(Side.SELL, Floor.price(price), Floor.FEES);
    assertThat(value.units()).isEqualByComparingTo(units);
    assertThat(value.gross()).isEqualTo(Usd.of(gross));
  }

  @Test
  void a_price_of_nothing_buys_nothing() {
    var nothing = Floor.price("0.000001", "1537.25");
    assertThat(nothing.usd()).isZero();
    for (var side : Side.values()) {
      assertThat(Floor.cash("100").value(side, nothing, Floor.FEES).units()).isZero();
      assertThat(Floor.units("100").value(side, nothing, Floor.FEES).gross()).isEqualTo(Usd.ZERO);
    }
  }

  @Test
  void the_same_quantity_is_the_same_size_however_it_was_written() {
    assertThat(Floor.units("10.00")).isEqualTo(Floor.units("1e1"));
  }
}
