package africa.soko.market.price;

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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// All SQL that writes prices. Its connections have the schema `platform` in their search path.
public final class PriceStore {
  /// Of no meaning beyond being the same on every node.
  private static final long POLL_LOCK = 0x736F6B6F_70726963L;

  private static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock($1) AS locked";

  private static final String LOCK = "SELECT pg_advisory_xact_lock($1)";

  private static final String WAIT_MAX = "SET LOCAL lock_timeout = '3s'";

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
      INSERT INTO price AS p (symbol, price, previous_close, volume, as_of, data_quality,
                              open, high, low, published_at)
      SELECT n.*, $10 FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::bigint[],
                                  $5::timestamptz[], $6::text[],
                                  $7::text[]::numeric[], $8::text[]::numeric[],
                                  $9::text[]::numeric[]) AS n
      ON CONFLICT (symbol, is_simulated) DO UPDATE
        SET price = excluded.price, previous_close = excluded.previous_close,
            volume = excluded.volume, as_of = excluded.as_of, data_quality = excluded.data_quality,
            open = excluded.open, high = excluded.high, low = excluded.low,
            published_at = excluded.published_at
        WHERE p.as_of <= excluded.as_of
      """;

  private static final String ADD_SET =
      "INSERT INTO price_set (exchanges, published_at) VALUES ($1, $2)";

  private static final String LAST_SET = "SELECT coalesce(max(set_id), 0) AS last FROM price_set";

  private static final String PRICES =
      """
      SELECT symbol, price, previous_close, volume, as_of, data_quality, open, high, low FROM price
      WHERE is_simulated = $1
      """;

  private static final String PUBLISHED =
      "SELECT symbol, published_at FROM price WHERE NOT is_simulated AND published_at IS NOT NULL";

  private record Published(String symbol, Instant at) {}

  private final Pool pool;

  public PriceStore(Pool pool) {
    this.pool = pool;
  }

  public Future<SqlConnection> connect() {
    return pool.getConnection();
  }

  /// True if this transaction is the only one that polls; false, at once, if another one does.
  public Future<Boolean> lockPolling(SqlConnection transaction) {
    return transaction
        .preparedQuery(TRY_LOCK)
        .execute(Tuple.of(POLL_LOCK))
        .map(rows -> Rows.map(rows, f -> f.flag("locked")).getFirst());
  }

  /// The same, but waits for the other one; after three seconds PostgreSQL refuses.
  public Future<?> awaitPolling(SqlConnection transaction) {
    return transaction
        .query(WAIT_MAX)
        .execute()
        .compose(_ -> transaction.preparedQuery(LOCK).execute(Tuple.of(POLL_LOCK)));
  }

  /// Takes slots, by exchange, for this node.
  ///
  /// @return the exchanges whose slot nobody had before
  public Future<Set<String>> claim(
      SqlConnection transaction, Map<String, Instant> slots, String node) {
    var exchanges = slots.keySet().toArray(String[]::new);
    var times = times(slots.values(), at -> at);
    return transaction
        .preparedQuery(FORGET)
        .execute(Tuple.tuple().addValue(exchanges).addValue(times))
        .compose(
            _ ->
                transaction
                    .preparedQuery(CLAIM)
                    .execute(Tuple.tuple().addValue(exchanges).addValue(times).addValue(node)))
        .map(rows -> Set.copyOf(Rows.map(rows, f -> f.text("exchange"))));
  }

  /// Publishes a set of prices; one that is older than the price already there changes nothing.
  /// Whoever publishes holds the lock of [#lockPolling], so that sets are numbered in the order in
  /// which they commit.
  ///
  /// @param exchanges whose prices they are
  public Future<?> publish(
      SqlConnection transaction,
      Collection<FeedPrice> prices,
      Collection<String> exchanges,
      Instant now) {
    var columns =
        Tuple.tuple()
            .addValue(column(prices, FeedPrice::symbol, String[]::new))
            .addValue(column(prices, FeedPrice::price, BigDecimal[]::new))
            .addValue(column(prices, FeedPrice::previousClose, BigDecimal[]::new))
            .addValue(column(prices, FeedPrice::volume, Long[]::new))
            .addValue(times(prices, FeedPrice::asOf))
            .addValue(column(prices, price -> price.dataQuality().name(), String[]::new))
            .addValue(decimals(prices, price -> price.range().open()))
            .addValue(decimals(prices, price -> price.range().high()))
            .addValue(decimals(prices, price -> price.range().low()))
            .addValue(time(now));
    var set = Tuple.tuple().addValue(exchanges.toArray(String[]::new)).addValue(time(now));
    return transaction
        .preparedQuery(PUT_PRICES)
        .execute(columns)
        .compose(_ -> transaction.preparedQuery(ADD_SET).execute(set));
  }

  /// The last set that was published; what [#prices] reads after this holds it. 0 before the first.
  public Future<Long> lastSet() {
    return pool.preparedQuery(LAST_SET)
        .execute()
        .map(rows -> Rows.map(rows, f -> f.number("last")).getFirst());
  }

  /// The latest prices, of the simulated feed or of a real one.
  public Future<List<FeedPrice>> prices(boolean simulated) {
    return prices(pool, simulated);
  }

  public Future<List<FeedPrice>> prices(SqlClient client, boolean simulated) {
    return client
        .preparedQuery(PRICES)
        .execute(Tuple.of(simulated))
        .map(rows -> Rows.map(rows, PriceStore::price));
  }

  /// When each real price was published, by symbol.
  public Future<Map<String, Instant>> published() {
    return pool.preparedQuery(PUBLISHED)
        .execute()
        .map(
            rows ->
                Rows.map(rows, f -> new Published(f.text("symbol"), f.instant("published_at")))
                    .stream()
                    .collect(Collectors.toMap(Published::symbol, Published::at)));
  }

  /// A price as a table has it that calls its columns like this one.
  public static FeedPrice price(Fields f) {
    return new FeedPrice(
        f.text("symbol"),
        f.decimal("price"),
        f.decimal("previous_close"),
        f.number("volume"),
        f.instant("as_of"),
        f.constant("data_quality", DataQuality.class),
        new DayRange(f.maybeDecimal("open"), f.maybeDecimal("high"), f.maybeDecimal("low")));
  }
}
