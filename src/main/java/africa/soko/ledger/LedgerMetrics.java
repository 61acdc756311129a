package africa.soko.ledger;

import africa.soko.edge.Environment;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

/// What an operator asks of the ledger: how much it does, in how large batches, with how many
/// statements, and how often a batch fails.
public final class LedgerMetrics {
  private final DistributionSummary batchSize;
  private final Counter statements;
  private final Counter failures;

  public LedgerMetrics(MeterRegistry registry, Environment environment) {
    var name = environment.schema();
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

  void committed(int commands, int sqlStatements) {
    batchSize.record(commands);
    statements.increment(sqlStatements);
  }

  void failed() {
    failures.increment();
  }
}
