package africa.soko.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// What this node knows of all windows, shared by its event loops.
public final class LocalWindows {
  private static final Duration LENGTH = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final long lengthMillis;
  private final Cache<String, LocalWindow> windows;

  /// How far the clock of Redis is ahead, by its last answer.
  private volatile long aheadMillis;

  public LocalWindows(InstantSource clock) {
    this(clock, LENGTH);
  }

  LocalWindows(InstantSource clock, Duration length) {
    this.clock = clock;
    lengthMillis = length.toMillis();
    windows = Caffeine.newBuilder().expireAfterAccess(length.multipliedBy(2)).build();
  }

  long lengthMillis() {
    return lengthMillis;
  }

  LocalWindow of(String bucket) {
    return windows.get(bucket, _ -> new LocalWindow(lengthMillis));
  }

  /// The time of Redis as far as it is known: late by what its last answer took.
  long nowMillis() {
    return clock.millis() + aheadMillis;
  }

  void follow(long redisMillis) {
    aheadMillis = redisMillis - clock.millis();
  }

  /// Some of the buckets of which Redis is to be told something.
  List<String> owing(int max) {
    return windows.asMap().entrySet().stream()
        .filter(one -> one.getValue().owes())
        .limit(max)
        .map(one -> one.getKey())
        .toList();
  }
}
