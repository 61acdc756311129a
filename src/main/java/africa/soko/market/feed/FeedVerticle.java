package africa.soko.market.feed;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns the time of a real feed: its one timer is set again after the work. It runs on a virtual
/// thread of its own, so that a source that stalls holds up nothing else.
public final class FeedVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(FeedVerticle.class);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

  private final FeedService service;
  private final InstantSource clock;
  private final Runnable wake;
  private long timer;
  private boolean failing;
  private volatile boolean stopped;

  /// @param wake lets this node's market see what was published
  public FeedVerticle(FeedService service, InstantSource clock, Runnable wake) {
    this.service = service;
    this.clock = clock;
    this.wake = wake;
  }

  @Override
  public Future<?> start() {
    timer = vertx.setTimer(1, _ -> look());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private void look() {
    var next = work();
    if (stopped) return;
    var pause = Duration.between(clock.instant(), next);
    timer = vertx.setTimer(Math.max(1, pause.toMillis() + 1), _ -> look());
  }

  private Instant work() {
    try {
      var looked = service.look();
      if (looked.changed()) wake.run();
      if (failing) LOG.info("Prices of the feed are published again");
      failing = false;
      return looked.next();
    } catch (Throwable fault) {
      // Also what is not an exception: the pool reports its time-out as a bare Throwable.
      if (!failing && !stopped) LOG.warn("Prices of the feed wait until this works again", fault);
      failing = true;
      return clock.instant().plus(PAUSE_AFTER_FAULT);
    }
  }
}
