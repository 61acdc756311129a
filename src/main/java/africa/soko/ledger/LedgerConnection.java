package africa.soko.ledger;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The one connection of a ledger partition, opened when it is needed and again when it broke.
///
/// While the database is away it is asked with growing pauses, not once for every batch.
///
/// A connection that is held can send statements without waiting in between; one of a pool cannot.
public final class LedgerConnection {
  private static final long PAUSE_MILLIS_MIN = 50;
  private static final long PAUSE_MILLIS_MAX = 1_000;
  private static final int STATEMENTS_IN_FLIGHT_MAX = 256;

  private final Vertx vertx;
  private final PgConnectOptions options;
  private final LedgerLimits limits;
  private @Nullable PgConnection connection;
  private long pauseMillis;
  private long failedNanos;

  public LedgerConnection(Vertx vertx, PgConnectOptions options, LedgerLimits limits) {
    this.vertx = vertx;
    this.limits = limits;
    this.options =
        new PgConnectOptions(options)
            .setCachePreparedStatements(true)
            .setPipeliningLimit(STATEMENTS_IN_FLIGHT_MAX)
            // Every statement finds its rows by key. A plan made while a table was small would read
            // all of it, and be kept while it grows.
            .addProperty("plan_cache_mode", "force_generic_plan")
            .addProperty("enable_seqscan", "off")
            .addProperty("enable_hashjoin", "off")
            .addProperty("enable_mergejoin", "off")
            .addProperty("lock_timeout", "" + limits.lock().toMillis())
            // PostgreSQL speaks up before it counts as silent.
            .addProperty("statement_timeout", "" + limits.transaction().toMillis() * 3 / 4)
            // The locks of a transaction that was given up must not outlive it for long.
            .addProperty(
                "idle_in_transaction_session_timeout", "" + limits.transaction().toMillis());
  }

  LedgerLimits limits() {
    return limits;
  }

  PgConnection get() {
    var open = connection;
    if (open != null) return open;
    if (pauseMillis > 0 && System.nanoTime() - failedNanos < pauseMillis * 1_000_000) {
      throw new IllegalStateException("It was away a moment ago; it is asked again later");
    }
    var connecting = PgConnection.connect(vertx, options);
    PgConnection fresh;
    try {
      fresh = connecting.timeout(limits.connect().toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Exception late) {
      // Nobody waits for it any more; one that comes all the same would stay open for ever.
      connecting.onSuccess(PgConnection::close);
      pauseMillis = Math.clamp(pauseMillis * 2, PAUSE_MILLIS_MIN, PAUSE_MILLIS_MAX);
      failedNanos = System.nanoTime();
      throw late;
    }
    pauseMillis = 0;
    fresh.closeHandler(_ -> forget(fresh));
    connection = fresh;
    return fresh;
  }

  /// Gives the connection up, whatever state it is in.
  void discard() {
    var open = connection;
    if (open == null) return;
    connection = null;
    open.close();
  }

  Future<?> close() {
    var open = connection;
    return open == null ? Future.succeededFuture() : open.close();
  }

  @SuppressWarnings("ReferenceEquality") // which connection it is, not what it is like
  private void forget(PgConnection closed) {
    if (connection == closed) connection = null;
  }
}
