package africa.soko.oversight;

import africa.soko.audit.AuditStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes refused credentials once a minute, and sees to the tables of the years: those of this one
/// and the next are there, those that are over for long enough are dropped.
final class AuditUpkeepVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(AuditUpkeepVerticle.class);
  private static final Duration UPKEEP_PAUSE = Duration.ofHours(6);
  private static final Duration RETRY_PAUSE = Duration.ofMinutes(1);

  private final RefusalCounts counts;
  private final RefusalStore refusals;
  private final List<AuditStore> logs;
  private final Duration pause;
  private final int years;
  private long timer;
  private long upkeepTimer;
  private boolean stopped;

  /// @param logs of every schema
  /// @param pause between two writes of refusals
  /// @param years for how long the log is kept
  AuditUpkeepVerticle(
      RefusalCounts counts,
      RefusalStore refusals,
      List<AuditStore> logs,
      Duration pause,
      int years) {
    this.counts = counts;
    this.refusals = refusals;
    this.logs = List.copyOf(logs);
    this.pause = pause;
    this.years = years;
  }

  @Override
  public Future<?> start() {
    rearm();
    return upkeep();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    vertx.cancelTimer(upkeepTimer);
    return write();
  }

  private Future<?> write() {
    var taken = counts.take();
    return refusals
        .add(taken)
        .onFailure(
            e -> {
              counts.putBack(taken);
              if (!stopped) LOG.warn("Refused credentials will be written later: {}", e.toString());
            });
  }

  /// The next year's tables are made long before it begins: it may fail now and then.
  private Future<?> upkeep() {
    return Future.join(logs.stream().map(log -> log.keep(years)).toList())
        .transform(
            (_, fault) -> {
              if (fault != null) LOG.warn("The audit log is seen to later: {}", fault.toString());
              rearmUpkeep(fault == null ? UPKEEP_PAUSE : RETRY_PAUSE);
              return Future.succeededFuture();
            });
  }

  private void rearm() {
    if (!stopped) timer = vertx.setTimer(pause.toMillis(), _ -> write().onComplete(_ -> rearm()));
  }

  private void rearmUpkeep(Duration next) {
    if (!stopped) upkeepTimer = vertx.setTimer(next.toMillis(), _ -> upkeep());
  }
}
