package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.RefusedException;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksTest {
  private static final Map<String, BigDecimal> RATES =
      Map.of("KES", new BigDecimal("129"), "XOF", new BigDecimal("600"));

  @ParameterizedTest
  @CsvSource({
    "6450, KES, 50",
    "100, KES, 0.78",
    // Half a cent goes to the even one: 9 / 600 = 0.015, 15 / 600 = 0.025.
    "9, XOF, 0.02",
    "15, XOF, 0.02",
    "12.50, USD, 12.5",
    "12.50, , 12.5",
    "1000000000, USD, 1000000000",
  })
  void an_amount_comes_to_whole_cents(BigDecimal amount, String currency, String usd) {
    assertThat(money(amount, null, currency).usd()).isEqualTo(Usd.of(usd));
  }

  @Test
  void a_conversion_says_what_it_came_from() {
    var money = money(new BigDecimal("6450.00"), null, "KES");
    assertThat(money.conversion().localAmount()).isEqualTo(new BigDecimal("6450"));
    assertThat(money.conversion().fxRate()).isEqualTo(RATES.get("KES"));
    assertThat(money(new BigDecimal("1"), null, "USD").conversion()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "0.001", "1000000000.01", "1e20", "1.005"})
  void an_amount_out_of_bounds_is_refused(BigDecimal amount) {
    assertThat(code(() -> money(amount, null, null))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> money(null, amount, null))).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void one_amount_only_and_a_currency_of_the_table_only() {
    var one = BigDecimal.ONE;
    assertThat(code(() -> money(one, one, null))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> money(null, one, "KES"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> money(one, null, "EUR"))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> money(null, null, null))).isEqualTo(ErrorCode.MISSING_PARAM);
    assertThat(code(() -> money(new BigDecimal("0.5"), null, "KES")))
        .as("less than half a cent")
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> money(new BigDecimal("1000000000000"), null, "KES")))
        .as("more than a billion dollars")
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void metadata_is_kept_as_json_within_its_limits() {
    assertThat(Checks.metadata(Map.of("plan", "gold"))).isEqualTo("{\"plan\":\"gold\"}");
    assertThat(Checks.metadata(Map.of())).isNull();
    assertThat(code(() -> Checks.metadata(Map.of("", "x")))).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(code(() -> Checks.metadata(Map.of("k", "x".repeat(501)))))
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void a_refusal_names_the_field() {
    assertThatThrownBy(() -> Input.country("nationality", "Kenya"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.refused().details().getFirst().value()).isEqualTo("nationality"));
  }

  private static Money money(BigDecimal amount, BigDecimal amountUsd, String currency) {
    return Checks.money(amount, amountUsd, currency, code -> Optional.ofNullable(RATES.get(code)));
  }

  private static ErrorCode code(Supplier<?> check) {
    try {
      check.get();
    } catch (RefusedException e) {
      return e.refused().code();
    }
    throw new AssertionError("It was let through");
  }
}
