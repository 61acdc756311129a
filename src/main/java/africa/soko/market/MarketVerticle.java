package africa.soko.market;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns the time of the market: its one timer is set again after the work. It runs on a virtual
/// thread, on every node, and has started once this node has prices.
public final class MarketVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(MarketVerticle.class);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

  private final MarketService service;
  private final InstantSource clock;
  private final Promise<Void> priced = Promise.promise();
  private final List<Promise<Void>> waiting = new ArrayList<>();
  private long timer;
  private boolean running;
  private boolean askedAgain;
  private boolean failing;
  private boolean stopped;

  public MarketVerticle(MarketService service, InstantSource clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public Future<?> start() {
    look();
    return priced.future();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  /// Looks at once; done when what is there now is seen. May be called from any thread.
  public Future<Void> wake() {
    var seen = Promise.<Void>promise();
    context.runOnContext(
        _ -> {
          waiting.add(seen);
          look();
        });
    return seen.future();
  }

  private void look() {
    if (running) {
      askedAgain = true;
      return;
    }
    running = true;
    vertx.cancelTimer(timer);
    var told = List.copyOf(waiting);
    waiting.clear();
    try {
      var next = work();
      if (!stopped) rearm(askedAgain ? Duration.ZERO : Duration.between(clock.instant(), next));
    } finally {
      running = false;
      askedAgain = false;
      told.forEach(Promise::tryComplete);
    }
  }

  private Instant work() {
    try {
      var next = service.tick();
      if (failing) LOG.info("The market is kept up to date again");
      failing = false;
      if (service.isPriced()) priced.tryComplete();
      return next;
    } catch (Throwable fault) {
      // Also what is not an exception: the pool reports its time-out as a bare Throwable.
      if (!failing && !stopped)
        LOG.warn("The market stays as it was until this works again", fault);
      failing = true;
      // A node that cannot start does not come again.
      if (priced.tryFail(fault)) stopped = true;
      return clock.instant().plus(PAUSE_AFTER_FAULT);
    }
  }

  private void rearm(Duration pause) {
    timer = vertx.setTimer(Math.max(1, pause.toMillis() + 1), _ -> look());
  }
}
