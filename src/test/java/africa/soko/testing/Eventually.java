package africa.soko.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what happens by itself.
public final class Eventually {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Eventually() {}

  /// Asks again and again; the first value that is wanted.
  ///
  /// @throws AssertionError with the last value, if none is wanted in time
  public static <T> T eventually(Supplier<T> ask, Predicate<T> wanted) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    var value = ask.get();
    while (!wanted.test(value)) {
      if (System.nanoTime() > end) throw new AssertionError("It stays " + value);
      LockSupport.parkNanos(PAUSE_NANOS);
      value = ask.get();
    }
    return value;
  }
}
