package africa.soko.ledger;

import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Rows;
import africa.soko.platform.db.Table;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
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
      "SELECT k FROM unnest($1::bigint[]) AS k WHERE NOT pg_try_advisory_xact_lock(k)";

  // More than PostgreSQL itself gives a statement: passed only when it says nothing at all.
  private static final long SILENCE_MILLIS_MAX = 10_000;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /// The class of what an operator, or a limit, did: shutdown, cancelled, too slow.
  private static final String OPERATOR = "57";

  private final SqlConnection connection;
  private final List<Future<?>> sent = new ArrayList<>();
  private int count;

  Statements(SqlConnection connection) {
    this.connection = connection;
  }

  int count() {
    return count;
  }

  void begin() {
    send(connection.query("BEGIN").execute());
  }

  /// Sends COMMIT and waits. What a write failed with is thrown as it is, for then COMMIT has
  /// undone everything; anything else leaves the outcome open.
  void commit() throws BatchFailure {
    var writes = List.copyOf(sent);
    var commit = send(connection.query("COMMIT").execute());
    try {
      await();
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
    var state = e.getSqlState();
    var busy = LOCK_NOT_AVAILABLE.equals(state) || (state != null && state.startsWith(OPERATOR));
    return busy ? new BatchFailure.NotProcessed(e) : new BatchFailure.RolledBack(e);
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

  <V> void load(Table<V> table, Collection<Key> keys, Book book) {
    select(table.selectSql(), keys, table).onSuccess(values -> book.load(table, keys, values));
  }

  <V> void load(Group<V> group, Collection<Key> keys, Book book) {
    select(group.selectSql(), keys, group.table())
        .onSuccess(values -> book.load(group.table(), List.of(), values));
  }

  <V> void save(Book.Changes<V> changes) {
    var table = changes.table();
    write(table.insertSql(), table, changes.inserts());
    write(table.updateSql(), table, changes.updates());
  }

  void append(List<Event> events) {
    if (!events.isEmpty()) send(EventStore.append(connection, events));
  }

  /// Waits for every statement so far, and throws what the first of them failed with, or a
  /// TimeoutException when the database has fallen silent.
  void await() {
    var all = List.copyOf(sent);
    sent.clear();
    Future.join(all).timeout(SILENCE_MILLIS_MAX, TimeUnit.MILLISECONDS).await();
  }

  private <V> Future<List<V>> select(String sql, Collection<Key> keys, Table<V> table) {
    return send(
        connection
            .preparedQuery(sql)
            .execute(Table.keyTuple(keys))
            .map(rows -> Rows.map(rows, table::read)));
  }

  private <V> void write(String sql, Table<V> table, List<V> values) {
    if (!values.isEmpty()) send(connection.preparedQuery(sql).execute(table.valueTuple(values)));
  }

  private <T> Future<T> send(Future<T> statement) {
    sent.add(statement);
    count++;
    return statement;
  }
}
