package africa.soko.trading.order;

import africa.soko.platform.db.Rows;
import africa.soko.trading.Side;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// Finds the orders whose price is there, in the index that has them sorted by it: what it costs
/// follows what is found, not what rests.
public final class RestingStore {
  // A number: what is negated of a condition is no longer the expression that the index has.
  private static final String DIRECTION =
      """
      (CASE WHEN (side = 'BUY') = (stop_price IS NULL OR stopped_at IS NOT NULL) THEN 1 ELSE -1 END)
      """;

  private static final String LEVEL =
      """
      (CASE WHEN stop_price IS NULL OR stopped_at IS NOT NULL THEN limit_price ELSE stop_price END)
      """;

  // Those of accounts that are not active go on resting.
  private static final String REACHED =
      """
      SELECT o.partner_id, o.order_id, o.account_id, o.symbol, o.side
      FROM unnest($1::text[], $2::numeric[]) AS p(symbol, price)
      CROSS JOIN LATERAL (
        SELECT * FROM orders
        WHERE status = 'WORKING' AND symbol = p.symbol AND %1$s = 1 AND %2$s >= p.price
        UNION ALL
        SELECT * FROM orders
        WHERE status = 'WORKING' AND symbol = p.symbol AND %1$s = -1 AND %2$s <= p.price) o
      WHERE EXISTS (
        SELECT FROM account a
        WHERE a.partner_id = o.partner_id AND a.account_id = o.account_id AND a.status = 'ACTIVE')
      LIMIT $3
      """
          .formatted(DIRECTION, LEVEL);

  private final Pool pool;

  public RestingStore(Pool pool) {
    this.pool = pool;
  }

  /// The orders that these prices have reached, in no particular order.
  ///
  /// @param prices local, by symbol
  Future<List<OrderRef>> reached(Map<String, BigDecimal> prices, int limit) {
    var columns =
        Tuple.tuple()
            .addValue(prices.keySet().toArray(String[]::new))
            .addValue(prices.values().toArray(BigDecimal[]::new))
            .addValue(limit);
    return pool.preparedQuery(REACHED)
        .execute(columns)
        .map(
            rows ->
                Rows.map(
                    rows,
                    row ->
                        new OrderRef(
                            row.text("partner_id"),
                            row.text("order_id"),
                            row.text("account_id"),
                            row.text("symbol"),
                            row.constant("side", Side.class))));
  }
}
