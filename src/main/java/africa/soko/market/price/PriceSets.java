package africa.soko.market.price;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The published sets of prices, as one consumer in one environment takes them: in order, and each
/// once over all nodes. Up to where it has come is a row of the environment, which moves on in the
/// transaction of the work: a node that dies in the middle leaves the same sets to the next one.
public final class PriceSets {
  private static final int TAKEN_MAX = 1_000;

  private static final String ENTER =
      "INSERT INTO price_cursor (consumer, set_id) VALUES ($1, 0) ON CONFLICT DO NOTHING";

  // Another node that is at work keeps the row.
  private static final String LOCK =
      "SELECT set_id FROM price_cursor WHERE consumer = $1 FOR UPDATE SKIP LOCKED";

  private static final String DONE = "SELECT set_id FROM price_cursor WHERE consumer = $1";

  private static final String AFTER =
      """
      SELECT set_id, exchanges, published_at FROM platform.price_set
      WHERE set_id > $1 AND set_id <= $2 ORDER BY set_id LIMIT $3
      """;

  private static final String ADVANCE = "UPDATE price_cursor SET set_id = $2 WHERE consumer = $1";

  // Nobody waits for the disk: what a crash forgets is done again.
  private static final String AT_LEISURE = "SET LOCAL synchronous_commit = off";

  // The newest stays, for it says how far the prices are.
  private static final String PRUNE =
      """
      DELETE FROM price_set WHERE set_id IN (
        SELECT set_id FROM price_set
        WHERE published_at < $1 AND set_id < (SELECT max(set_id) FROM price_set) LIMIT $2)
      """;

  /// One set.
  ///
  /// @param exchanges those of which it has prices, by code
  public record PriceSet(long id, Set<String> exchanges, Instant publishedAt) {}

  private final Pool books;
  private final String consumer;

  /// @param books whose connections look into the schema of the environment
  /// @param consumer a name for whoever asks, the same on every node
  public PriceSets(Pool books, String consumer) {
    this.books = books;
    this.consumer = consumer;
  }

  /// Does the work for the sets that have been published and not yet been worked for, unless
  /// another node is at it. If the work fails, they stay. What it writes in the transaction is
  /// written once; what it does beside it may be done again.
  ///
  /// @param seen the last set to take: the one that this node's view of the market holds
  /// @param work gets the transaction and the sets, oldest first, at least one
  /// @return whether there was something to do
  public Future<Boolean> take(
      long seen, BiFunction<SqlConnection, List<PriceSet>, Future<?>> work) {
    return books
        .preparedQuery(ENTER)
        .execute(Tuple.of(consumer))
        .compose(_ -> books.withTransaction(transaction -> take(transaction, seen, work)));
  }

  /// The same for work that needs no part of the transaction, and that may be done again.
  public Future<Boolean> take(long seen, Function<List<PriceSet>, Future<?>> work) {
    return take(
        seen,
        (transaction, sets) ->
            transaction.query(AT_LEISURE).execute().compose(_ -> work.apply(sets)));
  }

  private Future<Boolean> take(
      SqlConnection transaction,
      long seen,
      BiFunction<SqlConnection, List<PriceSet>, Future<?>> work) {
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.of(consumer))
        .map(rows -> Rows.first(rows, f -> f.number("set_id")))
        .compose(
            from ->
                from.isEmpty()
                    ? Future.succeededFuture(List.<PriceSet>of())
                    : between(transaction, from.get(), seen))
        .compose(
            sets ->
                sets.isEmpty()
                    ? Future.succeededFuture(false)
                    : work.apply(transaction, sets)
                        .compose(_ -> advance(transaction, sets.getLast().id()))
                        .map(true));
  }

  /// Up to which set everything was worked for, by whichever node.
  public Future<Long> done() {
    return books
        .preparedQuery(DONE)
        .execute(Tuple.of(consumer))
        .map(rows -> Rows.first(rows, f -> f.number("set_id")).orElse(0L));
  }

  /// Deletes sets that were published before a time.
  ///
  /// @param platform whose connections look into the schema `platform`
  public static Future<Integer> prune(SqlClient platform, Instant before, int rowsMax) {
    return platform
        .preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }

  private static Future<List<PriceSet>> between(SqlClient client, long from, long seen) {
    return client
        .preparedQuery(AFTER)
        .execute(Tuple.of(from, seen, TAKEN_MAX))
        .map(rows -> Rows.map(rows, PriceSets::set));
  }

  private Future<?> advance(SqlClient transaction, long set) {
    return transaction.preparedQuery(ADVANCE).execute(Tuple.of(consumer, set));
  }

  private static PriceSet set(Fields f) {
    return new PriceSet(
        f.number("set_id"),
        Set.of(f.row().getArrayOfStrings("exchanges")),
        f.instant("published_at"));
  }
}
