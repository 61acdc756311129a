package africa.soko.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace(Duration.ofMillis(500), 512, 20_000);

  @Test
  void nobody_is_refused_before_anything_is_known() {
    assertThat(pace.room()).isEqualTo(20_000);
  }

  @Test
  void as_many_may_wait_as_half_a_second_takes() {
    pace.took(100, Duration.ofMillis(50).toNanos());
    assertThat(pace.room()).isEqualTo(1_000);
  }

  @Test
  void one_batch_may_always_wait_and_never_more_than_there_is_room_for() {
    pace.took(1, Duration.ofSeconds(3).toNanos());
    assertThat(pace.room()).isEqualTo(512);
    for (int i = 0; i < 500; i++) pace.took(512, Duration.ofMillis(1).toNanos());
    assertThat(pace.room()).isEqualTo(20_000);
  }

  @Test
  void a_single_slow_batch_weighs_little() {
    for (int i = 0; i < 500; i++) pace.took(100, Duration.ofMillis(10).toNanos());
    pace.took(100, Duration.ofMillis(100).toNanos());
    assertThat(pace.room()).isBetween(2_500, 2_700);
  }
}
