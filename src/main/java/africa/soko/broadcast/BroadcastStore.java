package africa.soko.broadcast;

import africa.soko.edge.Environment;
import africa.soko.event.EventType;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All SQL of broadcasts: the rows, of both environments or of one, and how far each environment
/// has come with telling them.
public final class BroadcastStore {
  /// Of no meaning beyond being the same on every node. Held to the end of the transaction, so that
  /// broadcasts are numbered in the order in which they commit.
  private static final long ORDER_LOCK = 0x736F6B6F_62726F61L;

  private static final String LOCK = "SELECT pg_advisory_xact_lock($1)";

  private static final String ADD =
      "INSERT INTO broadcast (event, data, created_at, environment) VALUES ($1, $2, $3, $4)";

  // Another node that is telling keeps the row.
  private static final String CURSOR =
      "SELECT done_id, told_to FROM broadcast_cursor FOR UPDATE SKIP LOCKED";

  private static final String NEXT =
      """
      SELECT broadcast_id, event, data FROM platform.broadcast
      WHERE broadcast_id > $1 AND coalesce(environment, current_schema()) = current_schema()
      ORDER BY broadcast_id LIMIT 1
      """;

  private static final String PARTNERS =
      """
      SELECT partner_id FROM account
      WHERE account_id = 'master' AND partner_id > $1 ORDER BY partner_id LIMIT $2
      """;

  private static final String MOVE = "UPDATE broadcast_cursor SET done_id = $1, told_to = $2";

  private static final String PRUNE =
      """
      DELETE FROM broadcast WHERE broadcast_id IN (
        SELECT broadcast_id FROM broadcast WHERE created_at < $1 LIMIT $2)
      """;

  /// One event for everybody.
  ///
  /// @param data the payload, encoded as JSON
  record Broadcast(long id, String event, String data) {}

  /// Before `toldTo` in the order of the partners, everybody knows what follows `doneId`.
  private record Cursor(long doneId, String toldTo) {}

  private final Pool books;

  /// @param books whose connections look into the schema of the environment
  public BroadcastStore(Pool books) {
    this.books = books;
  }

  /// Has every partner of every environment told, once the transaction of the cause commits.
  ///
  /// @param transaction of a connection that looks into the schema `platform`
  public static Future<?> add(
      SqlConnection transaction, EventType event, Object payload, Instant at) {
    return add(transaction, null, event, payload, at);
  }

  /// The same for the partners of one environment alone, or of every one if it is null.
  public static Future<?> add(
      SqlConnection transaction,
      @Nullable Environment environment,
      EventType event,
      Object payload,
      Instant at) {
    var data = Json.encode(payload).toString(StandardCharsets.UTF_8);
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.of(ORDER_LOCK))
        .compose(
            _ ->
                transaction
                    .preparedQuery(ADD)
                    .execute(
                        Tuple.tuple()
                            .addValue(event.name())
                            .addValue(data)
                            .addValue(at.atOffset(ZoneOffset.UTC))
                            .addValue(environment == null ? null : environment.schema())));
  }

  /// Tells the next page of partners, unless another node does. If that fails, the page stays.
  ///
  /// @param tell tells a broadcast to some partners; may be repeated
  /// @return whether there was anything to tell
  Future<Boolean> page(int partnersMax, BiFunction<Broadcast, List<String>, Future<?>> tell) {
    return books.withTransaction(
        transaction ->
            first(transaction, CURSOR, Tuple.tuple(), BroadcastStore::cursor)
                .compose(
                    cursor ->
                        cursor.isEmpty()
                            ? Future.succeededFuture(false)
                            : page(transaction, cursor.get(), partnersMax, tell)));
  }

  private static Future<Boolean> page(
      SqlConnection transaction,
      Cursor cursor,
      int partnersMax,
      BiFunction<Broadcast, List<String>, Future<?>> tell) {
    return first(transaction, NEXT, Tuple.of(cursor.doneId), BroadcastStore::broadcast)
        .compose(
            next ->
                next.isEmpty()
                    ? Future.succeededFuture(false)
                    : partners(transaction, cursor.toldTo, partnersMax)
                        .compose(
                            partners ->
                                tell.apply(next.get(), partners)
                                    .compose(
                                        _ ->
                                            move(
                                                transaction,
                                                partners.size() < partnersMax
                                                    ? new Cursor(next.get().id, "")
                                                    : new Cursor(
                                                        cursor.doneId, partners.getLast()))))
                        .map(true));
  }

  private static Future<List<String>> partners(SqlClient client, String after, int partnersMax) {
    return client
        .preparedQuery(PARTNERS)
        .execute(Tuple.of(after, partnersMax))
        .map(rows -> Rows.map(rows, f -> f.text("partner_id")));
  }

  private static Future<?> move(SqlClient client, Cursor cursor) {
    return client.preparedQuery(MOVE).execute(Tuple.of(cursor.doneId, cursor.toldTo));
  }

  /// Deletes what was to be told before a time.
  ///
  /// @param platform whose connections look into the schema `platform`
  public static Future<Integer> prune(SqlClient platform, Instant before, int rowsMax) {
    return platform
        .preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }

  private static <T> Future<Optional<T>> first(
      SqlClient client, String sql, Tuple parameters, Function<Fields, T> read) {
    return client.preparedQuery(sql).execute(parameters).map(rows -> Rows.first(rows, read));
  }

  private static Cursor cursor(Fields f) {
    return new Cursor(f.number("done_id"), f.text("told_to"));
  }

  private static Broadcast broadcast(Fields f) {
    return new Broadcast(f.number("broadcast_id"), f.text("event"), f.text("data"));
  }
}
