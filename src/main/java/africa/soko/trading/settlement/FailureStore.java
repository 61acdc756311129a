package africa.soko.trading.settlement;

import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import africa.soko.trading.Side;
import africa.soko.trading.order.OrderRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads of what failed to settle while nobody could cover it.
final class FailureStore {
  static final int COUNT_MAX = 1_000;

  private static final String FROM =
      """
      SELECT r.*, o.symbol, a.cash, m.cash AS master_cash
      FROM execution_report r
      JOIN orders o USING (partner_id, account_id, order_id)
      JOIN account a USING (partner_id, account_id)
      JOIN account m ON m.partner_id = r.partner_id AND m.account_id = 'master'
      WHERE r.settlement_failed_at IS NOT NULL
      """;
  private static final String PAGE =
      FROM
          + """
           AND r.settlement_status = 'UNSETTLED' AND ($1::text IS NULL OR r.report_id < $1)
            AND ($2::text IS NULL OR r.partner_id = $2)
          ORDER BY r.report_id DESC LIMIT $3
          """;
  private static final String ONE = FROM + " AND r.report_id = $1";
  private static final String COUNT =
      """
      SELECT count(*) FROM (
        SELECT FROM execution_report
        WHERE settlement_failed_at IS NOT NULL AND settlement_status = 'UNSETTLED' LIMIT $1) AS found
      """;

  private final SqlClient client;

  /// One of them, and the order that it is of.
  record Found(SettlementFailure failure, OrderRef order) {}

  /// @param client whose connections look into the schema of one environment
  FailureStore(SqlClient client) {
    this.client = client;
  }

  /// Those that nobody has covered yet, the newest first, one more than the page if there are more.
  Future<List<SettlementFailure>> page(@Nullable String partnerId, Page page) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(page.after(), partnerId, page.limit() + 1))
        .map(rows -> Rows.map(rows, SettlementFailure::read));
  }

  /// One that somebody has covered since is found, too.
  Future<Optional<Found>> find(String failureId) {
    return client.preparedQuery(ONE).execute(Tuple.of(failureId)).map(FailureStore::found);
  }

  /// How many of these there are, counted up to [#COUNT_MAX].
  Future<Long> count() {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(COUNT_MAX))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  private static Optional<Found> found(RowSet<Row> rows) {
    return Rows.first(
        rows,
        row ->
            new Found(
                SettlementFailure.read(row),
                new OrderRef(
                    row.text("partner_id"),
                    row.text("order_id"),
                    row.text("account_id"),
                    row.text("symbol"),
                    Side.SELL)));
  }
}
