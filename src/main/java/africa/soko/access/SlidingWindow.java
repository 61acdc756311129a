package africa.soko.access;

import java.util.ArrayDeque;

/// The rule of `window.lua` in Java: an exact sliding window as runs of requests of the same
/// millisecond and their total. It is not safe for two threads.
final class SlidingWindow {

  /// How a call fared.
  ///
  /// @param before how many requests the window held before it
  /// @param oldestMillis when the oldest of them came, or now if there was none
  record Taken(int granted, int before, long oldestMillis, long nowMillis) {}

  private record Run(long millis, int count) {}

  private final long lengthMillis;
  private final ArrayDeque<Run> runs = new ArrayDeque<>();
  private int total;

  SlidingWindow(long lengthMillis) {
    this.lengthMillis = lengthMillis;
  }

  Taken take(int limit, int want, long clockMillis) {
    var newest = runs.peekFirst();
    // A clock that was set back must not make room.
    long now = newest == null ? clockMillis : Math.max(clockMillis, newest.millis);
    long oldest = now;
    while (true) {
      var run = runs.peekLast();
      if (run == null) break;
      if (run.millis > now - lengthMillis) {
        oldest = run.millis;
        break;
      }
      runs.removeLast();
      total -= run.count;
    }
    int before = total;
    int granted = Math.max(0, Math.min(want, limit - total));
    if (granted > 0) add(now, granted);
    return new Taken(granted, before, oldest, now);
  }

  private void add(long now, int granted) {
    var newest = runs.peekFirst();
    if (newest != null && newest.millis == now) {
      runs.removeFirst();
      runs.addFirst(new Run(now, newest.count + granted));
    } else {
      runs.addFirst(new Run(now, granted));
    }
    total += granted;
  }
}
