package africa.soko.platform.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsdTest {
  private static final Usd MOST = new Usd(Long.MAX_VALUE);

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.00, 0",
    "10, 10",
    "1e3, 1000",
    "0.10, 0.1",
    "0.000001, 0.000001",
    "-5.50, -5.5"
  })
  void is_written_without_exponent_and_noise(String read, String written) {
    assertThat(Usd.of(read)).hasToString(written);
    assertThat(Usd.of(read).dollars()).isEqualTo(new BigDecimal(written));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0000001", "9223372036855", "1e30"})
  void what_does_not_fit_is_never_bent(String text) {
    assertThatThrownBy(() -> Usd.of(text)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void an_overflow_throws() {
    var least = new Usd(Long.MIN_VALUE);
    assertThatThrownBy(() -> MOST.plus(Usd.CENT)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> least.minus(Usd.CENT)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(least::negated).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Usd.cents(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void comparisons() {
    assertThat(Usd.CENT.covers(Usd.CENT)).isTrue();
    assertThat(Usd.ZERO.covers(Usd.CENT)).isFalse();
    assertThat(Usd.of("-1").orZero()).isEqualTo(Usd.ZERO);
    assertThat(Usd.CENT.min(Usd.ZERO)).isEqualTo(Usd.ZERO);
    assertThat(Usd.of("1.23").isWholeCents()).isTrue();
    assertThat(Usd.of("1.234").isWholeCents()).isFalse();
  }
}
