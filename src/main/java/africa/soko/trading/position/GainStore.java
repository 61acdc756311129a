package africa.soko.trading.position;

import africa.soko.edge.Page;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads of tax lots and of what was sold.
final class GainStore {
  private static final String LOTS =
      """
      SELECT l.*, h.exchange
      FROM lot l JOIN holding h USING (partner_id, account_id, symbol)
      WHERE l.partner_id = $1 AND l.account_id = $2 AND l.remaining_quantity > 0
        AND ($3::text IS NULL OR l.symbol = $3)
        AND ($4::text IS NULL OR (l.symbol, l.lot_id) > ($4, $5))
      ORDER BY l.symbol, l.lot_id
      LIMIT $6
      """;
  private static final String FILTER =
      """
       FROM disposal WHERE partner_id = $1 AND account_id = $2 AND NOT reversed
        AND ($3::text IS NULL OR symbol = $3)
        AND ($4::timestamptz IS NULL OR disposed_at >= $4)
        AND ($5::timestamptz IS NULL OR disposed_at < $5)
      """;
  private static final String DISPOSALS =
      "SELECT *"
          + FILTER
          + " AND ($6::text IS NULL OR disposal_id < $6) ORDER BY disposal_id DESC LIMIT $7";
  private static final String TOTALS =
      "SELECT coalesce(sum(cost_basis), 0)::bigint AS cost,"
          + " coalesce(sum(proceeds), 0)::bigint AS proceeds"
          + FILTER;

  private final SqlClient client;

  /// What a caller wants to see of an account's disposals; null does not restrict.
  ///
  /// @param before the first moment that is too late
  record Filter(@Nullable String symbol, @Nullable Instant from, @Nullable Instant before) {}

  /// Of all disposals that a filter matches.
  record Totals(Usd costBasisUsd, Usd proceedsUsd, Usd gainUsd) {
    static Totals read(Fields row) {
      var cost = row.usd("cost");
      var proceeds = row.usd("proceeds");
      return new Totals(cost, proceeds, proceeds.minus(cost));
    }
  }

  GainStore(SqlClient client) {
    this.client = client;
  }

  /// The open lots by symbol and age, one more than the page if there are more.
  Future<List<TaxLot>> lots(
      String partnerId, String accountId, @Nullable String symbol, Page page) {
    var after = page.after() == null ? null : page.after().split("\\|", 2);
    return client
        .preparedQuery(LOTS)
        .execute(
            Tuple.of(partnerId, accountId)
                .addValue(symbol)
                .addValue(after == null ? null : after[0])
                .addValue(after == null ? null : after[after.length - 1])
                .addValue(page.limit() + 1))
        .map(rows -> Rows.map(rows, row -> TaxLot.of(Lot.TABLE.read(row), row.text("exchange"))));
  }

  /// The newest first, one more than the page if there are more.
  Future<List<Disposal>> disposals(String partnerId, String accountId, Filter filter, Page page) {
    return client
        .preparedQuery(DISPOSALS)
        .execute(
            filtered(partnerId, accountId, filter)
                .addValue(page.after())
                .addValue(page.limit() + 1))
        .map(rows -> Rows.map(rows, Disposal.TABLE::read));
  }

  Future<Totals> totals(String partnerId, String accountId, Filter filter) {
    return client
        .preparedQuery(TOTALS)
        .execute(filtered(partnerId, accountId, filter))
        .map(rows -> Rows.map(rows, Totals::read).getFirst());
  }

  private static Tuple filtered(String partnerId, String accountId, Filter filter) {
    return Tuple.of(partnerId, accountId)
        .addValue(filter.symbol())
        .addValue(filter.from() == null ? null : filter.from().atOffset(ZoneOffset.UTC))
        .addValue(filter.before() == null ? null : filter.before().atOffset(ZoneOffset.UTC));
  }
}
