package africa.soko.webhook;

import static java.util.stream.Collectors.toSet;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Key;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// All SQL of deliveries, their attempts and the cursors of webhooks, in one environment. Any
/// number of nodes may call it at the same time.
final class DeliveryStore {
  // Where a webhook stands and where the log ends. A cursor that was found in another log than this
  // one stands at the beginning.
  private static final String ENDS =
      """
      JOIN event_counter k ON k.partner_id = c.partner_id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN c.log_began_at <> k.began_at THEN 0 ELSE c.sequence END AS low
      ) AS p
      JOIN webhook w
        ON w.partner_id = c.partner_id AND w.webhook_id = c.webhook_id AND w.status = 'ACTIVE'
      """;

  // Whose next event is the oldest comes first, so that nobody is always last. Ids of events follow
  // the time; one that is forgotten is older than all.
  private static final String BEHIND =
      "SELECT c.partner_id, c.webhook_id FROM webhook_cursor c "
          + ENDS
          + """
          LEFT JOIN LATERAL (
            SELECT e.event_id FROM event e
            WHERE e.partner_id = c.partner_id AND e.sequence > p.low AND e.sequence <= p.low + 2
            ORDER BY e.sequence LIMIT 1
          ) AS next ON true
          WHERE k.last > p.low
          ORDER BY next.event_id NULLS FIRST, c.webhook_id
          LIMIT $1
          """;

  private static final String LOCK_CURSORS =
      """
      SELECT k.* FROM unnest($1::text[], $2::text[]) AS k(partner_id, webhook_id), LATERAL (
        SELECT FROM webhook_cursor c
        WHERE c.partner_id = k.partner_id AND c.webhook_id = k.webhook_id
        FOR UPDATE SKIP LOCKED) AS c
      """;

  // A cursor and the rows it passes are written by one statement: an event is never queued twice
  // and never left out. The counter and the events are seen as of the same moment. The cursors are
  // locked before: a statement that locks and joins may lose rows (decision 0009).
  private static final String FAN_OUT =
      """
      WITH behind AS (
        SELECT c.partner_id, c.webhook_id, p.low, least(k.last, p.low + $2) AS high,
               k.began_at, w.events
        FROM unnest($3::text[], $4::text[]) AS locked(partner_id, webhook_id)
        JOIN webhook_cursor c USING (partner_id, webhook_id)
      """
          + ENDS
          + """
            WHERE k.last > p.low
          ), queued AS (
            INSERT INTO delivery (partner_id, webhook_id, sequence, attempts, next_attempt_at)
            SELECT b.partner_id, b.webhook_id, told.sequence, 0, $1
            FROM behind b
            JOIN event e
              ON e.partner_id = b.partner_id AND e.sequence >= b.low AND e.sequence <= b.high
            CROSS JOIN LATERAL (VALUES (e.sequence, e.event), (e.sequence + 1, e.alias))
              AS told(sequence, name)
            WHERE told.sequence > b.low AND told.sequence <= b.high
              AND ARRAY['*', told.name] && string_to_array(b.events, ',') AND told.name IS NOT NULL
          )
          UPDATE webhook_cursor c SET sequence = b.high, log_began_at = b.began_at
          FROM behind b
          WHERE c.partner_id = b.partner_id AND c.webhook_id = b.webhook_id
          """;

  private static final String LOCK_DELIVERIES =
      """
      SELECT FROM unnest($1::text[], $2::text[], $3::bigint[]) AS k(partner_id, webhook_id, sequence),
        LATERAL (
          SELECT FROM delivery d
          WHERE d.partner_id = k.partner_id AND d.webhook_id = k.webhook_id
            AND d.sequence = k.sequence
          FOR UPDATE) AS d
      """;

  // An attempt that outlived its lease does not undo what the next one made of the delivery.
  private static final String SETTLE =
      """
      WITH made AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::integer[], $5::timestamptz[])
          AS m(partner_id, webhook_id, sequence, attempt, next_retry_at)
      ), later AS (
        UPDATE delivery d SET attempts = m.attempt, next_attempt_at = m.next_retry_at
        FROM made m
        WHERE d.partner_id = m.partner_id AND d.webhook_id = m.webhook_id
          AND d.sequence = m.sequence AND d.attempts = m.attempt - 1
          AND m.next_retry_at IS NOT NULL
      )
      DELETE FROM delivery d USING made m
      WHERE d.partner_id = m.partner_id AND d.webhook_id = m.webhook_id
        AND d.sequence = m.sequence AND d.attempts = m.attempt - 1 AND m.next_retry_at IS NULL
      """;

