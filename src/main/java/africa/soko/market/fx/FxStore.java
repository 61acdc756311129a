package africa.soko.market.fx;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All SQL of the rates, which all nodes share.
public final class FxStore {
  private static final String PUT =
      """
      INSERT INTO fx_rate (currency, per_usd, as_of)
      SELECT currency, per_usd, $3 FROM unnest($1::text[], $2::numeric[]) AS r(currency, per_usd)
      ON CONFLICT DO NOTHING
      """;

  // What does not differ is no change.
  private static final String SET =
      """
      UPDATE fx_rate AS f SET per_usd = r.per_usd, as_of = $3
      FROM unnest($1::text[], $2::numeric[]) AS r(currency, per_usd)
      WHERE f.currency = r.currency AND f.per_usd <> r.per_usd
      """;

  private static final String HISTORY =
      """
      SELECT change_id, currency, per_usd, valid_from FROM platform.fx_rate_change
      WHERE currency = $1 AND ($2::bigint IS NULL OR change_id < $2)
      ORDER BY change_id DESC LIMIT $3
      """;

  private static final String RATES = "SELECT currency, per_usd, as_of FROM fx_rate";

  private record Rate(String currency, BigDecimal perUsd, Instant asOf) {}

  /// @param validFrom since when the rate has held
  record Change(long id, BigDecimal perUsd, Instant validFrom) {}

  private final SqlClient client;

  /// @param client with the schema `platform` in its search path
  public FxStore(SqlClient client) {
    this.client = client;
  }

  /// Adds the rates that are not there yet and leaves the others as they are.
  public Future<?> add(FxTable table) {
    var columns =
        Tuple.tuple()
            .addValue(table.localPerUsd().keySet().toArray(String[]::new))
            .addValue(table.localPerUsd().values().toArray(BigDecimal[]::new))
            .addValue(table.asOf().atOffset(ZoneOffset.UTC));
    return client.preparedQuery(PUT).execute(columns);
  }

  /// Replaces rates; those of currencies that the table lacks are left out.
  public Future<?> set(Map<String, BigDecimal> rates, Instant at) {
    return client
        .preparedQuery(SET)
        .execute(
            Tuple.tuple()
                .addValue(rates.keySet().toArray(String[]::new))
                .addValue(rates.values().toArray(BigDecimal[]::new))
                .addValue(at.atOffset(ZoneOffset.UTC)));
  }

  /// What the rate of a currency has been, newest first.
  Future<List<Change>> history(String currency, @Nullable Long before, int rowsMax) {
    return client
        .preparedQuery(HISTORY)
        .execute(Tuple.tuple().addValue(currency).addValue(before).addValue(rowsMax))
        .map(
            rows ->
                Rows.map(
                    rows,
                    f ->
                        new Change(
                            f.number("change_id"), f.decimal("per_usd"), f.instant("valid_from"))));
  }

  /// The table of rates, as old as the newest of them.
  public Future<FxTable> rates() {
    return client
        .preparedQuery(RATES)
        .execute()
        .map(
            rows -> {
              var rates = new TreeMap<String, BigDecimal>();
              var newest = Instant.EPOCH;
              for (var rate :
                  Rows.map(
                      rows,
                      f ->
                          new Rate(f.text("currency"), f.decimal("per_usd"), f.instant("as_of")))) {
                rates.put(rate.currency, rate.perUsd);
                if (rate.asOf.isAfter(newest)) newest = rate.asOf;
              }
              return new FxTable(rates, newest);
            });
  }
}
