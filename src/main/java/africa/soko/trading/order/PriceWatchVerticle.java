package africa.soko.trading.order;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns the time of the [PriceWatch]: its one timer is set again after the work.
public final class PriceWatchVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PriceWatchVerticle.class);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

  private final PriceWatch watch;
  private final InstantSource clock;
  private final Duration pause;
  private long timer;
  private boolean stopped;
  private Future<?> working = Future.succeededFuture();

  /// @param pause between the end of one look and the next
  public PriceWatchVerticle(PriceWatch watch, InstantSource clock, Duration pause) {
    this.watch = watch;
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  public Future<?> start() {
    rearm(pause);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return working.transform(_ -> Future.succeededFuture());
  }

  private void rearm(Duration delay) {
    if (!stopped) timer = vertx.setTimer(delay.toMillis(), _ -> work());
  }

  private void work() {
    working = watch.look(clock.instant());
    working
        .onSuccess(_ -> rearm(pause))
        .onFailure(
            e -> {
              if (!stopped) LOG.warn("Resting orders wait for another try: {}", e.toString());
              rearm(PAUSE_AFTER_FAULT);
            });
  }
}
