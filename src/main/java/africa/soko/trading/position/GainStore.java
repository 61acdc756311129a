package africa.soko.trading.position;

import africa.soko.edge.Page;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads of tax lots and of what was sold.
///
/// Only what is asked for is in a statement, so that each finds the index that it needs.
final class GainStore {
  private static final Duration ROUNDING_UP = Duration.ofMillis(1).minusNanos(1);

  private final SqlClient client;

  /// What a caller wants to see of an account's disposals, in whole milliseconds, as they say their
  /// time; null does not restrict.
  ///
  /// @param before the first moment that is too late, never before `from`
  record Filter(@Nullable String symbol, @Nullable Instant from, @Nullable Instant before) {
    Filter {
      if (from != null) from = from.plus(ROUNDING_UP).truncatedTo(ChronoUnit.MILLIS);
      if (from != null && before != null && before.isBefore(from)) before = from;
    }
  }

  /// Of all disposals that a filter matches.
  record Totals(Usd costBasisUsd, Usd proceedsUsd, Usd gainUsd) {
    static Totals read(Fields row) {
      var cost = row.usd("cost");
      var proceeds = row.usd("proceeds");
      return new Totals(cost, proceeds, proceeds.minus(cost));
    }
  }

  /// A statement and its values.
  record Query(String sql, Tuple values) {}

  GainStore(SqlClient client) {
    this.client = client;
  }

  /// The open lots by symbol and age, one more than the page if there are more.
  Future<List<TaxLot>> lots(
      String partnerId, String accountId, @Nullable String symbol, Page page) {
    return run(lotsOf(partnerId, accountId, symbol, page.after(), page.limit() + 1))
        .map(rows -> Rows.map(rows, row -> TaxLot.of(Lot.TABLE.read(row), row.text("exchange"))));
  }

  /// The newest first, one more than the page if there are more.
  Future<List<Disposal>> disposals(String partnerId, String accountId, Filter filter, Page page) {
    return run(disposalsOf(partnerId, accountId, filter, page.after(), page.limit() + 1))
        .map(rows -> Rows.map(rows, Disposal.TABLE::read));
  }

  Future<Totals> totals(String partnerId, String accountId, Filter filter) {
    return run(totalsOf(partnerId, accountId, filter))
        .map(rows -> Rows.map(rows, Totals::read).getFirst());
  }

  static Query lotsOf(
      String partnerId,
      String accountId,
      @Nullable String symbol,
      @Nullable String after,
      int limit) {
    var values = Tuple.of(partnerId, accountId, limit);
    var sql =
        """
        SELECT l.*, h.exchange FROM lot l JOIN holding h USING (partner_id, account_id, symbol)
        WHERE l.partner_id = $1 AND l.account_id = $2 AND l.remaining_quantity > 0
        """;
    if (symbol != null) sql += " AND l.symbol = " + bind(values, symbol);
    if (after != null) {
      var place = after.split("\\|", 2);
      var lotId = bind(values, place[place.length - 1]);
      sql += " AND (l.symbol, l.acquired_at, l.lot_id) > (" + bind(values, place[0]);
      sql += ", (SELECT acquired_at FROM lot WHERE partner_id = $1 AND lot_id = " + lotId + "), ";
      sql += lotId + ")";
    }
    return new Query(sql + " ORDER BY l.symbol, l.acquired_at, l.lot_id LIMIT $3", values);
  }

  static Query disposalsOf(
      String partnerId, String accountId, Filter filter, @Nullable String after, int limit) {
    var values = Tuple.of(partnerId, accountId, limit);
    var sql = "SELECT * FROM disposal WHERE partner_id = $1 AND account_id = $2 AND NOT reversed";
    sql += matching(filter, values);
    if (after != null) sql += " AND disposal_id < " + bind(values, after);
    return new Query(sql + " ORDER BY disposal_id DESC LIMIT $3", values);
  }

  /// Of each holding what was sold up to the end less what was sold before the start, and of that
  /// what failed to settle. It reads two disposals of a holding at most, and those that failed.
  static Query totalsOf(String partnerId, String accountId, Filter filter) {
    var values = Tuple.of(partnerId, accountId);
    var from = filter.from();
    var before = filter.before();
    var symbol = filter.symbol();
    var spans = from == null ? "" : firstFrom(from, "start", values);
    spans += before == null ? "" : firstFrom(before, "later", values);
    var sql =
        "SELECT (sold.cost - failed.cost)::bigint AS cost,"
            + " (sold.proceeds - failed.proceeds)::bigint AS proceeds FROM (SELECT "
            + sold("cost", from, before)
            + ", "
            + sold("proceeds", from, before)
            + " FROM holding h"
            + spans
            + " WHERE h.partner_id = $1 AND h.account_id = $2"
            + (symbol == null ? "" : " AND h.symbol = " + bind(values, symbol))
            + ") AS sold, (SELECT coalesce(sum(cost_basis), 0) AS cost,"
            + " coalesce(sum(proceeds), 0) AS proceeds FROM disposal"
            + " WHERE partner_id = $1 AND account_id = $2 AND reversed"
            + matching(filter, values)
            + ") AS failed";
    return new Query(sql, values);
  }

  private static String sold(String what, @Nullable Instant from, @Nullable Instant before) {
    var all = "h.sold_" + what;
    var end = before == null ? all : "coalesce(later.earlier_" + what + ", " + all + ")";
    var start = from == null ? "0" : "coalesce(start.earlier_" + what + ", " + all + ")";
    return "coalesce(sum(" + end + " - " + start + "), 0) AS " + what;
  }

  /// The first disposal of a holding at a moment or after it.
  private static String firstFrom(Instant moment, String alias, Tuple values) {
    return """
     LEFT JOIN LATERAL (
      SELECT earlier_cost, earlier_proceeds FROM disposal
      WHERE partner_id = $1 AND account_id = $2 AND symbol = h.symbol AND disposal_id >= %s
      ORDER BY disposal_id LIMIT 1) AS %s ON true
    """
        .formatted(bind(values, Disposal.firstOf(moment)), alias);
  }

  private static String matching(Filter filter, Tuple values) {
    var symbol = filter.symbol();
    var from = filter.from();
    var before = filter.before();
    var sql = "";
    if (symbol != null) sql += " AND symbol = " + bind(values, symbol);
    if (from != null) sql += " AND disposal_id >= " + bind(values, Disposal.firstOf(from));
    if (before != null) sql += " AND disposal_id < " + bind(values, Disposal.firstOf(before));
    return sql;
  }

  private static String bind(Tuple values, Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  private Future<RowSet<Row>> run(Query query) {
    return client.preparedQuery(query.sql()).execute(query.values());
  }
}
