package africa.soko.ledger;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The one connection of a ledger partition, opened when it is needed and again when it broke.
///
/// A connection that is held can send statements without waiting in between; one of a pool cannot.
public final class LedgerConnection {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final int STATEMENTS_IN_FLIGHT_MAX = 256;

  private final Vertx vertx;
  private final PgConnectOptions options;
  private @Nullable PgConnection connection;

  public LedgerConnection(Vertx vertx, PgConnectOptions options) {
    this.vertx = vertx;
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
            // Less than the ledger's callers wait; a lock is held for milliseconds.
            .addProperty("lock_timeout", "3000")
            .addProperty("statement_timeout", "8000")
            .addProperty("idle_in_transaction_session_timeout", "10000");
  }

  PgConnection get() {
    var open = connection;
    if (open != null) return open;
    var connecting = PgConnection.connect(vertx, options);
    PgConnection fresh;
    try {
      fresh = connecting.timeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Exception late) {
      // Nobody waits for it any more; one that comes all the same would stay open for ever.
      connecting.onSuccess(PgConnection::close);
      throw late;
    }
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
