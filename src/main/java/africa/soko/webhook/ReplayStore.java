package africa.soko.webhook;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Walks replays, a page at a time. Any number of nodes may call it at the same time.
final class ReplayStore {
  // Which of the events of a part an endpoint is told, by their numbers.
  private static final String TOLD =
      """
      JOIN event e ON e.partner_id = r.partner_id AND e.sequence >= r.low AND e.sequence <= r.high
      CROSS JOIN LATERAL (VALUES (e.sequence, e.event), (e.sequence + 1, e.alias))
        AS told(sequence, name)
      WHERE told.sequence > r.low AND told.sequence <= r.high AND told.name IS NOT NULL
        AND (r.since IS NULL OR e.timestamp >= r.since)
        AND (r.until IS NULL OR e.timestamp < r.until)
        AND (r.type IS NULL OR told.name = r.type)
        AND (r.is_forced OR ARRAY['*', told.name] && string_to_array(r.events, ','))
      """;

  private static final String COUNT =
      """
      SELECT count(*) FROM (
        SELECT FROM (VALUES ($1::text, $2::bigint, $3::bigint, $4::timestamptz, $5::timestamptz,
                             $6::text, false, $7::text))
          AS r(partner_id, low, high, since, until, type, is_forced, events)
      """
          + TOLD
          + " LIMIT $8) AS wanted";

  // Whose endpoint has enough to do already waits: what is queued stays small, however much is
  // asked
  // for. One that somebody else walks is left out.
  private static final String OPEN =
      """
      SELECT r.partner_id, r.replay_id, r.webhook_id
      FROM webhook_replay r JOIN webhook w USING (partner_id, webhook_id)
      WHERE w.status = 'ACTIVE' AND (
        SELECT count(*) FROM (
          SELECT FROM delivery d
          WHERE d.partner_id = r.partner_id AND d.webhook_id = r.webhook_id LIMIT $2
        ) AS waiting) < $2
      ORDER BY r.replay_id LIMIT $1
      FOR UPDATE OF r SKIP LOCKED
      """;

  // What is queued and how far the walk has come are written by one statement: whatever is killed
  // meanwhile, the next step goes on there. What waits to be delivered already is not queued twice.
  private static final String STEP =
      """
      WITH r AS (
        SELECT r.partner_id, r.replay_id, r.webhook_id, r.low, least(r.high, r.low + $2) AS high,
               r.high AS last, r.since, r.until, r.type, r.is_forced, r.log_began_at, w.events
        FROM unnest($3::text[], $4::text[], $5::text[]) AS locked(partner_id, replay_id, webhook_id)
        JOIN webhook_replay r USING (partner_id, replay_id, webhook_id)
        JOIN webhook w USING (partner_id, webhook_id)
      ), queued AS (
        INSERT INTO delivery (partner_id, webhook_id, sequence, attempts, next_attempt_at)
        SELECT r.partner_id, r.webhook_id, told.sequence, 0, $1
        FROM r
        JOIN event_counter k ON k.partner_id = r.partner_id AND k.began_at = r.log_began_at
      """
          + TOLD
          + """
            ON CONFLICT DO NOTHING
          ), moved AS (
            UPDATE webhook_replay x SET low = r.high FROM r
            WHERE x.partner_id = r.partner_id AND x.replay_id = r.replay_id
              AND x.webhook_id = r.webhook_id AND r.high < r.last
          ), done AS (
            DELETE FROM webhook_replay x USING r
            WHERE x.partner_id = r.partner_id AND x.replay_id = r.replay_id
              AND x.webhook_id = r.webhook_id AND r.high >= r.last
          )
          SELECT r.webhook_id FROM r
          """;

  private static final String PRUNE =
      """
      DELETE FROM webhook_replay WHERE (partner_id, replay_id, webhook_id) IN (
        SELECT r.partner_id, r.replay_id, r.webhook_id FROM webhook_replay r
        WHERE r.requested_at < $1 OR NOT EXISTS (
          SELECT FROM webhook w
          WHERE w.partner_id = r.partner_id AND w.webhook_id = r.webhook_id
            AND w.status <> 'DELETED')
        LIMIT $2
      )
      """;

  private final Pool pool;

  ReplayStore(Pool pool) {
    this.pool = pool;
  }

  /// How many events of a part an endpoint subscribes to; no more than `most` are counted.
  Future<Integer> count(Webhook webhook, Replay.Part part, int most) {
    var tuple =
        Tuple.of(webhook.partnerId(), part.low(), part.high())
            .addValue(maybeUtc(part.since()))
            .addValue(maybeUtc(part.until()))
            .addString(part.type())
            .addString(String.join(",", webhook.events()))
            .addInteger(most);
    return pool.preparedQuery(COUNT)
        .execute(tuple)
        .map(rows -> rows.iterator().next().getLong(0).intValue());
  }

  /// Queues the next events of open replays; returns how many replays went on.
  ///
  /// @param eventsMax of one replay
  /// @param waitingMax an endpoint for which as much waits gets no more for now
  Future<Integer> step(Instant now, int eventsMax, int replaysMax, int waitingMax) {
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery(OPEN)
                .execute(Tuple.of(replaysMax, waitingMax))
                .compose(
                    open ->
                        open.size() == 0
                            ? Future.succeededFuture(0)
                            : step(connection, now, eventsMax, open)));
  }

  private static Future<Integer> step(
      SqlConnection connection, Instant now, int eventsMax, RowSet<Row> open) {
    var tuple =
        Tuple.of(now.atOffset(ZoneOffset.UTC), (long) eventsMax)
            .addValue(column(open, "partner_id"))
            .addValue(column(open, "replay_id"))
            .addValue(column(open, "webhook_id"));
    return connection.preparedQuery(STEP).execute(tuple).map(RowSet::size);
  }

  /// Forgets replays that are too old, or whose endpoint is gone.
  Future<Integer> prune(Instant before, int rowsMax) {
    return pool.preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(RowSet::rowCount);
  }

  private static String[] column(RowSet<Row> rows, String name) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getString(name))
        .toArray(String[]::new);
  }

  private static @Nullable OffsetDateTime maybeUtc(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
