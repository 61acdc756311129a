package africa.soko.market.fx;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.TreeMap;

/// All SQL of the rates, which all nodes share.
public final class FxStore {
  private static final String PUT =
      """
      INSERT INTO fx_rate (currency, per_usd, as_of)
      SELECT currency, per_usd, $3 FROM unnest($1::text[], $2::numeric[]) AS r(currency, per_usd)
      ON CONFLICT DO NOTHING
      """;

  private static final String RATES = "SELECT currency, per_usd, as_of FROM fx_rate";

  private record Rate(String currency, BigDecimal perUsd, Instant asOf) {}

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
