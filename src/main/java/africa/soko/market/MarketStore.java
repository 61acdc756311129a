package africa.soko.market;

import africa.soko.market.exchange.TradingPhase;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.StreamSupport;

/// All SQL of prices, rates, slots and phases. Its connections have the schema `platform` in their
/// search path.
final class MarketStore {
  /// Of no meaning beyond being the same on every node.
  private static final long POLL_LOCK = 0x736F6B6F_70726963L;

  private static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock($1)";

  private static final String CLAIM =
      """
      INSERT INTO price_slot (exchange, slot_at, node)
      SELECT exchange, slot_at, $3 FROM unnest($1::text[], $2::timestamptz[]) AS s(exchange, slot_at)
      ON CONFLICT DO NOTHING
      RETURNING exchange
      """;

  // Rows of earlier slots have done their work once a later one is there.
  private static final String FORGET =
      """
      DELETE FROM price_slot p
      USING unnest($1::text[], $2::timestamptz[]) AS s(exchange, slot_at)
      WHERE p.exchange = s.exchange AND p.slot_at < s.slot_at - interval '1 day'
      """;

  private static final String PUT_PRICES =
      """
      INSERT INTO price AS p (symbol, price, previous_close, volume, as_of, data_quality)
      SELECT * FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::bigint[],
                           $5::timestamptz[], $6::text[])
      ON CONFLICT (symbol) DO UPDATE
        SET price = excluded.price, previous_close = excluded.previous_close,
            volume = excluded.volume, as_of = excluded.as_of, data_quality = excluded.data_quality
        WHERE p.as_of <= excluded.as_of
      """;

  private static final String PRICES =
      "SELECT symbol, price, previous_close, volume, as_of, data_quality FROM price";

  private static final String PUT_RATES =
      """
      INSERT INTO fx_rate (currency, per_usd, as_of)
      SELECT currency, per_usd, $3 FROM unnest($1::text[], $2::numeric[]) AS r(currency, per_usd)
      ON CONFLICT DO NOTHING
      """;

  private static final String RATES = "SELECT currency, per_usd, as_of FROM fx_rate";

  // Rows that are there already are locked, in one order on every node, until the change commits.
  private static final String LOCK_PHASES =
      """
      SELECT exchange, phase, observed_at FROM exchange_phase
      WHERE exchange = ANY($1::text[]) ORDER BY exchange FOR UPDATE
      """;

  private static final String PUT_PHASES =
      """
      INSERT INTO exchange_phase (exchange, phase, observed_at)
      SELECT exchange, phase, $3 FROM unnest($1::text[], $2::text[]) AS s(exchange, phase)
      ON CONFLICT (exchange) DO UPDATE
        SET phase = excluded.phase, observed_at = excluded.observed_at
      """;

  private static final String ADD_PHASES =
      """
      INSERT INTO exchange_phase (exchange, phase, observed_at)
      SELECT exchange, phase, $3 FROM unnest($1::text[], $2::text[]) AS s(exchange, phase)
      ON CONFLICT DO NOTHING
      """;

  private static final String HALTED = "SELECT exchange FROM exchange_phase WHERE halted";

  /// The phase that was last announced.
  record Announced(TradingPhase phase, Instant observedAt) {}

  private final Pool pool;

  MarketStore(Pool pool) {
    this.pool = pool;
  }

  Future<SqlConnection> connect() {
    return pool.getConnection();
  }

