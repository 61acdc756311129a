package africa.soko.ledger;

import java.time.Duration;

/// How fast commands have gone lately, and so how many may wait: whoever would have to wait too
/// long is better told at once.
final class Pace {
  /// A batch counts for one in so many.
  private static final long BATCHES = 10;

  private final long waitNanos;
  private final int roomMin;
  private final int roomMax;
  private long nanosEach;

  /// @param wait how long those that wait may be expected to
  /// @param roomMin so many may wait in any case: one batch takes them together
  Pace(Duration wait, int roomMin, int roomMax) {
    this.waitNanos = wait.toNanos();
    this.roomMin = roomMin;
    this.roomMax = roomMax;
  }

  void took(int commands, long nanos) {
    long latest = Math.max(1, nanos / commands);
    nanosEach = nanosEach == 0 ? latest : nanosEach + (latest - nanosEach) / BATCHES;
  }

  /// How many may wait now.
  int room() {
    if (nanosEach == 0) return roomMax;
    return (int) Math.min(roomMax, Math.max(roomMin, waitNanos / nanosEach));
  }
}
