package africa.soko.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// The system's time, which a test can put ahead for a while.
public final class MovingClock implements InstantSource {
  private static final Duration AHEAD_MAX = Duration.ofMinutes(5);

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return InstantSource.system().instant().plus(ahead.get());
  }

  /// Puts the clock ahead until the returned handle is closed. Not by much: identifiers go on from
  /// the latest one, and what the tests after this make would bear a time that is yet to come.
  public Shift ahead(Duration by) {
    if (by.compareTo(AHEAD_MAX) > 0) throw new IllegalArgumentException("Too far ahead: " + by);
    ahead.set(by);
    return () -> ahead.set(Duration.ZERO);
  }

  /// Ends without a checked exception.
  public interface Shift extends AutoCloseable {
    @Override
    void close();
  }
}
