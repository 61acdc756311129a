package africa.soko.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until a test moves it.
public final class SettableClock implements InstantSource {
  private final AtomicReference<Instant> now;

  public SettableClock() {
    this(Instant.parse("2026-03-02T09:00:00Z"));
  }

  public SettableClock(Instant start) {
    now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  public void advance(Duration by) {
    now.updateAndGet(at -> at.plus(by));
  }
}
