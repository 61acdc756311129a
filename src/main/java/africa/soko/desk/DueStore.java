package africa.soko.desk;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.trading.Side;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.quote.Quote;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;

/// What has become due: quotes past their time, orders for the desk, fills to settle.
public final class DueStore {
  private static final String QUOTES =
      """
      SELECT partner_id, quote_id FROM quote
      WHERE state = 'ISSUED' AND expires_at <= $1 ORDER BY expires_at LIMIT $2
      """;
  private static final String ORDERS =
      """
      SELECT partner_id, order_id, account_id, symbol, side FROM orders
      WHERE status = 'PENDING' AND due_at <= $1 AND exchange = ANY($3)
      ORDER BY due_at LIMIT $2
      """;
  private static final String SETTLEMENTS =
      """
      SELECT partner_id, order_id, account_id, symbol, side FROM orders
      WHERE settlement_status = 'UNSETTLED' AND settlement_due_at <= $1
        AND status <> 'PARTIALLY_FILLED'
      ORDER BY settlement_due_at LIMIT $2
      """;
  private static final String FORGET =
      """
      DELETE FROM quote WHERE (partner_id, quote_id) IN (
        SELECT partner_id, quote_id FROM quote
        WHERE state <> 'ISSUED' AND expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      """;

  private static final String TRY_LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.desk', 0))";

  private final Pool pool;

  /// A quote that is due.
  public record DueQuote(String partnerId, String quoteId) {}

  public DueStore(Pool pool) {
    this.pool = pool;
  }

  /// Does a piece of work unless another node is at its own; the lock ends with the work, or with
  /// the node.
  public Future<?> alone(Supplier<Future<?>> work) {
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

  public Future<List<DueQuote>> quotes(Instant now, int limit) {
    return pool.preparedQuery(QUOTES)
        .execute(dueAt(now, limit))
        .map(rows -> Rows.map(rows, f -> new DueQuote(f.text("partner_id"), f.text("quote_id"))));
  }

  /// @param exchanges those that trade at this moment; orders elsewhere wait
  public Future<List<OrderRef>> orders(Instant now, List<String> exchanges, int limit) {
    return dueOrders(ORDERS, dueAt(now, limit).addValue(exchanges.toArray(String[]::new)));
  }

  public Future<List<OrderRef>> settlements(Instant now, int limit) {
    return dueOrders(SETTLEMENTS, dueAt(now, limit));
  }

  /// Deletes spent quotes that no longer need to be told apart from unknown ones.
  public Future<Integer> forgetQuotes(Instant now, int limit) {
    var before = now.minus(Quote.REMEMBERED);
    return pool.preparedQuery(FORGET).execute(dueAt(before, limit)).map(rows -> rows.rowCount());
  }

  private Future<List<OrderRef>> dueOrders(String sql, Tuple parameters) {
    return pool.preparedQuery(sql)
        .execute(parameters)
        .map(rows -> Rows.map(rows, DueStore::orderRef));
  }

  private static OrderRef orderRef(Fields f) {
    return new OrderRef(
        f.text("partner_id"),
        f.text("order_id"),
        f.text("account_id"),
        f.text("symbol"),
        f.constant("side", Side.class));
  }

  private static Tuple dueAt(Instant now, int limit) {
    return Tuple.of(now.atOffset(ZoneOffset.UTC), limit);
  }
}
