package africa.soko.desk;

import africa.soko.ledger.Due;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Asks what has become due.
public final class DueStore {
  private static final String TRY_LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.desk', 0))";

  private final Pool pool;

  public DueStore(Pool pool) {
    this.pool = pool;
  }

  /// Does a piece of work unless another node is at its own; the lock ends with the work, or with
  /// the node.
  Future<?> alone(Supplier<Future<?>> work) {
    return pool.withTransaction(
        lock ->
            lock.preparedQuery(TRY_LOCK)
                .execute()
                .compose(
                    rows ->
                        rows.iterator().next().getBoolean(0)
                            ? work.get()
                            : Future.succeededFuture()));
  }

  <T> Future<List<T>> all(Due<T> kind, Instant now, int limit) {
    return pool.preparedQuery(kind.allSql())
        .execute(kind.all(now, limit))
        .map(rows -> Rows.map(rows, kind.read()));
  }

  <T> Future<List<T>> ofPartner(Due<T> kind, String partnerId, Instant now, int limit) {
    return pool.preparedQuery(kind.partnerSql())
        .execute(kind.ofPartner(partnerId, now, limit))
        .map(rows -> Rows.map(rows, kind.read()));
  }

  Future<Optional<Instant>> next(Due<?> kind, String partnerId, Instant after) {
    return pool.preparedQuery(kind.nextSql())
        .execute(Tuple.of(partnerId, after.atOffset(ZoneOffset.UTC)))
        .map(
            rows ->
                Rows.map(rows, row -> Optional.ofNullable(row.maybeInstant("next"))).getFirst());
  }
}
