package africa.soko.market;

import africa.soko.edge.Environment;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// All SQL of what operators declare of the market. Whatever is declared again stays as it was but
/// for its reason.
public final class DeclarationStore {
  private static final String ALL =
      """
      SELECT 'HALT' AS kind, environment, exchange AS subject, NULL::date AS date,
             halt_reason AS reason, halted_at AS since
      FROM exchange_phase WHERE halted
      UNION ALL
      SELECT 'SUSPENSION', environment, symbol, NULL, reason, suspended_at
      FROM instrument_suspension
      UNION ALL
      SELECT CASE WHEN trades THEN 'TRADING_DAY' ELSE 'HOLIDAY' END, NULL, exchange, date, reason,
             declared_at
      FROM holiday_override
      ORDER BY kind, subject, date, environment
      """;

  private static final String HALT =
      """
      UPDATE exchange_phase
      SET halted = true, halted_at = coalesce(halted_at, $4), halt_reason = $3
      WHERE environment = $1 AND exchange = $2
      """;

  private static final String RESUME =
      """
      UPDATE exchange_phase SET halted = false, halted_at = NULL, halt_reason = NULL
      WHERE environment = $1 AND exchange = $2 AND halted
      """;

  private static final String SUSPEND =
      """
      INSERT INTO instrument_suspension (environment, symbol, reason, suspended_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (environment, symbol) DO UPDATE SET reason = excluded.reason
      """;

  private static final String READMIT =
      "DELETE FROM instrument_suspension WHERE environment = $1 AND symbol = $2";

  private static final String OVERRIDE =
      """
      INSERT INTO holiday_override (exchange, date, trades, reason, declared_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (exchange, date)
        DO UPDATE SET trades = excluded.trades, reason = excluded.reason
      """;

  private static final String REMOVE_OVERRIDE =
      "DELETE FROM holiday_override WHERE exchange = $1 AND date = $2";

  private final SqlClient client;

  /// @param client with the schema `platform` in its search path
  public DeclarationStore(SqlClient client) {
    this.client = client;
  }

  /// Everything that holds, in an order that is always the same.
  public Future<List<Declaration>> all() {
    return client.preparedQuery(ALL).execute().map(rows -> Rows.map(rows, DeclarationStore::row));
  }

  Future<?> halt(Environment environment, String exchange, @Nullable String reason, Instant now) {
    return put(HALT, environment, exchange, reason, now);
  }

  Future<?> resume(Environment environment, String exchange) {
    return client.preparedQuery(RESUME).execute(Tuple.of(environment.schema(), exchange));
  }

  Future<?> suspend(Environment environment, String symbol, @Nullable String reason, Instant now) {
    return put(SUSPEND, environment, symbol, reason, now);
  }

  Future<?> readmit(Environment environment, String symbol) {
    return client.preparedQuery(READMIT).execute(Tuple.of(environment.schema(), symbol));
  }

  Future<?> override(HolidayOverride day, Instant now) {
    return client
        .preparedQuery(OVERRIDE)
        .execute(
            Tuple.of(
                day.exchange(),
                day.date(),
                day.trades(),
                day.reason(),
                now.atOffset(ZoneOffset.UTC)));
  }

  /// @return false if there is none
  Future<Boolean> removeOverride(String exchange, LocalDate date) {
    return client
        .preparedQuery(REMOVE_OVERRIDE)
        .execute(Tuple.of(exchange, date))
        .map(rows -> rows.rowCount() == 1);
  }

  private Future<?> put(
      String sql, Environment environment, String subject, @Nullable String reason, Instant now) {
    return client
        .preparedQuery(sql)
        .execute(
            Tuple.tuple()
                .addValue(environment.schema())
                .addValue(subject)
                .addValue(reason)
                .addValue(now.atOffset(ZoneOffset.UTC)));
  }

  private static Declaration row(Fields f) {
    var environment = f.maybeText("environment");
    return new Declaration(
        f.constant("kind", Declaration.Kind.class),
        environment == null ? null : Environment.valueOf(environment.toUpperCase(Locale.ROOT)),
        f.text("subject"),
        f.maybeDate("date"),
        f.maybeText("reason"),
        f.instant("since"));
  }
}
