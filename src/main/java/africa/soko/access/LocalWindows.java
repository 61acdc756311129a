package africa.soko.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;

/// What this node alone has granted, for the time when Redis is away. It is shared by all event
/// loops, and follows along while Redis decides, so that losing Redis does not begin the minute
/// anew.
public final class LocalWindows {
  static final long WINDOW_MILLIS = 60_000;

  private final InstantSource clock;
  private final Cache<String, SlidingWindow> windows =
      Caffeine.newBuilder().expireAfterAccess(Duration.ofMillis(2 * WINDOW_MILLIS)).build();

  public LocalWindows(InstantSource clock) {
    this.clock = clock;
  }

  SlidingWindow.Taken take(String bucket, int limit, int want) {
    var window = windows.get(bucket, b -> new SlidingWindow(WINDOW_MILLIS));
    synchronized (window) {
      return window.take(limit, want, clock.millis());
    }
  }

  void follow(String bucket, int granted) {
    if (granted > 0) take(bucket, Integer.MAX_VALUE, granted);
  }
}
