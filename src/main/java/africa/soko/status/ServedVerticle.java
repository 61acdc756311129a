package africa.soko.status;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// Writes how requests ended, some time later and never in the way of one.
final class ServedVerticle extends RepeatedWork {
  private final ServedCounts counts;
  private final ServedStore store;
  private final Duration pause;
  private final InstantSource clock;

  ServedVerticle(ServedCounts counts, ServedStore store, Duration pause, InstantSource clock) {
    super("The availability is written down", pause);
    this.counts = counts;
    this.store = store;
    this.pause = pause;
    this.clock = clock;
  }

  @Override
  protected Future<Duration> work() {
    var some = counts.take();
    if (some.isEmpty()) return Future.succeededFuture(pause);
    return store
        .add(some, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))
        .onFailure(_ -> counts.putBack(some))
        .map(_ -> pause);
  }

  /// What was counted last is written too, if that can be.
  @Override
  public Future<?> stop() throws Exception {
    return super.stop().transform(_ -> work().transform(_ -> Future.succeededFuture()));
  }
}
