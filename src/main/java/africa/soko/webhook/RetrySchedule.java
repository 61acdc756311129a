package africa.soko.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When a failed delivery is tried again (SPEC "Signature and delivery" 3): 8 attempts in all, the
/// first at once.
final class RetrySchedule {
  static final int ATTEMPTS_MAX = 8;

  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(8),
          Duration.ofHours(24));

  private RetrySchedule() {}

  /// When the attempt after the given one is due, or null if that was the last.
  ///
  /// @param attempt which attempt failed, from 1
  static @Nullable Instant after(int attempt, Instant failedAt) {
    return attempt >= ATTEMPTS_MAX ? null : failedAt.plus(DELAYS.get(attempt - 1));
  }
}
