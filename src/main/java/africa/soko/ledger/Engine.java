package africa.soko.ledger;

import africa.soko.audit.AuditEntry;
import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Refused;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.db.Key;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one batch of commands as one transaction: lock and load, decide, write, COMMIT.
///
/// Statements are sent together, not one after the other: a batch costs two waits, however many
/// commands and tables it has. It blocks, and belongs on a virtual thread.
///
/// Waiting throws what a future failed with as it is, so also checked exceptions that no signature
/// names: a refused connection is an IOException.
public final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /// How long a batch waits for rows that somebody else holds.
  enum Patience {
    /// As long as the limits say.
    USUAL,
    /// Hardly at all: they have been waited for already.
    SPENT
  }

  private final LedgerConnection connections;
  private final InstantSource clock;
  private final PartnerTime time;
  private final Ids ids;
  private final Sealer sealer;
  private final LedgerMetrics metrics;
  private final Runnable eventsWritten;

  /// @param eventsWritten called after a commit that wrote events; only a hint
  public Engine(
      LedgerConnection connections,
      InstantSource clock,
      PartnerTime time,
      Ids ids,
      Sealer sealer,
      LedgerMetrics metrics,
      Runnable eventsWritten) {
    this.connections = connections;
    this.clock = clock;
    this.time = time;
    this.ids = ids;
    this.sealer = sealer;
    this.metrics = metrics;
    this.eventsWritten = eventsWritten;
  }

  /// The answers, in the order of the submissions. Whatever goes wrong ends as a BatchFailure, and
  /// never leaves a transaction open behind it.
  List<Answer> run(List<Submission> batch, Patience patience) throws BatchFailure {
    try {
      return transact(batch, patience);
    } catch (BatchFailure known) {
      throw known;
    } catch (Exception | Error fault) {
      connections.discard();
      throw failed(new BatchFailure.RolledBack(fault));
    }
  }

  private List<Answer> transact(List<Submission> batch, Patience patience) throws BatchFailure {
    long start = System.nanoTime();
    var book = new Book();
    var statements = new Statements(connect(), connections.limits().transaction());
    var keys = new ShownKeys();
    var busy = load(statements, batch, book, keys, patience);
    var running = new HashSet<Key>();
    var answers = new ArrayList<Answer>(batch.size());
    var audited = new ArrayList<AuditEntry>();
    for (var submission : batch) {
      var answer = answer(submission, book, keys, busy, running);
      answers.add(answer);
      var entry = submission.audited(answer, book);
      if (entry != null) audited.add(entry);
    }
    write(statements, book, audited);
    metrics.committed(batch.size(), statements.count(), System.nanoTime() - start);
    if (!book.events().isEmpty()) hint();
    return answers;
  }

  /// What is committed must not fail any more: it would be run again.
  private void hint() {
    try {
      eventsWritten.run();
    } catch (RuntimeException e) {
      LOG.warn("Cannot tell that events were written; whoever reads them looks by himself", e);
    }
  }

  LedgerMetrics metrics() {
    return metrics;
  }

  LedgerLimits limits() {
    return connections.limits();
  }

  Future<?> close() {
    return connections.close();
  }

  private SqlConnection connect() throws BatchFailure {
    try {
      return connections.get();
    } catch (Exception e) {
      throw failed(new BatchFailure.NotProcessed(e));
    }
  }

  /// Locks and loads what the batch needs; returns the idempotency keys that are being worked on.
  private Set<Long> load(
      Statements statements, List<Submission> batch, Book book, ShownKeys keys, Patience patience)
      throws BatchFailure {
    var needs = new Needs();
    var locks = new TreeSet<Long>();
    for (var submission : batch) {
      submission.command().needs(needs);
      time.needs(needs, submission.command().partnerId());
      keys.add(submission);
      var key = submission.storedKey();
      if (key == null) continue;
      needs.maybe(StoredAnswer.TABLE, key);
      locks.add(lockOf(key));
    }
    try {
      statements.begin(patience);
      if (!keys.isEmpty()) statements.check(keys);
      var busy = statements.tryLock(locks);
      needs.keys().forEach((selection, wanted) -> statements.load(selection, wanted, book));
      if (!needs.masters().isEmpty()) statements.load(Account.TABLE, needs.masters(), book);
      statements.await();
      lookAgain(statements, needs, book);
      return busy;
    } catch (PgException e) {
      if (Statements.isReadOnly(e)) connections.discard();
      else undo(statements);
      throw failed(Statements.refusal(e));
    } catch (Exception e) {
      connections.discard();
      throw failed(new BatchFailure.NotProcessed(e));
    }
  }

  /// Looks for rows that should be there and are not once more, before anything is decided from
  /// their absence: who has waited for a lock sees the moment before the wait, and a row that was
  /// replaced meanwhile is in none of the two.
  private static void lookAgain(Statements statements, Needs needs, Book book) {
    var missing = needs.missing(book);
    if (missing.isEmpty()) return;
    missing.forEach((table, keys) -> statements.load(table, keys, book));
    statements.await();
  }

  private Answer answer(
      Submission submission, Book book, ShownKeys keys, Set<Long> busy, Set<Key> running) {
    var refused = keys.refusal(submission);
    if (refused != null) return Answer.refusal(refused, submission.request());
    var key = submission.storedKey();
    if (key == null) return decide(submission, book, null);
    if (busy.contains(lockOf(key)) || running.contains(key)) {
      return refusal(submission, "A request with this Idempotency-Key is still running");
    }
    var stored = book.find(StoredAnswer.TABLE, key);
    if (stored != null && stored.isKept(clock.instant()))
      return replay(submission, stored, submission.idempotency());
    running.add(key);
    return decide(submission, book, key);
  }

  private Answer replay(Submission submission, StoredAnswer stored, Idempotency idempotency) {
    if (!stored.fingerprint().equals(idempotency.fingerprint())) {
      return refusal(submission, "This Idempotency-Key was used for another request");
    }
    var body = stored.sealed() ? sealer.open(stored.body(), idempotency.key()) : stored.body();
    return Answer.replayed(stored.status(), body, stored.sealed());
  }

  /// A fault in one decision is that command's alone: its neighbours go on.
  private Answer decide(Submission submission, Book book, @Nullable Key key) {
    var partnerId = submission.command().partnerId();
    var real = clock.instant();
    book.begin(partnerId, real, time.now(book, partnerId, real), ids.next());
    try {
      var decision = submission.command().decide(book);
      var answer =
          switch (decision) {
            case Decision.Accepted accepted ->
                Answer.decided(accepted.status(), accepted.answer(), accepted.secret());
            case Decision.Nothing _ -> Answer.NOTHING;
            case Decision.Declined declined -> {
              book.drop();
              yield Answer.declined(declined.refused(), submission.request());
            }
          };
      // What is refused for now may be repeated unchanged.
      if (key != null && answer.status() != ErrorCode.SERVICE_UNAVAILABLE.status()) {
        store(book, key, submission.idempotency(), answer);
      }
      // Last, for what is kept is committed: never an effect without the answer it is known by.
      book.keep();
      return answer;
    } catch (RuntimeException e) {
      book.drop();
      LOG.error("Cannot decide {}", submission.command(), e);
      return Answer.refusal(
          Refused.of(ErrorCode.INTERNAL_ERROR, "Something went wrong on our side"),
          submission.request());
    }
  }

  private void store(Book book, Key key, Idempotency idempotency, Answer answer) {
    var body = answer.secret() ? sealer.seal(answer.body(), idempotency.key()) : answer.body();
    book.put(
        StoredAnswer.TABLE,
        new StoredAnswer(
            key.partnerId(),
            key.parts().getLast(),
            idempotency.fingerprint(),
            answer.status(),
            body,
            answer.secret(),
            book.realNow()));
  }

  private void write(Statements statements, Book book, List<AuditEntry> audited)
      throws BatchFailure {
    book.changes().forEach(statements::save);
    statements.credit(book.credits());
    statements.append(book.events());
    statements.audit(audited);
    try {
      statements.commit();
    } catch (BatchFailure failure) {
      if (failure instanceof BatchFailure.OutcomeUnknown) connections.discard();
      throw failed(failure);
    }
  }

  private void undo(Statements statements) {
    try {
      statements.rollback();
      statements.await();
    } catch (Exception _) {
      connections.discard();
    }
  }

  private BatchFailure failed(BatchFailure failure) {
    metrics.failed();
    return failure;
  }

  private static Answer refusal(Submission submission, String message) {
    return Answer.refusal(Refused.of(ErrorCode.CONFLICT, "%s", message), submission.request());
  }

  private static long lockOf(Key key) {
    return Long.parseUnsignedLong(key.parts().getLast().substring(0, 16), 16)
        ^ ((long) key.partnerId().hashCode() << 32);
  }
}