  private static final String PAGE =
      """
      SELECT * FROM delivery_attempt
      WHERE partner_id = $1 AND webhook_id = $2 AND attempt_id < $3 AND attempt_id >= $4
        AND ($6::timestamptz IS NULL OR attempted_at >= $6)
        AND ($7::timestamptz IS NULL OR attempted_at < $7)
      """;

  private static final String NEWEST_FIRST = " ORDER BY attempt_id DESC LIMIT $5";

  // In the order of their keys, as everybody marks: nobody waits for whoever waits for him.
  private static final String MARK =
      """
      UPDATE webhook SET disable_at = $3, answers = $3::timestamptz IS NULL
      WHERE partner_id = $1 AND webhook_id = $2 AND status = 'ACTIVE'
        AND ((disable_at IS NULL) <> ($3::timestamptz IS NULL)
          OR answers <> ($3::timestamptz IS NULL))
      """;

  private static final String PRUNE_ATTEMPTS =
      """
      DELETE FROM delivery_attempt WHERE (partner_id, webhook_id, attempt_id) IN (
        SELECT partner_id, webhook_id, attempt_id FROM delivery_attempt
        WHERE attempted_at < $1 ORDER BY attempted_at LIMIT $2
      )
      """;

  private static final String PRUNE_WEBHOOKS =
      """
      WITH gone AS (
        DELETE FROM webhook WHERE (partner_id, webhook_id) IN (
          SELECT partner_id, webhook_id FROM webhook
          WHERE status = 'DELETED' AND deleted_at < $1 ORDER BY deleted_at LIMIT $2
        )
        RETURNING partner_id, webhook_id
      )
      DELETE FROM webhook_cursor c USING gone g
      WHERE c.partner_id = g.partner_id AND c.webhook_id = g.webhook_id
      """;

  // A secret that was replaced and no longer signs is of no use, and so is not kept.
  private static final String FORGET_SECRETS =
      """
      UPDATE webhook SET previous_secret = NULL, previous_until = NULL WHERE previous_until < $1
      """;

  // Of webhooks that were deleted, or of events that are no longer kept.
  private static final String PRUNE_DELIVERIES =
      """
      DELETE FROM delivery WHERE (partner_id, webhook_id, sequence) IN (
        SELECT d.partner_id, d.webhook_id, d.sequence
        FROM delivery d
        WHERE NOT EXISTS (
            SELECT FROM webhook w
            WHERE w.partner_id = d.partner_id AND w.webhook_id = d.webhook_id
              AND w.status <> 'DELETED')
          OR NOT EXISTS (
            SELECT FROM event e
            WHERE e.partner_id = d.partner_id AND e.sequence IN (d.sequence, d.sequence - 1)
              AND (e.sequence = d.sequence OR e.alias IS NOT NULL))
        LIMIT $1
      )
      """;

  private final Pool pool;

  /// A delivery and the attempt that was made at it.
  record Settled(DueDelivery delivery, DeliveryAttempt attempt) {
    private Key webhook() {
      return Key.of(attempt.partnerId(), attempt.webhookId());
    }
  }

  DeliveryStore(Pool pool) {
    this.pool = pool;
  }

  /// Queues new events for the webhooks that subscribe to them; returns how many cursors moved.
  Future<Integer> fanOut(Instant now, int eventsMax, int webhooksMax) {
    return pool.preparedQuery(BEHIND)
        .execute(Tuple.of(webhooksMax))
        .compose(
            behind ->
                behind.size() == 0
                    ? Future.succeededFuture(0)
                    : pool.withTransaction(
                        connection -> fanOut(connection, utc(now), eventsMax, behind)));
  }

  private static Future<Integer> fanOut(
      SqlConnection connection, OffsetDateTime now, int eventsMax, RowSet<Row> behind) {
    return connection
        .preparedQuery(LOCK_CURSORS)
        .execute(cursors(Tuple.tuple(), behind))
        .compose(
            locked ->
                connection
                    .preparedQuery(FAN_OUT)
                    .execute(cursors(Tuple.of(now, eventsMax), locked)))
        .map(RowSet::rowCount);
  }

  private static Tuple cursors(Tuple tuple, RowSet<Row> rows) {
    return tuple
        .addValue(list(rows, row -> row.getString("partner_id")).toArray(String[]::new))
        .addValue(list(rows, row -> row.getString("webhook_id")).toArray(String[]::new));
  }

