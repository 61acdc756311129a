package africa.soko.feature;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forgets what has been kept long enough, a bounded batch at a time. It runs on a virtual thread.
public final class Retention extends RepeatedWork {
  /// How long events are kept at the least, and what was made of them.
  public static final Duration EVENTS_KEPT = Duration.ofDays(30);

  /// How long what all partners are told is kept: each partner has it in its own log by then.
  public static final Duration PUBLISHED_KEPT = Duration.ofDays(7);

  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  static final int ROWS_MAX = 5_000;
  static final int BATCHES_MAX = 100;

  private final InstantSource clock;
  private final Duration kept;
  private final List<Step> steps;

  /// Deletes up to `rowsMax` rows older than a time and says how many.
  public interface Step {
    Future<Integer> prune(Instant before, int rowsMax);
  }

  public Retention(InstantSource clock, Duration kept, List<Step> steps) {
    super("What has been kept long enough is pruned", PERIOD);
    this.clock = clock;
    this.kept = kept;
    this.steps = List.copyOf(steps);
  }

  @Override
  protected Future<Duration> work() {
    run();
    return Future.succeededFuture(PERIOD);
  }

  /// Does every step, also if one before it fails.
  void run() {
    var before = clock.instant().minus(kept);
    for (var step : steps) {
      try {
        prune(step, before);
      } catch (Throwable e) {
        // Also what is no exception: the pool reports its time-out as a bare Throwable.
        LOG.warn("Cannot prune now: {}", e.toString());
      }
    }
  }

  private static void prune(Step step, Instant before) {
    int batches = 0;
    while (step.prune(before, ROWS_MAX).await() == ROWS_MAX && ++batches < BATCHES_MAX) {
      LOG.debug("Pruned {} rows", ROWS_MAX);
    }
  }
}
