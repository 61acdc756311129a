package africa.soko.market.feed;

import static africa.soko.platform.db.Unnest.column;
import static africa.soko.platform.db.Unnest.decimals;
import static africa.soko.platform.db.Unnest.time;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.feed.HeldPrice.Status;
import africa.soko.market.feed.SessionBars.Bars;
import africa.soko.market.history.CandleStore;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.PriceStore;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All SQL that publishes real prices and records what their sessions were. Its connections have
/// the schema `platform` in their search path. One transaction at a time over all nodes decides
/// what becomes of prices, on what is published at that moment.
public final class FeedStore {
  private static final String KNOWN =
      """
      SELECT symbol, price, previous_close, volume, as_of, data_quality, open, high, low, accepted
      FROM price WHERE NOT is_simulated
      """;

  private static final String ACCEPTED =
      """
      UPDATE price p SET accepted = n.accepted
      FROM unnest($1::text[], $2::text[]::numeric[]) AS n(symbol, accepted)
      WHERE p.symbol = n.symbol AND NOT p.is_simulated
        AND p.accepted IS DISTINCT FROM n.accepted
      """;

  // A node whose clock was ahead does not keep the others from looking.
  private static final String CLAIM =
      """
      INSERT INTO feed_look AS l (feed, looked_at) VALUES ($1, $2)
      ON CONFLICT (feed) DO UPDATE SET looked_at = excluded.looked_at
        WHERE l.looked_at <= $3 OR l.looked_at > excluded.looked_at
      """;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final Pool pool;
  private final PriceStore prices;
  private final CandleStore candles;
  private final HeldPriceStore held;

  public FeedStore(Pool pool, HeldPriceStore held) {
    this.pool = pool;
    this.held = held;
    prices = new PriceStore(pool);
    candles = new CandleStore(pool);
  }

  /// Takes a look at a place that all nodes share.
  ///
  /// @return false if another look was less than `pause` ago
  Future<Boolean> claimLook(String feed, Instant now, Duration pause) {
    return pool.preparedQuery(CLAIM)
        .execute(Tuple.of(feed, time(now), time(now.minus(pause))))
        .map(rows -> rows.rowCount() > 0);
  }

  /// Judges prices by what is published, and writes what becomes of them.
  ///
  /// @return empty if another node is publishing; then nothing was done
  Future<Optional<Judgement>> publish(Function<Map<String, Known>, Judgement> judge, Instant now) {
    return alone(
        transaction ->
            known(transaction).map(judge).compose(done -> write(transaction, done, now).map(done)));
  }

  /// Writes bars that are due by what is published.
  ///
  /// @return empty if another node is publishing; then nothing was done
  Future<Optional<Bars>> record(Function<Map<String, Known>, Bars> due, Instant now) {
    return alone(
        transaction ->
            known(transaction)
                .map(due)
                .compose(
                    bars ->
                        candles
                            .put(transaction, bars.ended())
                            .compose(_ -> candles.capture(transaction, bars.captured(), now))
                            .map(bars)));
  }

  /// Decides about a held price; one about which was decided stays as it is.
  ///
  /// @param accepting what is published of a price that is accepted, and what that brings with it
  /// @return how it is then; empty if there is none
  Future<Optional<HeldPrice>> decide(
      String id,
      Status wanted,
      BiFunction<Map<String, Known>, FeedPrice, Judgement> accepting,
      Instant now) {
    return pool.withTransaction(
            transaction ->
                prices
                    .awaitPolling(transaction)
                    .compose(_ -> held.lock(transaction, id))
                    .compose(
                        found ->
                            found.isPresent() && found.get().status() == Status.HELD
                                ? decide(transaction, found.get(), wanted, accepting, now)
                                : Future.succeededFuture(found)))
        .recover(fault -> Future.failedFuture(isTooLong(fault) ? busy() : fault));
  }

  private Future<Optional<HeldPrice>> decide(
      SqlConnection transaction,
      HeldPrice waiting,
      Status wanted,
      BiFunction<Map<String, Known>, FeedPrice, Judgement> accepting,
      Instant now) {
    var decided = waiting.decided(wanted, now);
    Future<?> done = held.decide(transaction, decided);
    if (wanted == Status.ACCEPTED) {
      done =
          done.compose(_ -> known(transaction))
              .map(known -> accepting.apply(known, waiting.price()))
              .compose(judgement -> write(transaction, judgement, now));
    }
    return done.map(_ -> Optional.of(decided));
  }

  private static boolean isTooLong(Throwable fault) {
    return fault instanceof PgException e && LOCK_NOT_AVAILABLE.equals(e.getSqlState());
  }

  private static RefusedException busy() {
    return Refused.of(
            ErrorCode.SERVICE_UNAVAILABLE,
            "Prices are being published; nothing was processed, try again")
        .asException();
  }

  /// What was published last, by symbol.
  private Future<Map<String, Known>> known(SqlConnection transaction) {
    return transaction
        .preparedQuery(KNOWN)
        .execute()
        .map(
            rows ->
                Rows.map(rows, f -> new Known(PriceStore.price(f), f.maybeDecimal("accepted")))
                    .stream()
                    .collect(Collectors.toMap(each -> each.price().symbol(), each -> each)));
  }

  private Future<?> write(SqlConnection transaction, Judgement done, Instant now) {
    Future<?> written = held.hold(transaction, done.held(), now);
    if (done.published().isEmpty()) return written;
    return written
        .compose(_ -> candles.put(transaction, done.ended()))
        .compose(_ -> prices.publish(transaction, done.prices(), done.exchanges(), now))
        .compose(_ -> transaction.preparedQuery(ACCEPTED).execute(accepted(done.published())))
        .compose(_ -> held.supersede(transaction, done.prices(), now));
  }

  private <T> Future<Optional<T>> alone(Function<SqlConnection, Future<T>> work) {
    return pool.withTransaction(
            transaction ->
                prices
                    .lockPolling(transaction)
                    .compose(
                        isAlone -> {
                          if (!isAlone) return Future.succeededFuture(Optional.<T>empty());
                          return work.apply(transaction).map(done -> Optional.of(done));
                        }))
        .map(done -> done == null ? Optional.<T>empty() : done);
  }

  private static Tuple accepted(List<Known> published) {
    return Tuple.tuple()
        .addValue(column(published, each -> each.price().symbol(), String[]::new))
        .addValue(decimals(published, Known::accepted));
  }
}
