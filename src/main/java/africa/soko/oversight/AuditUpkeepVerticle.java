package africa.soko.oversight;

import africa.soko.audit.AuditStore;
import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/// Sees to the audit log's tables of the years: those of this one and the next are there, those
/// that are over for long enough are dropped. The next year's are made long before it begins: it
/// may fail now and then.
final class AuditUpkeepVerticle extends RepeatedWork {
  private static final Duration PAUSE = Duration.ofHours(6);

  private final List<AuditStore> logs;
  private final int years;

  /// @param logs of every schema
  /// @param years for how long the log is kept
  AuditUpkeepVerticle(List<AuditStore> logs, int years) {
    super("The audit log is seen to", Duration.ZERO);
    this.logs = List.copyOf(logs);
    this.years = years;
  }

  @Override
  protected Future<Duration> work() {
    return Future.join(logs.stream().map(log -> log.keep(years)).toList()).map(_ -> PAUSE);
  }
}
