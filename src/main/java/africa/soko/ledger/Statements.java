package africa.soko.ledger;

import africa.soko.audit.AuditEntry;
import africa.soko.audit.AuditStore;
import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Rows;
import africa.soko.platform.db.Selection;
import africa.soko.platform.db.Table;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The statements of one transaction. They are sent as they are named, without waiting for the one
/// before, and [#await] waits for all of them.
final class Statements {
  // Says which idempotency keys another transaction is working on right now.
  private static final String TRY_LOCK =
      "SELECT k FROM unnest($1::bigint[]) AS k WHERE NOT"
          // Such locks are those of the whole database, which holds both environments.
          + " pg_try_advisory_xact_lock(k # hashtextextended(current_schema(), 0))";

  private static final int HURRIED_LOCK_MILLIS = 50;

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String READ_ONLY = "25006";

  /// The classes of what is no command's fault: the server is out of something, an operator or a
  /// limit ended the statement, the system below fails.
  private static final Set<String> SERVER = Set.of("53", "57", "58");

  private final SqlConnection connection;
  private final long endNanos;
  private final List<Future<?>> sent = new ArrayList<>();
  private int count;

  /// @param transaction how long all of them together may take
  Statements(SqlConnection connection, Duration transaction) {
    this.connection = connection;
    endNanos = System.nanoTime() + transaction.toNanos();
  }

  int count() {
    return count;
  }

  void begin(Engine.Patience patience) {
    switch (patience) {
      case USUAL -> send(connection.query("BEGIN").execute());
      case SPENT -> {
        var hurried = "BEGIN; SET LOCAL lock_timeout = " + HURRIED_LOCK_MILLIS;
        send(connection.query(hurried).execute());
      }
    }
  }

  /// Sends COMMIT and waits. What a write failed with is thrown as it is, for then COMMIT has
  /// undone everything; anything else leaves the outcome open.
  void commit() throws BatchFailure {
    var writes = List.copyOf(sent);
    var commit = send(connection.query("COMMIT").execute());
    try {
      await(Math.max(leftMillis(), LedgerLimits.COMMIT_MIN.toMillis()));
    } catch (Exception e) {
      for (var write : writes) {
        if (write.cause() instanceof PgException cause) throw refusal(cause);
      }
      throw new BatchFailure.OutcomeUnknown(commit.failed() ? commit.cause() : e);
    }
  }

  /// What a transaction that PostgreSQL refused, and so undid, is to its commands. Only a refusal
  /// of what they wrote can be the fault of one of them.
  static BatchFailure refusal(PgException e) {
    var state = String.valueOf(e.getSqlState());
    if (state.equals(LOCK_NOT_AVAILABLE)) return new BatchFailure.Locked(e);
    var unable = isReadOnly(e) || SERVER.contains(state.substring(0, 2));
    return unable ? new BatchFailure.NotProcessed(e) : new BatchFailure.RolledBack(e);
  }

  /// The server takes no writes any more, as a primary that became a replica: another connection
  /// may find the one that does.
  static boolean isReadOnly(PgException e) {
    return READ_ONLY.equals(e.getSqlState());
  }

  void rollback() {
    send(connection.query("ROLLBACK").execute());
  }

  /// The locks that could not be had, once [#await] has returned.
  Set<Long> tryLock(Collection<Long> locks) {
    var busy = new HashSet<Long>();
    if (locks.isEmpty()) return busy;
    var tuple = Tuple.tuple().addValue(locks.toArray(Long[]::new));
    send(
        connection
            .preparedQuery(TRY_LOCK)
            .execute(tuple)
            .onSuccess(rows -> rows.forEach(row -> busy.add(row.getLong(0)))));
    return busy;
  }

  /// Learns which keys are refused, once [#await] has returned.
  void check(ShownKeys keys) {
    var locks = texts(keys.partnerIds()).addValue(keys.alone().toArray(Boolean[]::new));
    send(connection.preparedQuery(ShownKeys.LOCK).execute(locks));
    // A statement of its own: it sees what was committed while the lock was waited for.
    send(RefusedKeys.among(connection, keys.uses()).onSuccess(keys::refuse));
  }

  private static Tuple texts(Collection<String> texts) {
    return Tuple.tuple().addValue(texts.toArray(String[]::new));
  }

  <V> void load(Selection<V> selection, Collection<Key> keys, Book book) {
    var table = selection.table();
    send(connection
            .preparedQuery(selection.selectSql())
            .execute(Table.keyTuple(keys))
            .map(rows -> Rows.map(rows, table::read)))
        .onSuccess(values -> book.load(selection, keys, values));
  }

  <V> void save(Book.Changes<V> changes) {
    var table = changes.table();
    if (!changes.inserts().isEmpty()) {
      write(table.insertSql(), table.insertTuple(changes.inserts()));
    }
    if (!changes.updates().isEmpty()) {
      write(table.updateSql(), table.updateTuple(changes.updates()));
    }
  }

  void credit(List<PostingRow> credits) {
    if (credits.isEmpty()) return;
    write(Account.TABLE.selectSql(), Table.keyTuple(Credits.wallets(credits)));
    write(Credits.INSERT, Credits.tuple(credits));
  }

  void append(List<Event> events) {
    if (!events.isEmpty()) send(EventStore.append(connection, events));
  }

  void audit(List<AuditEntry> entries) {
    if (!entries.isEmpty()) send(AuditStore.append(connection, entries));
  }

  /// Waits for every statement so far, and throws what the first of them failed with, or a
  /// TimeoutException when the database has fallen silent.
  void await() {
    await(Math.max(leftMillis(), 1));
  }

  private void await(long millisMax) {
    var all = List.copyOf(sent);
    sent.clear();
    Future.join(all).timeout(millisMax, TimeUnit.MILLISECONDS).await();
  }

  private long leftMillis() {
    return TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
  }

  private void write(String sql, Tuple rows) {
    send(connection.preparedQuery(sql).execute(rows));
  }

  private <T> Future<T> send(Future<T> statement) {
    sent.add(statement);
    count++;
    return statement;
  }
}