  /// True if this transaction is the only one that polls; false, at once, if another one does.
  Future<Boolean> lockPolling(SqlConnection transaction) {
    return transaction
        .preparedQuery(TRY_LOCK)
        .execute(Tuple.of(POLL_LOCK))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /// Takes slots, by exchange, for this node.
  ///
  /// @return the exchanges whose slot nobody had before
  Future<Set<String>> claim(SqlConnection transaction, Map<String, Instant> slots, String node) {
    var exchanges = slots.keySet().toArray(String[]::new);
    var times = column(slots.values(), MarketStore::time, OffsetDateTime[]::new);
    return transaction
        .preparedQuery(FORGET)
        .execute(Tuple.tuple().addValue(exchanges).addValue(times))
        .compose(
            _ ->
                transaction
                    .preparedQuery(CLAIM)
                    .execute(Tuple.tuple().addValue(exchanges).addValue(times).addValue(node)))
        .map(rows -> new HashSet<>(list(rows, row -> row.getString(0))));
  }

  /// Writes prices; one that is older than the price already there changes nothing.
  Future<?> putPrices(SqlConnection transaction, Collection<FeedPrice> prices) {
    if (prices.isEmpty()) return Future.succeededFuture();
    var columns =
        Tuple.tuple()
            .addValue(column(prices, FeedPrice::symbol, String[]::new))
            .addValue(column(prices, FeedPrice::price, BigDecimal[]::new))
            .addValue(column(prices, FeedPrice::previousClose, BigDecimal[]::new))
            .addValue(column(prices, FeedPrice::volume, Long[]::new))
            .addValue(column(prices, price -> time(price.asOf()), OffsetDateTime[]::new))
            .addValue(column(prices, price -> price.dataQuality().name(), String[]::new));
    return transaction.preparedQuery(PUT_PRICES).execute(columns);
  }

  Future<List<FeedPrice>> prices() {
    return prices(pool);
  }

  Future<List<FeedPrice>> prices(SqlClient client) {
    return client.preparedQuery(PRICES).execute().map(rows -> list(rows, MarketStore::price));
  }

  /// Adds the rates that are not there yet and leaves the others as they are.
  Future<?> addRates(FxTable table) {
    var columns =
        Tuple.tuple()
            .addValue(table.localPerUsd().keySet().toArray(String[]::new))
            .addValue(table.localPerUsd().values().toArray(BigDecimal[]::new))
            .addValue(time(table.asOf()));
    return pool.preparedQuery(PUT_RATES).execute(columns);
  }

  /// The table of rates, as old as the newest of them.
  Future<FxTable> rates() {
    return pool.preparedQuery(RATES).execute().map(MarketStore::table);
  }

  /// The phases last announced, by exchange, locked until the transaction ends.
  Future<Map<String, Announced>> lockPhases(SqlConnection transaction, Set<String> exchanges) {
    return transaction
        .preparedQuery(LOCK_PHASES)
        .execute(Tuple.tuple().addValue(exchanges.toArray(String[]::new)))
        .map(
            rows -> {
              var phases = new HashMap<String, Announced>();
              for (var row : rows) {
                var phase = TradingPhase.valueOf(row.getString("phase"));
                phases.put(
                    row.getString("exchange"), new Announced(phase, instant(row, "observed_at")));
              }
              return phases;
            });
  }

  Future<?> putPhases(
      SqlConnection transaction, Map<String, TradingPhase> phases, Instant observedAt) {
    if (phases.isEmpty()) return Future.succeededFuture();
    return transaction.preparedQuery(PUT_PHASES).execute(phaseColumns(phases, observedAt));
  }

  /// Adds the exchanges that are not there yet: their first phase is not a change.
  Future<?> addPhases(Map<String, TradingPhase> phases, Instant observedAt) {
    return pool.preparedQuery(ADD_PHASES).execute(phaseColumns(phases, observedAt));
  }

  /// The exchanges that an operator has halted.
  Future<Set<String>> halted() {
    return pool.preparedQuery(HALTED)
        .execute()
        .map(rows -> Set.copyOf(list(rows, row -> row.getString(0))));
  }

  private static Tuple phaseColumns(Map<String, TradingPhase> phases, Instant observedAt) {
    return Tuple.tuple()
        .addValue(phases.keySet().toArray(String[]::new))
        .addValue(column(phases.values(), TradingPhase::name, String[]::new))
        .addValue(time(observedAt));
  }

  private static FeedPrice price(Row row) {
    return new FeedPrice(
        row.getString("symbol"),
        row.getBigDecimal("price"),
        row.getBigDecimal("previous_close"),
        row.getLong("volume"),
        instant(row, "as_of"),
        DataQuality.valueOf(row.getString("data_quality")));
  }

  private static FxTable table(RowSet<Row> rows) {
    var rates = new TreeMap<String, BigDecimal>();
    var newest = Instant.EPOCH;
    for (var row : rows) {
      rates.put(row.getString("currency"), row.getBigDecimal("per_usd"));
      var asOf = instant(row, "as_of");
      if (asOf.isAfter(newest)) newest = asOf;
    }
    return new FxTable(rates, newest);
  }

  private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> read) {
    return StreamSupport.stream(rows.spliterator(), false).map(read).toList();
  }

  private static <V, T> T[] column(
      Collection<V> values, Function<V, T> get, IntFunction<T[]> array) {
    return values.stream().map(get).toArray(array);
  }

  private static OffsetDateTime time(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }

  private static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }
}
