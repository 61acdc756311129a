package africa.soko.market.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FxTableTest {
  private static final FxTable TABLE = FxTable.load(Instant.parse("2026-07-15T09:00:00Z"));
  private static final BigDecimal HALF_A_MICRO = new BigDecimal("0.0000005");

  @ParameterizedTest
  @CsvSource({
    "USD, KES, 129",
    "KES, USD, 0.007752",
    "KES, KES, 1",
    "USD, USD, 1",
    "KES, ZAR, 0.134109",
    "ZAR, KES, 7.456647",
    "UGX, MAD, 0.002599",
  })
  void a_cross_rate_goes_by_way_of_the_dollar(String from, String to, String rate) {
    assertThat(TABLE.cross(from, to)).hasValue(new BigDecimal(rate));
  }

  @Test
  void an_amount_is_rounded_once() {
    // By the rate of six decimals it would be 2599.
    assertThat(TABLE.convert(new BigDecimal("1000000"), "UGX", "MAD"))
        .hasValue(new BigDecimal("2598.870056"));
  }

  @Test
  void a_currency_that_the_table_lacks_has_no_rate() {
    for (var pair : List.of(List.of("EUR", "KES"), List.of("KES", "EUR"), List.of("EUR", "EUR"))) {
      assertThat(TABLE.cross(pair.getFirst(), pair.getLast())).isEmpty();
      assertThat(TABLE.convert(BigDecimal.TEN, pair.getFirst(), pair.getLast())).isEmpty();
    }
  }

  @Test
  void there_and_back_is_where_it_began() {
    for (var seed = 0; seed < 5_000; seed++) {
      var random = new SplittableRandom(seed);
      var table = new FxTable(Map.of("AAA", rate(random), "BBB", rate(random)), Instant.EPOCH);
      var amount = BigDecimal.valueOf(random.nextLong(1, 100_000_000_000L), 2);
      var there = table.convert(amount, "AAA", "BBB").orElseThrow();
      var exact = there.multiply(table.rate("AAA").orElseThrow());
      var wanted = amount.multiply(table.rate("BBB").orElseThrow());
      assertThat(exact.subtract(wanted).abs())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(HALF_A_MICRO.multiply(table.rate("AAA").orElseThrow()));
      assertThat(table.convert(amount, "AAA", "AAA").orElseThrow())
          .as("seed %d", seed)
          .isEqualByComparingTo(amount);
    }
  }

  private static BigDecimal rate(SplittableRandom random) {
    return BigDecimal.valueOf(random.nextLong(1_000, 5_000_000_000L), 6);
  }
}
