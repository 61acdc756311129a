package africa.soko.platform.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundingTest {
  @ParameterizedTest
  @CsvSource({
    "1.00, 1.00, 1.00, 1.00",
    "1.000001, 1.01, 1.00, 1.00",
    "1.005, 1.01, 1.00, 1.00",
    "1.015, 1.02, 1.01, 1.02",
    "1.009999, 1.01, 1.00, 1.01",
    "0.000001, 0.01, 0.00, 0.00",
    "-1.005, -1.00, -1.01, -1.00",
  })
  void a_cost_goes_up_proceeds_go_down_a_value_to_the_nearest(
      BigDecimal exact, String cost, String proceeds, String value) {
    assertThat(Rounding.cost(exact)).isEqualTo(Usd.of(cost));
    assertThat(Rounding.proceeds(exact)).isEqualTo(Usd.of(proceeds));
    assertThat(Rounding.value(exact)).isEqualTo(Usd.of(value));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 129.5, 0.772201",
    "0.0000005, 1, 0",
    "0.0000015, 1, 0.000002",
    "0.0000025, 1, 0.000002",
    "2.50, 2, 1.25"
  })
  void a_price_in_dollars_has_six_decimals_and_a_tie_goes_to_the_even_one(
      BigDecimal local, BigDecimal rate, BigDecimal usd) {
    assertThat(Rounding.usdPrice(local, rate)).isEqualByComparingTo(usd);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 1, 0.01", "100, 150, 1.50", "100.01, 150, 1.51", "0.00, 150, 0.00"})
  void a_fee_goes_up(String amount, int bps, String fee) {
    assertThat(Rounding.fee(Usd.of(amount), bps)).isEqualTo(Usd.of(fee));
  }

  @ParameterizedTest
  @CsvSource({
    "129.5, 129.5, 1.00",
    "1.295, 129.5, 0.01",
    "0.6475, 129.5, 0.00",
    "1.9425, 129.5, 0.02"
  })
  void a_conversion_goes_to_the_even_cent(BigDecimal local, BigDecimal rate, String usd) {
    assertThat(Rounding.convert(local, rate)).isEqualTo(Usd.of(usd));
  }

  @ParameterizedTest
  @CsvSource({"100, 3, 33.333333", "0.01, 100000, 0", "100, 0.000001, 100000000", "0, 5, 0"})
  void units_go_down(String amount, BigDecimal price, BigDecimal units) {
    assertThat(Rounding.units(Usd.of(amount), price)).isEqualTo(units);
  }

  @Test
  void a_price_has_six_decimals() {
    var rate = new BigDecimal("1537.25");
    assertThat(Rounding.usdPrice(new BigDecimal("0.35"), rate))
        .isEqualTo(new BigDecimal("0.000228"));
    assertThat(Rounding.usdPrice(new BigDecimal("0.000001"), rate)).isEqualTo(BigDecimal.ZERO);
    assertThat(Rounding.plain(new BigDecimal("1e3"))).hasToString("1000");
    assertThat(Rounding.plain(new BigDecimal("1.500"))).hasToString("1.5");
  }
}
