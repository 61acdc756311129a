package africa.soko.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/// Asks another process until it says yes, for nothing announces it.
final class Polling {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Polling() {}

  /// The seconds it took.
  static double until(String what, Duration atMost, Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new AssertionError("Not within " + atMost + ": " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
