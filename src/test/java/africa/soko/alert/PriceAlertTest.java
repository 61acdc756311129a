package africa.soko.alert;

import static africa.soko.alert.PriceAlert.State.ARMED;
import static africa.soko.alert.PriceAlert.State.DISARMED;
import static africa.soko.alert.PriceAlert.State.TRIGGERED;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.alert.PriceAlert.Condition;
import africa.soko.alert.PriceAlert.State;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What prices make of an alert (SPEC "Price alert").
class PriceAlertTest {
  private static final Instant MADE = Instant.parse("2026-03-02T09:00:00Z");
  private static final Instant LATER = MADE.plusSeconds(900);

  @ParameterizedTest
  @CsvSource({
    "ABOVE, false, 29.999999, ARMED",
    "ABOVE, false, 30, DISARMED",
    "ABOVE, false, 31, DISARMED",
    "ABOVE, true, 29.999999, ARMED",
    "ABOVE, true, 30.000000, TRIGGERED",
    "BELOW, false, 30.000001, ARMED",
    "BELOW, false, 30, DISARMED",
    "BELOW, true, 0.000001, TRIGGERED",
  })
  void an_armed_alert_fires_at_or_beyond_its_threshold(
      Condition condition, boolean repeat, BigDecimal price, State then) {
    var alert = alert(condition, repeat).at(price, 2, LATER);
    assertThat(alert.state()).isEqualTo(then);
    assertThat(alert.triggeredAt()).isEqualTo(then == ARMED ? null : LATER);
  }

  @ParameterizedTest
  @CsvSource({
    "ABOVE, 31, TRIGGERED",
    "ABOVE, 30, TRIGGERED",
    "ABOVE, 29.99, ARMED",
    "BELOW, 29, TRIGGERED",
    "BELOW, 30, TRIGGERED",
    "BELOW, 30.01, ARMED",
  })
  void one_that_repeats_is_armed_again_once_the_price_has_crossed_back(
      Condition condition, BigDecimal price, State then) {
    var triggered = alert(condition, true).at(new BigDecimal("30"), 2, LATER);
    var alert = triggered.at(price, 3, LATER.plusSeconds(900));
    assertThat(alert.state()).isEqualTo(then);
    assertThat(alert.triggeredAt()).isEqualTo(LATER);
  }

  @Test
  void it_fires_again_after_that() {
    var alert = alert(Condition.ABOVE, true);
    var states = new StringBuilder();
    for (var price : "29 30 31 30 29.9 30 29 28 32".split(" ")) {
      alert = alert.at(new BigDecimal(price), alert.setId() + 1, LATER);
      states.append(alert.state().name().charAt(0));
    }
    assertThat(states).hasToString("ATTTATAAT");
  }

  @Test
  void a_set_that_it_was_held_against_changes_it_no_more() {
    var fired = alert(Condition.ABOVE, true).at(new BigDecimal("30"), 5, LATER);
    var back = fired.at(new BigDecimal("20"), 6, LATER);
    assertThat(back.state()).isEqualTo(ARMED);
    for (long set : new long[] {4, 5, 6}) {
      assertThat(back.at(new BigDecimal("30"), set, LATER)).isEqualTo(back);
    }
    assertThat(back.at(new BigDecimal("30"), 7, LATER).state()).isEqualTo(TRIGGERED);
  }

  @Test
  void one_that_has_fired_for_good_or_was_removed_stays_as_it_is() {
    var fired = alert(Condition.BELOW, false).at(BigDecimal.ONE, 2, LATER);
    assertThat(fired.state()).isEqualTo(DISARMED);
    for (var alert : new PriceAlert[] {fired, alert(Condition.BELOW, true).deleted(LATER)}) {
      assertThat(alert.isActive()).isFalse();
      assertThat(alert.at(BigDecimal.ONE, 9, LATER)).isEqualTo(alert);
      assertThat(alert.at(BigDecimal.TEN.pow(3), 9, LATER)).isEqualTo(alert);
    }
  }

  private static PriceAlert alert(Condition condition, boolean repeat) {
    return new PriceAlert(
        "prt_1",
        "alr_1",
        "SCOM.KE",
        "NSE",
        "KES",
        condition,
        new BigDecimal("30"),
        repeat,
        null,
        MADE,
        ARMED,
        1,
        null,
        null);
  }
}
