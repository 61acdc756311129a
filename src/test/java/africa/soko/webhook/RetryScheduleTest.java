package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
  @Test
  void eight_attempts_with_the_delays_of_the_specification() {
    var failedAt = Instant.parse("2026-03-02T09:00:00Z");
    var delays = new ArrayList<Duration>();
    for (int attempt = 1; attempt <= 7; attempt++) {
      delays.add(Duration.between(failedAt, RetrySchedule.after(attempt, failedAt)));
    }
    assertThat(delays)
        .isEqualTo(
            List.of(
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Duration.ofHours(2),
                Duration.ofHours(8),
                Duration.ofHours(24)));
    assertThat(RetrySchedule.after(8, failedAt)).isNull();
  }
}
