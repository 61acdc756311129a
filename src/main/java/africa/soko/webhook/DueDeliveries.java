package africa.soko.webhook;

import africa.soko.event.LoggedEvent;
import africa.soko.platform.db.Fields;
import africa.soko.webhook.AttemptSlots.Room;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.StreamSupport;

/// What is due in one environment, and whose turn it is. Any number of nodes may call it at the
/// same time.
final class DueDeliveries {
  // Steps from endpoint to endpoint in the index: what it costs follows from how many endpoints
  // wait for something, not from how much they wait for.
  private static final String ENDPOINTS =
      """
      WITH RECURSIVE waiting AS (
        (SELECT partner_id, webhook_id FROM delivery ORDER BY webhook_id LIMIT 1)
        UNION ALL
        SELECT next.partner_id, next.webhook_id
        FROM waiting CROSS JOIN LATERAL (
          SELECT d.partner_id, d.webhook_id FROM delivery d
          WHERE d.webhook_id > waiting.webhook_id ORDER BY d.webhook_id LIMIT 1
        ) AS next
      ), endpoint AS (
        SELECT partner_id, webhook_id, w.url, w.secret, w.previous_secret, w.previous_until,
               w.disable_at IS NOT NULL AS failing, w.answers
        FROM waiting JOIN webhook w USING (partner_id, webhook_id)
        WHERE w.status = 'ACTIVE'
      )
      """;

  // Takes no more of an endpoint or of a partner than may run, what runs included. An endpoint
  // whose
  // last attempt did not succeed has one attempt, and so has everyone of a partner that has used up
  // half of its share. Who has the fewest comes first: among a partner's endpoints, and among
  // partners. What is taken moves ahead to the end of its lease; what another node holds or has
  // just
  // taken is left out. The limit is a number that the planner sees: from one that it does not it
  // expects a tenth of the backlog.
  private static final String CLAIM =
      ENDPOINTS
          + """
          , busy_endpoint AS (
            SELECT * FROM unnest($5::text[], $6::integer[]) AS b(webhook_id, running)
          ), busy_partner AS (
            SELECT * FROM unnest($8::text[], $9::integer[]) AS b(partner_id, running)
          ), due AS (
            SELECT next.*, answers, coalesce(b.running, 0) + next.place AS turn
            FROM endpoint LEFT JOIN busy_endpoint b USING (webhook_id)
            CROSS JOIN LATERAL (
              SELECT d.partner_id, d.webhook_id, d.sequence, d.next_attempt_at,
                     row_number() OVER (ORDER BY d.next_attempt_at, d.sequence) AS place
              FROM delivery d
              WHERE d.webhook_id = endpoint.webhook_id AND d.next_attempt_at <= $1
              ORDER BY d.next_attempt_at, d.sequence
              LIMIT %d
            ) AS next
            WHERE coalesce(b.running, 0) + next.place <= CASE WHEN answers THEN $7 ELSE 1 END
          ), in_turn AS (
            SELECT due.*,
                   coalesce(b.running, 0)
                     + row_number() OVER (
                         PARTITION BY partner_id ORDER BY turn, next_attempt_at, sequence)
                     AS partner_turn,
                   row_number() OVER (PARTITION BY answers ORDER BY next_attempt_at, sequence)
                     AS unknown_turn
            FROM due LEFT JOIN busy_partner b USING (partner_id)
          ), taken AS (
            SELECT d.partner_id, d.webhook_id, d.sequence
            FROM in_turn i JOIN delivery d USING (partner_id, webhook_id, sequence)
            WHERE i.partner_turn <= CASE WHEN i.turn = 1 THEN $4 ELSE ($4 + 1) / 2 END
              AND (i.answers OR i.unknown_turn <= $10) AND d.next_attempt_at <= $1
            ORDER BY i.partner_turn, i.next_attempt_at, i.sequence
            LIMIT $3
            FOR UPDATE OF d SKIP LOCKED
          ), leased AS (
            UPDATE delivery d SET next_attempt_at = $2
            FROM taken t
            WHERE d.partner_id = t.partner_id AND d.webhook_id = t.webhook_id
              AND d.sequence = t.sequence
            RETURNING d.partner_id, d.webhook_id, d.sequence, d.attempts
          )
          SELECT l.partner_id, l.webhook_id, l.attempts, l.sequence AS told, w.url, w.secret,
                 w.previous_secret, w.previous_until, w.failing, w.answers,
                 e.sequence, e.event_id, e.event, e.alias, e.timestamp, e.data
          FROM leased l
          JOIN endpoint w USING (partner_id, webhook_id)
          JOIN event e
            ON e.partner_id = l.partner_id AND e.sequence IN (l.sequence, l.sequence - 1)
              AND (e.sequence = l.sequence OR e.alias IS NOT NULL)
          ORDER BY l.sequence
          """
              .formatted(AttemptSlots.PER_ENDPOINT_MAX);

  private static final String OLDEST =
      ENDPOINTS
          + """
          SELECT min(next.next_attempt_at) AS due
          FROM endpoint CROSS JOIN LATERAL (
            SELECT d.next_attempt_at FROM delivery d
            WHERE d.webhook_id = endpoint.webhook_id AND d.next_attempt_at <= $1
            ORDER BY d.next_attempt_at LIMIT 1
          ) AS next
          """;

  private static final String IS_WANTED =
      "SELECT EXISTS (SELECT FROM webhook_cursor) OR EXISTS (SELECT FROM delivery)";

  private final SqlClient client;

  DueDeliveries(SqlClient client) {
    this.client = client;
  }

  /// Leases due deliveries to the caller until `leasedUntil`, as many as there is room for.
  Future<List<DueDelivery>> claim(Instant now, Instant leasedUntil, Room room) {
    if (room.free() == 0) return Future.succeededFuture(List.of());
    var tuple =
        Tuple.of(utc(now), utc(leasedUntil), room.free(), room.perPartner())
            .addValue(room.endpoints().keySet().toArray(String[]::new))
            .addValue(room.endpoints().values().toArray(Integer[]::new))
            .addInteger(room.perEndpoint())
            .addValue(room.partners().keySet().toArray(String[]::new))
            .addValue(room.partners().values().toArray(Integer[]::new))
            .addInteger(room.freeToUnknown());
    return client
        .preparedQuery(CLAIM)
        .execute(tuple)
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false).map(DueDeliveries::due).toList());
  }

  /// Whether there is a webhook at all, or anything left to deliver.
  Future<Boolean> isWanted() {
    return client.query(IS_WANTED).execute().map(rows -> rows.iterator().next().getBoolean(0));
  }

  /// How long the delivery that waits longest has been due.
  Future<Duration> backlogAge(Instant now) {
    return client
        .preparedQuery(OLDEST)
        .execute(Tuple.of(utc(now)))
        .map(rows -> new Fields(rows.iterator().next()).maybeInstant("due"))
        .map(due -> due == null ? Duration.ZERO : Duration.between(due, now));
  }

  private static DueDelivery due(Row row) {
    var fields = new Fields(row);
    return new DueDelivery(
        fields.text("webhook_id"),
        fields.integer("attempts"),
        fields.text("url"),
        SealedSecrets.read(fields),
        fields.flag("failing"),
        fields.flag("answers"),
        LoggedEvent.toldBy(fields, fields.number("told")));
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