  /// Logs attempts and moves their deliveries on: away, or to their next attempt.
  Future<?> settle(List<Settled> made) {
    var attempts = made.stream().map(Settled::attempt).toList();
    var keys =
        Tuple.tuple()
            .addValue(column(made, s -> s.attempt().partnerId()))
            .addValue(column(made, s -> s.attempt().webhookId()))
            .addValue(made.stream().map(s -> s.delivery().event().sequence()).toArray(Long[]::new));
    var deliveries =
        Tuple.tuple()
            .addValue(keys.getValue(0))
            .addValue(keys.getValue(1))
            .addValue(keys.getValue(2))
            .addValue(made.stream().map(s -> s.attempt().attempt()).toArray(Integer[]::new))
            .addValue(
                made.stream()
                    .map(s -> s.attempt().nextRetryAt())
                    .map(DeliveryStore::maybeUtc)
                    .<@Nullable OffsetDateTime>toArray(OffsetDateTime[]::new));
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery(LOCK_DELIVERIES)
                .execute(keys)
                .compose(
                    _ ->
                        connection
                            .preparedQuery(DeliveryAttempt.TABLE.insertSql())
                            .execute(DeliveryAttempt.TABLE.insertTuple(attempts)))
                .compose(_ -> connection.preparedQuery(SETTLE).execute(deliveries))
                .compose(_ -> mark(connection, made)));
  }

  /// Notes which endpoints have begun to fail, and which have begun to answer.
  private static Future<?> mark(SqlConnection connection, List<Settled> made) {
    var marks = new TreeMap<Key, Tuple>();
    var succeeded =
        made.stream().filter(s -> s.attempt().success()).map(Settled::webhook).collect(toSet());
    for (var one : made) {
      var attempt = one.attempt();
      var success = succeeded.contains(one.webhook());
      var isKnown = success ? one.delivery().answers() : one.delivery().failing();
      if (attempt.success() != success || isKnown) continue;
      var at = success ? null : utc(attempt.attemptedAt().plus(Webhook.FAILING_MAX));
      marks.put(one.webhook(), Tuple.of(attempt.partnerId(), attempt.webhookId()).addValue(at));
    }
    return marks.isEmpty()
        ? Future.succeededFuture()
        : connection.preparedQuery(MARK).executeBatch(List.copyOf(marks.values()));
  }

  /// Attempts of one webhook, newest first.
  ///
  /// @param before the id of the last attempt of the page before, or null
  Future<List<DeliveryAttempt>> page(
      String partnerId,
      String webhookId,
      DeliveryFilter filter,
      @Nullable String before,
      int limit) {
    var tuple =
        Tuple.of(partnerId, webhookId, filter.before(before), filter.from(), limit)
            .addValue(maybeUtc(filter.since()))
            .addValue(maybeUtc(filter.until()));
    // Each in its own text, so that the planner sees which index finds it.
    var conditions = "";
    if (filter.success() != null) {
      conditions += filter.success() ? " AND success" : " AND NOT success";
    }
    if (filter.eventId() != null) {
      conditions += " AND event_id = $8";
      tuple.addString(filter.eventId());
    }
    return pool.preparedQuery(PAGE + conditions + NEWEST_FIRST)
        .execute(tuple)
        .map(rows -> list(rows, row -> DeliveryAttempt.TABLE.read(new Fields(row))));
  }

  /// Forgets the secrets that no longer sign.
  Future<Integer> forgetSecrets(Instant now) {
    return pool.preparedQuery(FORGET_SECRETS).execute(Tuple.of(utc(now))).map(RowSet::rowCount);
  }

  /// Forgets old attempts, and old webhooks that were deleted; returns how many attempts.
  Future<Integer> prune(Instant before, int rowsMax) {
    var attempts = pool.preparedQuery(PRUNE_ATTEMPTS).execute(Tuple.of(utc(before), rowsMax));
    return pool.preparedQuery(PRUNE_DELIVERIES)
        .execute(Tuple.of(rowsMax))
        .compose(_ -> pool.preparedQuery(PRUNE_WEBHOOKS).execute(Tuple.of(utc(before), rowsMax)))
        .compose(_ -> attempts)
        .map(RowSet::rowCount);
  }

  private static String[] column(List<Settled> made, Function<Settled, String> get) {
    return made.stream().map(get).toArray(String[]::new);
  }

  private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> read) {
    return StreamSupport.stream(rows.spliterator(), false).map(read).toList();
  }

  private static @Nullable OffsetDateTime maybeUtc(@Nullable Instant instant) {
    return instant == null ? null : utc(instant);
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
