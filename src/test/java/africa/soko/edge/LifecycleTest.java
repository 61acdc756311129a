package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Lifecycle.Kind;
import africa.soko.edge.Lifecycle.Maturity;
import africa.soko.edge.Lifecycle.State;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private static final LocalDate ANNOUNCED = LocalDate.of(2026, 3, 2);

  @Test
  void a_notice_is_180_days_long() {
    var removal = ANNOUNCED.plusDays(180);
    assertThat(removed(removal).sunset()).isEqualTo("Sat, 29 Aug 2026 00:00:00 GMT");
    assertThatThrownBy(() -> removed(removal.minusDays(1)))
        .hasMessage("getThings is removed less than 180 days after its announcement");
    assertThatThrownBy(() -> lifecycle(State.SUNSET, null)).hasMessageContaining("SUNSET");
    assertThat(lifecycle(State.DEPRECATED, null).sunset()).isNull();
  }

  @Test
  void of_a_beta_it_is_90_days_and_of_an_emergency_none() {
    var removal = ANNOUNCED.plusDays(90);
    assertThat(lifecycle(Maturity.BETA, State.SUNSET, removal, null).removalOn())
        .isEqualTo(removal);
    assertThatThrownBy(() -> lifecycle(Maturity.BETA, State.SUNSET, removal.minusDays(1), null))
        .hasMessageContaining("less than 90 days");
    var now = ANNOUNCED.plusDays(1);
    assertThat(lifecycle(Maturity.GENERAL, State.SUNSET, now, "It leaks.").removalOn())
        .isEqualTo(now);
  }

  @Test
  void it_is_supported_until_the_day_before_its_removal() {
    var removal = ANNOUNCED.plusDays(180);
    for (var last : new LocalDate[] {null, removal}) {
      assertThatThrownBy(
              () ->
                  new Lifecycle(
                      "x",
                      Kind.FIELD,
                      Maturity.GENERAL,
                      State.SUNSET,
                      "y",
                      "z",
                      ANNOUNCED,
                      last,
                      removal,
                      null))
          .hasMessageContaining("a day before");
    }
  }

  @Test
  void an_operation_is_gone_from_the_day_of_its_removal_on() {
    var removed = removed(ANNOUNCED.plusDays(180));
    assertThat(removed.isRetiredAt(Instant.parse("2026-08-28T23:59:59Z"))).isFalse();
    assertThat(removed.isRetiredAt(Instant.parse("2026-08-29T00:00:00Z"))).isTrue();
    assertThat(lifecycle(State.DEPRECATED, null).isRetiredAt(Instant.MAX)).isFalse();
    assertThat(removed.gone().code()).isEqualTo(ErrorCode.GONE);
    assertThat(removed.links("/api/v1/partner"))
        .isEqualTo(
            "</api/v1/partner/things>; rel=\"successor-version\","
                + " </changelog#getThings>; rel=\"deprecation\"");
  }

  @Test
  void the_table_of_the_service_keeps_its_own_rules() {
    assertThat(Lifecycle.load()).extracting(Lifecycle::item).doesNotHaveDuplicates().hasSize(6);
  }

  private static Lifecycle removed(LocalDate removal) {
    return lifecycle(State.SUNSET, removal);
  }

  private static Lifecycle lifecycle(State state, @Nullable LocalDate removal) {
    return lifecycle(Maturity.GENERAL, state, removal, null);
  }

  private static Lifecycle lifecycle(
      Maturity maturity, State state, @Nullable LocalDate removal, @Nullable String emergency) {
    return new Lifecycle(
        "getThings",
        Kind.OPERATION,
        maturity,
        state,
        "/things",
        "Ask there.",
        ANNOUNCED,
        removal == null ? null : removal.minusDays(1),
        removal,
        emergency);
  }
}
