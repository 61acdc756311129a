package africa.soko.market.history;

import static africa.soko.platform.db.Unnest.column;
import static africa.soko.platform.db.Unnest.decimals;
import static africa.soko.platform.db.Unnest.time;
import static africa.soko.platform.db.Unnest.times;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// All SQL of the bars of real prices. Its connections have the schema `platform` in their search
/// path; whoever writes holds the lock of whoever publishes prices.
public final class CandleStore {
  static final int ROWS_MAX = 20_000;

  // The last of several for one session counts. What does not differ is no change, however often it
  // is written.
  private static final String PUT =
      """
      INSERT INTO candle AS c (symbol, session_date, open, high, low, close, volume)
      SELECT DISTINCT ON (symbol, session_date)
        symbol, session_date, open, high, low, close, volume
      FROM unnest($1::text[], $2::date[], $3::text[]::numeric[], $4::text[]::numeric[],
                  $5::text[]::numeric[], $6::numeric[], $7::bigint[])
        WITH ORDINALITY AS n(symbol, session_date, open, high, low, close, volume, line)
      ORDER BY symbol, session_date, line DESC
      ON CONFLICT (symbol, session_date) DO UPDATE
        SET open = excluded.open, high = excluded.high, low = excluded.low,
            close = excluded.close, volume = excluded.volume, change_id = DEFAULT
        WHERE (c.open, c.high, c.low, c.close, c.volume) IS DISTINCT FROM
              (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
      """;

  private static final String CAPTURE =
      """
      INSERT INTO intraday_bar AS b
        (symbol, session_date, open, high, low, close, volume, due_at, captured_at)
      SELECT n.*, $9 FROM unnest($1::text[], $2::date[], $3::text[]::numeric[], $4::text[]::numeric[],
                                 $5::text[]::numeric[], $6::numeric[], $7::bigint[], $8::timestamptz[]) AS n
      ON CONFLICT (symbol) DO UPDATE
        SET session_date = excluded.session_date, open = excluded.open, high = excluded.high,
            low = excluded.low, close = excluded.close, volume = excluded.volume,
            due_at = excluded.due_at, captured_at = excluded.captured_at, change_id = DEFAULT
        WHERE b.due_at < excluded.due_at
      """;

  private static final String CANDLES_AFTER =
      """
      SELECT symbol, session_date, open, high, low, close, volume, change_id FROM candle
      WHERE change_id > $1 ORDER BY change_id LIMIT $2
      """;

  private static final String CAPTURES_AFTER =
      """
      SELECT symbol, session_date, open, high, low, close, volume, captured_at, change_id
      FROM intraday_bar WHERE change_id > $1 ORDER BY change_id LIMIT $2
      """;

  private static final String PRUNE =
      """
      DELETE FROM candle WHERE (symbol, session_date) IN (
        SELECT symbol, session_date FROM candle WHERE session_date < $1 LIMIT $2)
      """;

  /// The candle of an instrument.
  public record SymbolCandle(String symbol, Candle candle) {}

  /// The bar of an instrument in a session that runs.
  ///
  /// @param dueAt when it was to be captured
  public record SymbolCapture(String symbol, Candle bar, Instant dueAt) {}

  /// What was written, in the order of the writing.
  record Changed<T>(long id, T what) {}

  /// What was captured.
  record Captured(String symbol, PriceHistory.Capture capture) {}

  private final Pool pool;

  public CandleStore(Pool pool) {
    this.pool = pool;
  }

  public Future<?> put(SqlConnection transaction, List<SymbolCandle> candles) {
    if (candles.isEmpty()) return Future.succeededFuture();
    return transaction
        .preparedQuery(PUT)
        .execute(columns(candles, SymbolCandle::symbol, SymbolCandle::candle));
  }

  /// Writes bars of which none as late was captured before.
  public Future<?> capture(SqlConnection transaction, List<SymbolCapture> bars, Instant now) {
    if (bars.isEmpty()) return Future.succeededFuture();
    return transaction
        .preparedQuery(CAPTURE)
        .execute(
            columns(bars, SymbolCapture::symbol, SymbolCapture::bar)
                .addValue(times(bars, SymbolCapture::dueAt))
                .addValue(time(now)));
  }

  Future<List<Changed<SymbolCandle>>> candlesAfter(long id) {
    return after(CANDLES_AFTER, id, f -> new SymbolCandle(f.text("symbol"), candle(f)));
  }

  Future<List<Changed<Captured>>> capturesAfter(long id) {
    return after(
        CAPTURES_AFTER,
        id,
        f ->
            new Captured(
                f.text("symbol"), new PriceHistory.Capture(f.instant("captured_at"), candle(f))));
  }

  /// Deletes candles of sessions before a day.
  public static Future<Integer> prune(SqlClient client, LocalDate before, int rowsMax) {
    return client
        .preparedQuery(PRUNE)
        .execute(Tuple.of(before, rowsMax))
        .map(rows -> rows.rowCount());
  }

  private <T> Future<List<Changed<T>>> after(String sql, long id, Function<Fields, T> read) {
    return pool.preparedQuery(sql)
        .execute(Tuple.of(id, ROWS_MAX))
        .map(rows -> Rows.map(rows, f -> new Changed<>(f.number("change_id"), read.apply(f))));
  }

  private static Candle candle(Fields f) {
    return new Candle(
        Objects.requireNonNull(f.maybeDate("session_date")),
        f.maybeDecimal("open"),
        f.maybeDecimal("high"),
        f.maybeDecimal("low"),
        f.decimal("close"),
        f.number("volume"));
  }

  private static <T> Tuple columns(
      List<T> rows, Function<T, String> symbol, Function<T, Candle> candle) {
    return Tuple.tuple()
        .addValue(column(rows, symbol, String[]::new))
        .addValue(column(rows, each -> candle.apply(each).date(), LocalDate[]::new))
        .addValue(decimals(rows, each -> candle.apply(each).open()))
        .addValue(decimals(rows, each -> candle.apply(each).high()))
        .addValue(decimals(rows, each -> candle.apply(each).low()))
        .addValue(column(rows, each -> candle.apply(each).close(), BigDecimal[]::new))
        .addValue(column(rows, each -> candle.apply(each).volume(), Long[]::new));
  }
}
