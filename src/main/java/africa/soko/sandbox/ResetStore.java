package africa.soko.sandbox;

import africa.soko.audit.AuditEntry;
import africa.soko.audit.AuditStore;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.PartnerTables;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.id.Ids;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Takes a sandbox partner's books back to the day of its registration, in one transaction:
/// whatever table has rows of the partner is emptied.
///
/// Rows are locked in the order in which the ledger locks them, by the name of their table, the
/// master account and the event counter last: a batch that is running is waited for, and one that
/// comes later finds the new books. The row of the master account is never gone, so that whoever
/// waits for it finds it. Should the two stand in each other's way all the same, the loser tries
/// again.
final class ResetStore {
  private static final int TRIES_MAX = 5;
  private static final String DEADLOCK = "40P01";

  private static final String LOCK_ANSWERS =
      "SELECT FROM idempotency WHERE partner_id = $1 ORDER BY key_sha256 FOR UPDATE";
  private static final String LOCK_ACCOUNTS =
      "SELECT FROM account WHERE partner_id = $1 AND account_id <> 'master'"
          + " ORDER BY account_id FOR UPDATE";
  private static final String LOCK_MASTER =
      "SELECT FROM account WHERE partner_id = $1 AND account_id = 'master' FOR UPDATE";
  private static final String LOCK_COUNTER =
      "INSERT INTO event_counter AS c (partner_id, last) VALUES ($1, 0)"
          + " ON CONFLICT (partner_id) DO UPDATE SET last = c.last";
  private static final String END_TOKENS =
      "DELETE FROM platform.credential"
          + " WHERE partner_id = $1 AND environment = 'SANDBOX' AND sub_account_id IS NOT NULL";

  private final Pool pool;
  private final Ids ids;
  private final InstantSource clock;

  /// @param pool whose connections look into the schema of the sandbox
  ResetStore(Pool pool, Ids ids, InstantSource clock) {
    this.pool = pool;
    this.ids = ids;
    this.clock = clock;
  }

  /// @param entry what the audit log, which is kept, says of it
  Future<Void> reset(String partnerId, Usd seed, AuditEntry entry) {
    return reset(partnerId, seed, entry, 1);
  }

  private Future<Void> reset(String partnerId, Usd seed, AuditEntry entry, int attempt) {
    return pool.withTransaction(
            connection ->
                replace(connection, partnerId, seed)
                    .compose(_ -> AuditStore.append(connection, List.of(entry))))
        .<Void>mapEmpty()
        .recover(
            fault ->
                isDeadlock(fault) && attempt < TRIES_MAX
                    ? reset(partnerId, seed, entry, attempt + 1)
                    : Future.failedFuture(fault));
  }

  private Future<Void> replace(SqlConnection connection, String partnerId, Usd seed) {
    return PartnerTables.names(connection)
        .compose(tables -> empty(connection, tables, partnerId))
        .compose(_ -> seed(connection, partnerId, seed));
  }

  private static Future<?> empty(SqlConnection connection, List<String> tables, String partnerId) {
    var partner = Tuple.of(partnerId);
    var statements = new ArrayList<String>();
    statements.add(LOCK_ACCOUNTS);
    statements.add(LOCK_ANSWERS);
    for (var table : tables) {
      if (!isLogged(table)) statements.add(lock(table));
    }
    statements.add(LOCK_MASTER);
    statements.add(LOCK_COUNTER);
    // Now nobody writes anything of the partner's any more.
    for (var table : tables) {
      var rest = table.equals("account") ? " AND account_id <> 'master'" : "";
      statements.add("DELETE FROM " + table + " WHERE partner_id = $1" + rest);
    }
    statements.add(END_TOKENS);
    Future<?> done = Future.succeededFuture();
    for (var sql : statements) {
      done = done.compose(_ -> connection.preparedQuery(sql).execute(partner));
    }
    return done;
  }

  /// What is only added to, and by those alone who hold other rows.
  private static boolean isLogged(String table) {
    return table.equals("posting") || table.startsWith("event");
  }

  private static String lock(String table) {
    var rest = table.equals("account") ? " AND account_id <> 'master'" : "";
    return "SELECT FROM " + table + " WHERE partner_id = $1" + rest + " FOR UPDATE";
  }

  /// Opens the books by the same decision as a registration does.
  private Future<Void> seed(SqlConnection connection, String partnerId, Usd seed) {
    var book = new Book();
    book.load(Account.TABLE, List.of(Account.key(partnerId, Account.MASTER)), List.of());
    book.begin(partnerId, clock.instant(), clock.instant(), ids.next());
    new OpenMasterAccount(partnerId, seed).decide(book);
    book.keep();
    Future<?> done = Future.succeededFuture();
    for (var changes : book.changes()) done = done.compose(_ -> write(connection, changes));
    return done.mapEmpty();
  }

  private static <V> Future<?> write(SqlConnection connection, Book.Changes<V> changes) {
    var table = changes.table();
    return connection
        .preparedQuery(table.updateSql())
        .execute(table.updateTuple(changes.inserts()))
        .compose(
            updated ->
                updated.rowCount() > 0
                    ? Future.succeededFuture()
                    : connection
                        .preparedQuery(table.insertSql())
                        .execute(table.insertTuple(changes.inserts())));
  }

  private static boolean isDeadlock(Throwable fault) {
    return fault instanceof PgException e && DEADLOCK.equals(e.getSqlState());
  }
}
