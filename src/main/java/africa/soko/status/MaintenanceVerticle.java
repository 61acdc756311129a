package africa.soko.status;

import africa.soko.edge.Maintenance;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows on each node whether the service is under maintenance, half a second late at most. While
/// the database is away what was known last holds.
public final class MaintenanceVerticle extends VerticleBase implements Supplier<Maintenance> {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceVerticle.class);
  private static final Duration PAUSE = Duration.ofMillis(400);
  private static final int LOOK_MILLIS_MAX = 2_000;

  private final MaintenanceStore store;
  private volatile Maintenance known = Maintenance.OFF;
  private long timer;
  private boolean stopped;

  MaintenanceVerticle(MaintenanceStore store) {
    this.store = store;
  }

  @Override
  public Maintenance get() {
    return known;
  }

  /// A node that starts is closed from its first request on.
  @Override
  public Future<?> start() {
    return look().onComplete(_ -> rearm());
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  /// Looks at once; called on any thread.
  Future<?> look() {
    return store
        .get()
        .timeout(LOOK_MILLIS_MAX, TimeUnit.MILLISECONDS)
        .onSuccess(found -> known = found);
  }

  private void rearm() {
    if (stopped) return;
    timer =
        vertx.setTimer(
            PAUSE.toMillis(),
            _ ->
                look()
                    .onFailure(e -> LOG.debug("The maintenance mode is not known anew", e))
                    .onComplete(_ -> rearm()));
  }
}
