package africa.soko.alert;

import africa.soko.edge.Page;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the price alerts of one environment. They are written by commands.
final class AlertStore {
  /// How many alerts one look finds at most.
  static final int CROSSED_MAX = 500;

  private static final String FIND =
      "SELECT * FROM price_alert WHERE partner_id = $1 AND alert_id = $2 AND state <> 'DELETED'";

  private static final String PAGE =
      """
      SELECT * FROM price_alert
      WHERE partner_id = $1 AND state <> 'DELETED' AND ($2::text IS NULL OR alert_id < $2)
      ORDER BY alert_id DESC LIMIT $3
      """;

  private static final String PAGE_OF_STATE =
      """
      SELECT * FROM price_alert
      WHERE partner_id = $1 AND state = $4 AND ($2::text IS NULL OR alert_id < $2)
      ORDER BY alert_id DESC LIMIT $3
      """;

  // Each arm walks the index from the price outwards: what it costs is what it finds. The limits
  // are
  // part of the text so that the planner knows how little is wanted.
  private static final String CROSSED =
      """
      SELECT a.partner_id, a.alert_id, p.price
      FROM unnest($1::text[], $2::text[]::numeric[]) AS p(symbol, price)
      CROSS JOIN LATERAL (
        %s
        UNION ALL
        %s
        UNION ALL
        %s
        UNION ALL
        %s
      ) AS a
      LIMIT %d
      """
          .formatted(
              arm("ARMED", "ABOVE", "<=", "DESC"),
              arm("ARMED", "BELOW", ">=", "ASC"),
              arm("TRIGGERED", "ABOVE", ">", "ASC"),
              arm("TRIGGERED", "BELOW", "<", "DESC"),
              CROSSED_MAX);

  // A plan that was made while the table was small would read all of it once it has grown.
  private static final String BY_INDEX =
      "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off";

  private static final String ACTIVE_OF =
      """
      SELECT * FROM price_alert
      WHERE partner_id = ANY($1) AND state IN ('ARMED', 'TRIGGERED') AND set_id < $2
      """;

  private static final String PRUNE =
      """
      DELETE FROM price_alert WHERE (partner_id, alert_id) IN (
        SELECT partner_id, alert_id FROM price_alert
        WHERE state = 'DELETED' AND deleted_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      """;

  private final Pool pool;

  /// An alert that a price changes.
  record Crossed(String partnerId, String alertId, BigDecimal price) {
    private static Crossed read(Fields f) {
      return new Crossed(f.text("partner_id"), f.text("alert_id"), f.decimal("price"));
    }
  }

  AlertStore(Pool pool) {
    this.pool = pool;
  }

  private static String arm(String state, String condition, String comparison, String order) {
    return """
    (SELECT partner_id, alert_id FROM price_alert
         WHERE symbol = p.symbol AND state = '%s' AND condition = '%s' AND threshold %s p.price
           AND set_id < $3 AND partner_id <> ALL($4::text[])
         ORDER BY threshold %s LIMIT %d)\
    """
        .formatted(state, condition, comparison, order, CROSSED_MAX);
  }

  Future<Optional<PriceAlert>> find(String partnerId, String alertId) {
    return alerts(FIND, Tuple.of(partnerId, alertId)).map(found -> found.stream().findFirst());
  }

  /// Newest first, one more than the page if there are more.
  ///
  /// @param state null for all
  Future<List<PriceAlert>> page(String partnerId, PriceAlert.@Nullable State state, Page page) {
    var tuple = Tuple.of(partnerId).addValue(page.after()).addInteger(page.limit() + 1);
    return state == null
        ? alerts(PAGE, tuple)
        : alerts(PAGE_OF_STATE, tuple.addString(state.name()));
  }

  /// Alerts that the prices of a set fire or arm anew, at most [#CROSSED_MAX]; those that the set
  /// has changed already are left out.
  ///
  /// @param prices by symbol
  /// @param apart partners who see other prices
  Future<List<Crossed>> crossed(
      Map<String, BigDecimal> prices, long set, Collection<String> apart) {
    var tuple =
        Tuple.tuple()
            .addValue(prices.keySet().toArray(String[]::new))
            .addValue(
                prices.values().stream().map(BigDecimal::toPlainString).toArray(String[]::new))
            .addLong(set)
            .addValue(apart.toArray(String[]::new));
    return pool.withTransaction(transaction -> crossed(transaction, tuple))
        .map(Objects::requireNonNull);
  }

  private static Future<List<Crossed>> crossed(SqlConnection transaction, Tuple tuple) {
    return transaction
        .query(BY_INDEX)
        .execute()
        .compose(_ -> transaction.preparedQuery(CROSSED).execute(tuple))
        .map(rows -> Rows.map(rows, Crossed::read));
  }

  /// The active alerts of a few partners that a set has not changed yet.
  Future<List<PriceAlert>> activeOf(Collection<String> partnerIds, long set) {
    var tuple = Tuple.tuple().addValue(partnerIds.toArray(String[]::new)).addLong(set);
    return alerts(ACTIVE_OF, tuple);
  }

  /// Deletes what was removed before a time.
  Future<Integer> prune(Instant before, int rowsMax) {
    return pool.preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(RowSet::rowCount);
  }

  private Future<List<PriceAlert>> alerts(String sql, Tuple tuple) {
    return pool.preparedQuery(sql)
        .execute(tuple)
        .map(rows -> Rows.map(rows, PriceAlert.TABLE::read));
  }
}
