package africa.soko.event;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one piece of work whenever events were written, and once a second in any case; never twice
/// at a time. Hints that come while it runs make it run once more.
///
/// It belongs to the virtual-thread context that it was started on; the work may block there.
public final class EventWatch {
  private static final Logger LOG = LoggerFactory.getLogger(EventWatch.class);
  private static final long PERIOD_MS = 1_000;

  private final Vertx vertx;
  private final Context context;
  private final BooleanSupplier work;
  private final MessageConsumer<String> hints;
  private final Promise<Void> stopped = Promise.promise();
  private boolean running;
  private boolean again;
  private boolean stopping;
  private @Nullable Long timer;

  /// @param work returns whether there is more to do at once
  public static EventWatch start(Vertx vertx, EventHints hints, BooleanSupplier work) {
    var watch = new EventWatch(vertx, hints, work);
    watch.wake();
    return watch;
  }

  private EventWatch(Vertx vertx, EventHints hints, BooleanSupplier work) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.work = work;
    this.hints = hints.listen(_ -> wake());
  }

  /// Runs the work soon, from whichever thread.
  public void wake() {
    context.runOnContext(_ -> run());
  }

  /// Succeeds once the work has returned for the last time.
  public Future<Void> stop() {
    hints.unregister();
    context.runOnContext(
        _ -> {
          stopping = true;
          if (!running) stopped.tryComplete();
        });
    return stopped.future();
  }

  private void run() {
    if (stopping) return;
    again = true;
    if (running) return;
    running = true;
    if (timer != null) vertx.cancelTimer(timer);
    while (again && !stopping) {
      again = false;
      if (worked()) again = true;
    }
    running = false;
    if (stopping) stopped.tryComplete();
    else timer = vertx.setTimer(PERIOD_MS, _ -> run());
  }

  private boolean worked() {
    try {
      return work.getAsBoolean();
    } catch (Throwable e) {
      // Also what is no exception: the pool reports its time-out as a bare Throwable.
      LOG.warn("Cannot read the event log now: {}", e.toString());
      return false;
    }
  }
}
