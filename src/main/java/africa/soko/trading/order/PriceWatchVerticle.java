package africa.soko.trading.order;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;

/// Owns the time of the [PriceWatch].
public final class PriceWatchVerticle extends RepeatedWork {
  private final PriceWatch watch;
  private final InstantSource clock;
  private final Duration pause;

  /// @param pause between the end of one look and the next
  public PriceWatchVerticle(PriceWatch watch, InstantSource clock, Duration pause) {
    super("Prices are held against resting orders", pause);
    this.watch = watch;
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  protected Future<Duration> work() {
    return watch.look(clock.instant()).map(_ -> pause);
  }
}
