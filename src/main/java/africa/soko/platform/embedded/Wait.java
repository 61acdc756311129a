package africa.soko.platform.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Polls what another process does, which nothing announces.
final class Wait {
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Wait() {}

  /// True as soon as the condition holds, false when the time is over.
  static boolean until(Duration atMost, BooleanSupplier condition) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) return false;
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }
}
