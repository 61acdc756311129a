package africa.soko.platform.redis;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A time-out by which another process can be judged. It goes in steps, and one that ends late does
/// not count: then it was this JVM that stood still, and what was answered meanwhile is yet to be
/// read. It belongs to one event loop.
final class Patience {
  private static final int STEPS = 5;

  /// A JVM that always stands still is not waited for without end.
  private static final int LATE_STEPS_MAX = 15;

  private final Vertx vertx;
  private final long stepMillis;
  private final Runnable end;
  private int steps;
  private int lateSteps;
  private long timer;

  /// @param end is called once, unless it is [#cancel]led before
  Patience(Vertx vertx, Duration max, Runnable end) {
    this.vertx = vertx;
    this.end = end;
    stepMillis = Math.max(1, Math.ceilDiv(max.toMillis(), STEPS));
    step();
  }

  void cancel() {
    vertx.cancelTimer(timer);
  }

  private void step() {
    if (steps == STEPS || lateSteps == LATE_STEPS_MAX) {
      end.run();
      return;
    }
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(stepMillis);
    timer =
        vertx.setTimer(
            stepMillis,
            _ -> {
              long late = System.nanoTime() - due;
              if (late < TimeUnit.MILLISECONDS.toNanos(stepMillis)) steps++;
              else lateSteps++;
              step();
            });
  }
}
