package africa.soko.ledger;

import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Engine.Patience;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects the commands of one partition while the last batch commits, and hands them on together.
///
/// There is no timer: a batch is whatever arrived meanwhile, one when idle, at most [#BATCH_MAX].
/// What somebody waits for goes before what becomes due by itself, of which a batch takes only so
/// much that those who come meanwhile need not wait long.
///
/// It runs on a virtual thread. Its consumer only queues, because a consumer that waits receives
/// nothing more.
public final class LedgerVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerVerticle.class);
  private static final int BATCH_MAX = 512;
  private static final int DUE_MAX = 64;
  private static final int TRIES_MAX = 3;
  private static final String BUSY = "The ledger is busy; nothing was done, try again";

  /// A command in the inbox, and since when.
  private record Waiting(Message<Submission> message, long sinceNanos) {
    Submission submission() {
      return message.body();
    }
  }

  private final Environment environment;
  private final int partition;
  private final Engine engine;
  private final LedgerMetrics metrics;
  private final LedgerLimits limits;
  private final Pace pace;
  private final Queue<Waiting> asked = new ArrayDeque<>();
  private final Queue<Waiting> due = new ArrayDeque<>();
  private boolean draining;
  private @Nullable Promise<Void> drained;

  public LedgerVerticle(Environment environment, int partition, Engine engine) {
    this.environment = environment;
    this.partition = partition;
    this.engine = engine;
    metrics = engine.metrics();
    limits = engine.limits();
    pace = new Pace(LedgerLimits.WAIT_MAX, BATCH_MAX, limits.inboxMax());
  }

  @Override
  public Future<?> start() {
    return vertx
        .eventBus()
        .<Submission>localConsumer(Ledger.address(environment, partition), this::receive)
        .completion();
  }

  /// Whoever is in the inbox is answered first.
  @Override
  public Future<?> stop() {
    var empty = Promise.<Void>promise();
    if (draining) drained = empty;
    else empty.complete();
    return empty
        .future()
        .timeout(limits.total().toMillis(), TimeUnit.MILLISECONDS)
        .transform(_ -> engine.close());
  }

  private void receive(Message<Submission> message) {
    var waiting = new Waiting(message, System.nanoTime());
    var own = waiting.submission().isService();
    if (own ? due.size() >= limits.inboxMax() : asked.size() >= pace.room()) {
      refuse(waiting, ErrorCode.SERVICE_UNAVAILABLE, BUSY);
      return;
    }
    (own ? due : asked).add(waiting);
    metrics.waiting(1);
    if (draining) return;
    draining = true;
    context.runOnContext(_ -> drain());
  }

  private void drain() {
    try {
      while (!asked.isEmpty() || !due.isEmpty()) {
        var batch = new ArrayList<Waiting>();
        take(batch, asked, BATCH_MAX);
        take(batch, due, DUE_MAX);
        metrics.waiting(-batch.size());
        long start = System.nanoTime();
        run(batch, Patience.USUAL, 1);
        pace.took(batch.size(), System.nanoTime() - start);
      }
    } finally {
      draining = false;
      if (drained != null) drained.tryComplete();
    }
  }

  private static void take(List<Waiting> batch, Queue<Waiting> queue, int max) {
    for (int i = 0; i < max && !queue.isEmpty(); i++) batch.add(queue.remove());
  }

  /// A batch that fails as a whole is run again one by one, so that a fault stays with its cause.
  private void run(List<Waiting> all, Patience patience, int tries) {
    var batch = new ArrayList<Waiting>(all.size());
    for (var one : all) {
      if (isLate(one)) refuse(one, ErrorCode.SERVICE_UNAVAILABLE, BUSY);
      else batch.add(one);
    }
    if (batch.isEmpty()) return;
    try {
      var answers = engine.run(batch.stream().map(Waiting::submission).toList(), patience);
      for (int i = 0; i < batch.size(); i++) batch.get(i).message().reply(answers.get(i));
    } catch (BatchFailure failure) {
      switch (failure) {
        case BatchFailure.NotProcessed e -> {
          LOG.warn("The database is away: {}", e.getMessage());
          refuse(batch, ErrorCode.SERVICE_UNAVAILABLE, "The ledger is away; nothing was done");
        }
        case BatchFailure.Locked e -> {
          LOG.warn("{} commands met a row that is held: {}", batch.size(), e.getMessage());
          if (batch.size() > 1) batch.forEach(one -> run(List.of(one), Patience.SPENT, 1));
          else refuse(batch, ErrorCode.SERVICE_UNAVAILABLE, BUSY);
        }
        case BatchFailure.OutcomeUnknown e -> {
          LOG.error("The outcome of {} commands is unknown", batch.size(), e);
          batch.forEach(this::refuseUnknown);
        }
        case BatchFailure.RolledBack e -> runAgain(batch, tries, e);
      }
    }
  }

  private void runAgain(List<Waiting> batch, int tries, BatchFailure failure) {
    if (batch.size() > 1) {
      LOG.warn("A batch of {} was rolled back; running it one by one", batch.size(), failure);
      batch.forEach(one -> run(List.of(one), Patience.USUAL, 1));
    } else if (tries < TRIES_MAX) {
      run(batch, Patience.USUAL, tries + 1);
    } else {
      LOG.error("Cannot run {}", batch.getFirst().submission().command(), failure);
      refuse(batch, ErrorCode.INTERNAL_ERROR, "Something went wrong on our side");
    }
  }

  /// Whoever asked is told that nothing was done, so that a database that was away is not followed
  /// by work that nobody waits for.
  private boolean isLate(Waiting one) {
    return System.nanoTime() - one.sinceNanos() > limits.inbox().toNanos();
  }

  /// What has no key may be asked for again as it is: a quote that nobody was told of binds nobody,
  /// and what is the service's own does nothing the second time.
  private void refuseUnknown(Waiting one) {
    if (one.submission().origin().idempotency() == null) {
      refuse(one, ErrorCode.SERVICE_UNAVAILABLE, "The answer was lost; try again");
    } else {
      refuse(
          one,
          ErrorCode.INTERNAL_ERROR,
          "The outcome is unknown; repeat the request with the same Idempotency-Key");
    }
  }

  private void refuse(List<Waiting> batch, ErrorCode code, String text) {
    batch.forEach(one -> refuse(one, code, text));
  }

  private void refuse(Waiting one, ErrorCode code, String text) {
    metrics.refused();
    var refused = Refused.of(code, "%s", text);
    one.message().reply(Answer.refusal(refused, one.submission().request()));
  }
}
