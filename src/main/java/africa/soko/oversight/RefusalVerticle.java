package africa.soko.oversight;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;

/// Writes refused credentials some time later, and never in the way of a request.
final class RefusalVerticle extends RepeatedWork {
  private final RefusalCounts counts;
  private final RefusalStore store;
  private final Duration pause;

  RefusalVerticle(RefusalCounts counts, RefusalStore store, Duration pause) {
    super("Refused credentials are written down", pause);
    this.counts = counts;
    this.store = store;
    this.pause = pause;
  }

  @Override
  protected Future<Duration> work() {
    var taken = counts.take();
    return store.add(taken).onFailure(_ -> counts.putBack(taken)).map(_ -> pause);
  }

  /// What was counted last is written too, if that can be.
  @Override
  public Future<?> stop() throws Exception {
    return super.stop().transform(_ -> work().transform(_ -> Future.succeededFuture()));
  }
}
