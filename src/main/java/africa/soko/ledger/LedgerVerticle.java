package africa.soko.ledger;

import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger.Submission;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects the commands of one partition while the last batch commits, and hands them on together.
///
/// There is no timer: a batch is whatever arrived meanwhile, one when idle, at most [#BATCH_MAX].
/// It runs on a virtual thread. Its consumer only queues, because a consumer that waits receives
/// nothing more.
public final class LedgerVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerVerticle.class);
  private static final int BATCH_MAX = 512;
  private static final int INBOX_MAX = 20_000;
  private static final int TRIES_MAX = 3;

  private final Environment environment;
  private final int partition;
  private final Engine engine;
  private final Queue<Message<Submission>> inbox = new ArrayDeque<>();
  private boolean draining;

  public LedgerVerticle(Environment environment, int partition, Engine engine) {
    this.environment = environment;
    this.partition = partition;
    this.engine = engine;
  }

  @Override
  public Future<?> start() {
    return vertx
        .eventBus()
        .<Submission>localConsumer(Ledger.address(environment, partition), this::receive)
        .completion();
  }

  @Override
  public Future<?> stop() {
    return engine.close();
  }

  private void receive(Message<Submission> message) {
    if (inbox.size() >= INBOX_MAX) {
      message.reply(
          Answer.refusal(
              Refused.of(ErrorCode.SERVICE_UNAVAILABLE, "The ledger is busy; try again"),
              message.body().requestId()));
      return;
    }
    inbox.add(message);
    if (draining) return;
    draining = true;
    context.runOnContext(_ -> drain());
  }

  private void drain() {
    try {
      while (!inbox.isEmpty()) {
        var batch = new ArrayList<Message<Submission>>();
        while (batch.size() < BATCH_MAX && !inbox.isEmpty()) batch.add(inbox.remove());
        run(batch, 1);
      }
    } finally {
      draining = false;
    }
  }

  /// A batch that fails as a whole is run again one by one, so that a fault stays with its cause.
  private void run(List<Message<Submission>> batch, int tries) {
    try {
      var answers = engine.run(batch.stream().map(Message::body).toList());
      for (int i = 0; i < batch.size(); i++) batch.get(i).reply(answers.get(i));
    } catch (BatchFailure failure) {
      switch (failure) {
        case BatchFailure.NotProcessed e -> {
          LOG.warn("The database is away: {}", e.getMessage());
          refuse(batch, ErrorCode.SERVICE_UNAVAILABLE, "The ledger is away; nothing was done");
        }
        case BatchFailure.OutcomeUnknown e -> {
          LOG.error("The outcome of {} commands is unknown", batch.size(), e);
          refuse(
              batch,
              ErrorCode.INTERNAL_ERROR,
              "The outcome is unknown; repeat the request with the same Idempotency-Key");
        }
        case BatchFailure.RolledBack e -> runAgain(batch, tries, e);
      }
    }
  }

  private void runAgain(List<Message<Submission>> batch, int tries, BatchFailure failure) {
    if (batch.size() > 1) {
      LOG.warn("A batch of {} was rolled back; running it one by one", batch.size(), failure);
      batch.forEach(message -> run(List.of(message), 1));
    } else if (tries < TRIES_MAX) {
      run(batch, tries + 1);
    } else {
      LOG.error("Cannot run {}", batch.getFirst().body().command(), failure);
      refuse(batch, ErrorCode.INTERNAL_ERROR, "Something went wrong on our side");
    }
  }

  private static void refuse(List<Message<Submission>> batch, ErrorCode code, String message) {
    for (var one : batch) {
      one.reply(Answer.refusal(Refused.of(code, "%s", message), one.body().requestId()));
    }
  }
}
