package africa.soko.trading.settlement;

import africa.soko.feature.Core;
import africa.soko.platform.work.RepeatedWork;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what failed to settle and nobody has covered, for whoever watches the service.
public final class FailureCount extends RepeatedWork {
  private final FailureStore store;
  private final Duration pause;
  private final AtomicLong failures = new AtomicLong();

  /// @param pause between two counts
  public FailureCount(Core core, Duration pause) {
    super("Failed settlements are counted", Duration.ZERO);
    store = new FailureStore(core.pool());
    this.pause = pause;
    Gauge.builder("soko.settlement.failures", failures::get)
        .description("Fills that failed to settle and wait for an operator, up to 1,000")
        .tag("environment", core.environment().schema())
        .register(core.metrics());
  }

  @Override
  protected Future<Duration> work() {
    return store.count().onSuccess(failures::set).map(_ -> pause);
  }
}
