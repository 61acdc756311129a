package africa.soko;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/// Counts orders for whoever starts an instance: a thousand are as many as more.
record CountedOrders(Pool pool) {
  private static final String COUNT =
      "SELECT count(*) FROM (SELECT 1 FROM orders WHERE partner_id = $1 LIMIT 1000) AS few";

  Future<Long> of(String partnerId) {
    return pool.preparedQuery(COUNT)
        .execute(Tuple.of(partnerId))
        .map(rows -> rows.iterator().next().getLong(0));
  }
}
