package africa.soko.ledger;

import africa.soko.edge.Environment;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// What an operator asks of the ledger: how much it does, in how large batches, with how many
/// statements, how long it takes, what waits, and how often it says no.
public final class LedgerMetrics {
  private final AtomicInteger waiting = new AtomicInteger();
  private final DistributionSummary batchSize;
  private final Timer batchTime;
  private final Counter statements;
  private final Counter failures;
  private final Counter refusals;

  public LedgerMetrics(MeterRegistry registry, Environment environment) {
    var name = environment.schema();
    Gauge.builder("soko.ledger.waiting", waiting::get)
        .description("Commands that wait for their turn on this node")
        .tag("environment", name)
        .register(registry);
    batchTime =
        Timer.builder("soko.ledger.batch.time")
            .description("From BEGIN to the answer to COMMIT")
            .tag("environment", name)
            .register(registry);
    refusals =
        Counter.builder("soko.ledger.refused")
            .description("Commands answered 503 or 500: too many, too late, or no database")
            .tag("environment", name)
            .register(registry);
    batchSize =
        DistributionSummary.builder("soko.ledger.batch.commands")
            .description("Commands in a committed batch")
            .tag("environment", name)
            .register(registry);
    statements =
        Counter.builder("soko.ledger.statements")
            .description("SQL statements of committed batches")
            .tag("environment", name)
            .register(registry);
    failures =
        Counter.builder("soko.ledger.batch.failures")
            .description("Batches that did not commit")
            .tag("environment", name)
            .register(registry);
  }

  void waiting(int more) {
    waiting.addAndGet(more);
  }

  void refused() {
    refusals.increment();
  }

  void committed(int commands, int sqlStatements, long nanos) {
    batchTime.record(nanos, TimeUnit.NANOSECONDS);
    batchSize.record(commands);
    statements.increment(sqlStatements);
  }

  void failed() {
    failures.increment();
  }
}
