package africa.soko.market.feed;

import static africa.soko.platform.db.Unnest.column;
import static africa.soko.platform.db.Unnest.decimals;
import static africa.soko.platform.db.Unnest.time;
import static africa.soko.platform.db.Unnest.times;

import africa.soko.edge.Page;
import africa.soko.market.feed.HeldPrice.Status;
import africa.soko.market.feed.Judgement.Hold;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.PriceStore;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All SQL of held prices. Its connections have the schema `platform` in their search path.
public final class HeldPriceStore {
  private static final Logger LOG = LoggerFactory.getLogger(HeldPriceStore.class);

  // Of an instrument the newest alone waits.
  private static final String OVERTAKE =
      """
      UPDATE held_price h SET status = 'SUPERSEDED', decided_at = $5
      FROM unnest($1::text[], $2::date[], $3::numeric[], $4::timestamptz[])
        AS n(symbol, session_date, price, as_of)
      WHERE h.symbol = n.symbol AND h.status = 'HELD' AND h.as_of <= n.as_of
        AND (h.session_date, h.price) <> (n.session_date, n.price)
      """;

  // A price that was rejected in its session stays so. What waits keeps its id.
  private static final String HOLD =
      """
      INSERT INTO held_price AS h
        (held_price_id, symbol, session_date, price, previous_close, volume, as_of, data_quality,
         open, high, low, reference, limit_percent, status, held_at)
      SELECT n.*, 'HELD', $14 FROM unnest(
          $1::text[], $2::text[], $3::date[], $4::numeric[], $5::numeric[], $6::bigint[],
          $7::timestamptz[], $8::text[], $9::text[]::numeric[],
          $10::text[]::numeric[], $11::text[]::numeric[], $12::numeric[], $13::numeric[])
        AS n(id, symbol, session_date, price, previous_close, volume, as_of, data_quality,
             open, high, low, reference, limit_percent)
      WHERE NOT EXISTS (SELECT 1 FROM held_price o
                        WHERE o.symbol = n.symbol AND o.status = 'HELD' AND o.as_of > n.as_of)
      ON CONFLICT (symbol, session_date, price) DO UPDATE
        SET as_of = excluded.as_of, previous_close = excluded.previous_close,
            volume = excluded.volume, open = excluded.open, high = excluded.high,
            low = excluded.low, status = 'HELD', decided_at = NULL
        WHERE h.status IN ('HELD', 'SUPERSEDED') AND h.as_of < excluded.as_of
      RETURNING held_price_id
      """;

  private static final String SUPERSEDE =
      """
      UPDATE held_price h SET status = 'SUPERSEDED', decided_at = $3
      FROM unnest($1::text[], $2::timestamptz[]) AS n(symbol, as_of)
      WHERE h.symbol = n.symbol AND h.status = 'HELD' AND h.as_of <= n.as_of
      """;

  private static final String COLUMNS =
      """
      SELECT held_price_id, symbol, price, previous_close, volume, as_of, data_quality,
             open, high, low, reference, limit_percent, status, held_at, decided_at
      FROM held_price
      """;

  private static final String PAGE =
      COLUMNS
          + """
          WHERE status = $1 AND ($2::text IS NULL OR held_price_id < $2)
          ORDER BY held_price_id DESC LIMIT $3
          """;

  private static final String LOCK = COLUMNS + "WHERE held_price_id = $1 FOR UPDATE";

  private static final String DECIDE =
      "UPDATE held_price SET status = $2, decided_at = $3 WHERE held_price_id = $1";

  private static final String PRUNE =
      """
      DELETE FROM held_price WHERE held_price_id IN (
        SELECT held_price_id FROM held_price WHERE decided_at < $1 LIMIT $2)
      """;

  private final Pool pool;
  private final Ids ids;

  public HeldPriceStore(Pool pool, Ids ids) {
    this.pool = pool;
    this.ids = ids;
  }

