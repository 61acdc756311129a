package africa.soko.trading.equity;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;

/// Reads of what accounts were worth.
final class EquityStore {
  // As many rows are read as are given, whichever end they are counted from.
  private static final String DAYS =
      """
      SELECT * FROM (
        SELECT * FROM equity_day
        WHERE partner_id = $1 AND account_id = $2 AND day BETWEEN $3 AND $4
        ORDER BY day %s LIMIT $5
      ) AS days ORDER BY day
      """;
  private static final String FIRST = DAYS.formatted("ASC");
  private static final String LAST = DAYS.formatted("DESC");

  private final SqlClient client;

  EquityStore(SqlClient client) {
    this.client = client;
  }

  /// The days of a span, both ends included, oldest first.
  ///
  /// @param fromStart whether the first ones are meant if there are more than `limit`
  Future<List<EquityDay>> days(
      String partnerId,
      String accountId,
      LocalDate from,
      LocalDate to,
      boolean fromStart,
      int limit) {
    return client
        .preparedQuery(fromStart ? FIRST : LAST)
        .execute(Tuple.of(partnerId, accountId, from.toString(), to.toString(), limit))
        .map(rows -> Rows.map(rows, EquityDay.TABLE::read));
  }
}
