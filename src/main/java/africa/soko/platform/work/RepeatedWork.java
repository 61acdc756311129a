package africa.soko.platform.work;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does one thing again and again, never twice at a time: its one timer is set again after the
/// work. A fault is told once, and so is its end. It may run on an event loop, where [#work] must
/// not block, or on a virtual thread.
public abstract class RepeatedWork extends VerticleBase {
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

  private final Logger log = LoggerFactory.getLogger(getClass());
  private final String what;
  private final Duration first;
  private Future<?> working = Future.succeededFuture();
  private long timer;
  private boolean failing;
  private volatile boolean stopped;

  /// @param what is done, for the log: "Orders are executed"
  /// @param first how long after the start it is done first
  protected RepeatedWork(String what, Duration first) {
    this.what = what;
    this.first = first;
  }

  /// Works once. What it throws is a fault like one of its future.
  ///
  /// @return how long to pause until the next time
  protected abstract Future<Duration> work();

  /// Whether this node stops, so that long work should end soon.
  protected final boolean isStopped() {
    return stopped;
  }

  @Override
  public Future<?> start() throws Exception {
    rearm(first);
    return Future.succeededFuture();
  }

  /// Ends after the work that is being done.
  @Override
  public Future<?> stop() throws Exception {
    stopped = true;
    vertx.cancelTimer(timer);
    return working.transform(_ -> Future.succeededFuture());
  }

  private void rearm(Duration pause) {
    // A millisecond more: timers come early by parts of one, and zero is none.
    if (!stopped) timer = vertx.setTimer(Math.max(0, pause.toMillis()) + 1, _ -> workOnce());
  }

  private void workOnce() {
    // There before the work begins, which may wait in the middle while this ends.
    var ended = Promise.<Duration>promise();
    working = ended.future().onSuccess(this::done).onFailure(this::failed);
    begun().onComplete(ended);
  }

  private Future<Duration> begun() {
    try {
      return work();
    } catch (Throwable fault) {
      // Also what is not an exception: the pool reports its time-out as a bare Throwable.
      return Future.failedFuture(fault);
    }
  }

  private void done(Duration pause) {
    if (failing) log.info("{} again", what);
    failing = false;
    rearm(pause);
  }

  private void failed(Throwable fault) {
    if (!failing && !stopped) log.warn("{} later: {}", what, fault.toString());
    failing = true;
    rearm(PAUSE_AFTER_FAULT);
  }
}