  /// Holds prices, at most one of an instrument; each that was not held before is told in the log.
  Future<?> hold(SqlConnection transaction, List<Hold> holds, Instant now) {
    if (holds.isEmpty()) return Future.succeededFuture();
    var fresh = holds.stream().map(_ -> ids.next("hld_")).toList();
    return transaction
        .preparedQuery(OVERTAKE)
        .execute(
            Tuple.tuple()
                .addValue(column(holds, each -> price(each).symbol(), String[]::new))
                .addValue(column(holds, Hold::session, LocalDate[]::new))
                .addValue(column(holds, each -> price(each).price(), BigDecimal[]::new))
                .addValue(times(holds, each -> price(each).asOf()))
                .addValue(time(now)))
        .compose(_ -> transaction.preparedQuery(HOLD).execute(rows(fresh, holds, now)))
        .onSuccess(
            rows -> {
              var held = Rows.map(rows, f -> f.text("held_price_id"));
              for (var index = 0; index < holds.size(); index++) {
                if (held.contains(fresh.get(index))) tell(fresh.get(index), holds.get(index));
              }
            });
  }

  /// Lets nobody decide about prices any more that newer ones have replaced.
  Future<?> supersede(SqlConnection transaction, List<FeedPrice> published, Instant now) {
    return transaction
        .preparedQuery(SUPERSEDE)
        .execute(
            Tuple.tuple()
                .addValue(column(published, FeedPrice::symbol, String[]::new))
                .addValue(times(published, FeedPrice::asOf))
                .addValue(time(now)));
  }

  /// One page, newest first, with one more if there are more.
  Future<List<HeldPrice>> page(Status status, Page page) {
    return pool.preparedQuery(PAGE)
        .execute(Tuple.of(status.name(), page.after(), page.limit() + 1))
        .map(rows -> Rows.map(rows, HeldPriceStore::held));
  }

  /// One of them, which stays as it is until the transaction ends.
  Future<Optional<HeldPrice>> lock(SqlConnection transaction, String id) {
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, HeldPriceStore::held));
  }

  Future<?> decide(SqlConnection transaction, HeldPrice next) {
    return transaction
        .preparedQuery(DECIDE)
        .execute(
            Tuple.tuple()
                .addValue(next.id())
                .addValue(next.status().name())
                .addValue(next.decidedAt() == null ? null : time(next.decidedAt())));
  }

  /// Deletes those that were decided before a time.
  public static Future<Integer> prune(SqlClient client, Instant before, int rowsMax) {
    return client
        .preparedQuery(PRUNE)
        .execute(Tuple.of(time(before), rowsMax))
        .map(rows -> rows.rowCount());
  }

  private static void tell(String id, Hold hold) {
    var verdict = hold.verdict();
    LOG.warn(
        "The price {} of {} is held as {}: it is more than {} % away from {}",
        verdict.price().price().toPlainString(),
        verdict.price().symbol(),
        id,
        verdict.limitPercent().toPlainString(),
        verdict.reference().toPlainString());
  }

  private static FeedPrice price(Hold hold) {
    return hold.verdict().price();
  }

  private static Tuple rows(List<String> ids, List<Hold> holds, Instant now) {
    return Tuple.tuple()
        .addValue(ids.toArray(String[]::new))
        .addValue(column(holds, each -> price(each).symbol(), String[]::new))
        .addValue(column(holds, Hold::session, LocalDate[]::new))
        .addValue(column(holds, each -> price(each).price(), BigDecimal[]::new))
        .addValue(column(holds, each -> price(each).previousClose(), BigDecimal[]::new))
        .addValue(column(holds, each -> price(each).volume(), Long[]::new))
        .addValue(times(holds, each -> price(each).asOf()))
        .addValue(column(holds, each -> price(each).dataQuality().name(), String[]::new))
        .addValue(decimals(holds, each -> price(each).range().open()))
        .addValue(decimals(holds, each -> price(each).range().high()))
        .addValue(decimals(holds, each -> price(each).range().low()))
        .addValue(column(holds, each -> each.verdict().reference(), BigDecimal[]::new))
        .addValue(column(holds, each -> each.verdict().limitPercent(), BigDecimal[]::new))
        .addValue(time(now));
  }

  private static HeldPrice held(Fields f) {
    return new HeldPrice(
        f.text("held_price_id"),
        PriceStore.price(f),
        f.decimal("reference"),
        f.decimal("limit_percent"),
        f.constant("status", Status.class),
        f.instant("held_at"),
        f.maybeInstant("decided_at"));
  }
}
