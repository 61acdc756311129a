package africa.soko.event;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// All SQL of the event log of one environment: appends, bounded reads, and forgetting what is old.
public final class EventStore {
  /// The most events that one page holds.
  public static final int PAGE_EVENTS_MAX = 200;

  /// The most payload that one page holds, unless its first event alone is larger.
  static final int PAGE_BYTES_MAX = 256_000;

  // The counter's row stays locked until COMMIT, so numbers follow the order of commits.
  private static final String APPEND =
      """
      WITH fresh AS (
        SELECT *,
               sum(numbers) OVER (PARTITION BY partner_id ORDER BY place) AS n,
               sum(numbers) OVER (PARTITION BY partner_id) AS total
        FROM (
          SELECT *, CASE WHEN alias IS NULL THEN 1 ELSE 2 END AS numbers
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
            WITH ORDINALITY AS e(partner_id, event_id, event, alias, timestamp, data, place)
        ) AS e
      ), counter AS (
        INSERT INTO event_counter AS c (partner_id, last)
        SELECT partner_id, sum(numbers) FROM fresh GROUP BY partner_id ORDER BY partner_id
        ON CONFLICT (partner_id) DO UPDATE SET last = c.last + excluded.last
        RETURNING partner_id, last
      )
      INSERT INTO event (partner_id, sequence, event_id, event, alias, timestamp, data)
      SELECT f.partner_id,
             c.last - f.total + f.n - f.numbers + 1,
             f.event_id, f.event, f.alias, f.timestamp, f.data
      FROM fresh f JOIN counter c USING (partner_id)
      """;

  // A row that has an alias tells that under the number after its own. The numbers have no gap, so
  // that their bounds say how much is read, whatever the planner takes the tables for.
  static final String PAGE =
      """
      SELECT partner_id, sequence, event_id, event, alias, timestamp, data
      FROM (
        SELECT *, sum(size) OVER (ORDER BY sequence) AS bytes
        FROM (
          SELECT *, octet_length(data) * CASE WHEN alias IS NULL THEN 1 ELSE 2 END AS size
          FROM event
          WHERE partner_id = $1 AND sequence >= $2 AND sequence <= $2 + $3
            AND (sequence > $2 OR alias IS NOT NULL)
            AND EXISTS (SELECT FROM event_counter WHERE partner_id = $1 AND began_at = $5)
          ORDER BY sequence LIMIT $3
        ) AS next
      ) AS sized
      WHERE bytes - size < $4
      ORDER BY sequence
      """;

  private static final String FIND =
      """
      SELECT e.sequence + CASE WHEN e.event_id = $2 THEN 0 ELSE 1 END AS sequence, c.began_at
      FROM event e JOIN event_counter c USING (partner_id)
      WHERE e.partner_id = $1
        AND (e.event_id = $2 OR e.event_id = $3 AND e.alias IS NOT NULL)
      """;

  private static final String ONE =
      """
      SELECT partner_id, sequence, event_id, event, alias, timestamp, data
      FROM event
      WHERE partner_id = $1 AND (event_id = $2 OR event_id = $3 AND alias IS NOT NULL)
      """;

  static final String SPAN =
      """
      SELECT coalesce((SELECT last FROM event_counter WHERE partner_id = $1), 0) AS last,
             (SELECT began_at FROM event_counter WHERE partner_id = $1) AS began_at,
             (SELECT sequence FROM event WHERE partner_id = $1 ORDER BY sequence LIMIT 1) AS oldest,
             (SELECT timestamp FROM event WHERE partner_id = $1 ORDER BY sequence LIMIT 1) AS since
      """;

  // Time goes with the numbers, but for what the clocks of the nodes differ by. So the place of a
  // somewhat earlier time is found by halving, and from there on the events are looked through.
  static final String BEFORE_TIME =
      """
      WITH RECURSIVE span AS (
        SELECT (SELECT min(sequence) FROM event WHERE partner_id = $1) AS oldest, last, began_at
        FROM event_counter WHERE partner_id = $1
      ), search AS (
        SELECT oldest AS low, last + 1 AS high FROM span WHERE oldest IS NOT NULL
        UNION ALL
        SELECT CASE WHEN e.timestamp < $2::timestamptz - interval '10 seconds' THEN m.middle + 1 ELSE low END,
               CASE WHEN e.timestamp < $2::timestamptz - interval '10 seconds' THEN high ELSE m.middle END
        FROM search
        CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) AS m
        CROSS JOIN LATERAL (
          SELECT timestamp FROM event
          WHERE partner_id = $1 AND sequence <= m.middle AND sequence >= m.middle - 1
          ORDER BY sequence DESC LIMIT 1
        ) AS e
        WHERE low < high
      )
      SELECT first.sequence - 1 AS sequence, span.began_at
      FROM span CROSS JOIN LATERAL (
        SELECT sequence FROM event
        WHERE partner_id = $1 AND timestamp >= $2::timestamptz AND sequence >= (SELECT max(low) FROM search)
        ORDER BY sequence LIMIT 1
      ) AS first
      """;

  private static final String ENDS =
      "SELECT partner_id, last, began_at FROM event_counter WHERE partner_id = ANY($1::text[])";

  private static final String UPKEEP = "SELECT event_upkeep()";

  private final SqlClient client;

  /// What is kept of a partner's log.
  ///
  /// @param last the sequence of the newest event ever, 0 if there was none
  /// @param oldest the sequence of the oldest event that is kept; `last + 1` if none is
  /// @param since when that event happened; the end of time if none is kept
  /// @param beganAt when the log began, null if it has not
  public record Span(long last, long oldest, Instant since, @Nullable Instant beganAt) {
    /// The place in this log after the given event.
    public Place after(long sequence) {
      return new Place(sequence, beganAt);
    }

    /// The place after the newest event.
    public Place end() {
      return after(last);
    }
  }

  /// How far a log goes.
  ///
  /// @param last the sequence of the newest event ever
  /// @param beganAt tells this log from the one before a reset of the sandbox
  public record End(long last, Instant beganAt) {}

  public EventStore(SqlClient client) {
    this.client = client;
  }

  /// Numbers and writes events in the order given, as the last statement of their transaction.
  public static Future<?> append(SqlConnection connection, List<Event> events) {
    var tuple =
        Tuple.tuple()
            .addValue(column(events, Event::partnerId))
            .addValue(column(events, Event::eventId))
            .addValue(column(events, Event::name))
            .addValue(column(events, Event::alias))
            .addValue(events.stream().map(e -> utc(e.timestamp())).toArray(OffsetDateTime[]::new))
            .addValue(column(events, Event::data));
    return connection.preparedQuery(APPEND).execute(tuple);
  }

  /// The next events after a place, in order; none if the partner has another log by now.
  public Future<List<LoggedEvent>> after(String partnerId, Place place) {
    if (place.logBeganAt() == null) return Future.succeededFuture(List.of());
    return page(partnerId, place)
        .compose(
            events ->
                events.isEmpty()
                    ? afterForgotten(partnerId, place)
                    : Future.succeededFuture(events));
  }

  /// What is kept may begin after the place.
  private Future<List<LoggedEvent>> afterForgotten(String partnerId, Place place) {
    return span(partnerId)
        .compose(
            span ->
                span.oldest() - 1 > place.sequence()
                    ? page(partnerId, new Place(span.oldest() - 1, place.logBeganAt()))
                    : Future.succeededFuture(List.of()));
  }

  private Future<List<LoggedEvent>> page(String partnerId, Place place) {
    var beganAt = utc(Objects.requireNonNull(place.logBeganAt()));
    var tuple = Tuple.of(partnerId, place.sequence(), PAGE_EVENTS_MAX, PAGE_BYTES_MAX, beganAt);
    return client.preparedQuery(PAGE).execute(tuple).map(rows -> events(rows, place.sequence()));
  }

  /// One event, if it is kept.
  public Future<Optional<LoggedEvent>> find(String partnerId, String eventId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(partnerId, eventId, LoggedEvent.original(eventId)))
        .map(
            rows ->
                Rows.map(rows, LoggedEvent::toldBy).stream()
                    .flatMap(List::stream)
                    .filter(event -> event.eventId().equals(eventId))
                    .findFirst());
  }

  /// The place after an event, if it is kept.
  public Future<Optional<Place>> placeAfter(String partnerId, String eventId) {
    return place(FIND, Tuple.of(partnerId, eventId, LoggedEvent.original(eventId)));
  }

  /// The place before the first event that is kept and did not happen before the given time.
  public Future<Optional<Place>> placeBefore(String partnerId, Instant time) {
    return place(BEFORE_TIME, Tuple.of(partnerId, utc(time)));
  }

  private Future<Optional<Place>> place(String sql, Tuple tuple) {
    return client
        .preparedQuery(sql)
        .execute(tuple)
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(Fields::new)
                    .map(f -> new Place(f.number("sequence"), f.instant("began_at")))
                    .findFirst());
  }

  public Future<Span> span(String partnerId) {
    return client
        .preparedQuery(SPAN)
        .execute(Tuple.of(partnerId))
        .map(rows -> span(new Fields(rows.iterator().next())));
  }

  /// How far the logs of these partners go; partners without an event are left out.
  public Future<Map<String, End>> endsOf(Collection<String> partnerIds) {
    var tuple = Tuple.tuple().addValue(partnerIds.toArray(String[]::new));
    return client
        .preparedQuery(ENDS)
        .execute(tuple)
        .map(
            rows -> {
              var ends = new HashMap<String, End>();
              for (var row : rows) {
                var fields = new Fields(row);
                ends.put(
                    fields.text("partner_id"),
                    new End(fields.number("last"), fields.instant("began_at")));
              }
              return ends;
            });
  }

  /// Sees to the tables of the log: those that are needed next are there, and one that holds
  /// nothing but what is older than 30 days is dropped. Returns how many such are left, for the
  /// next time.
  public Future<Integer> upkeep() {
    return client.query(UPKEEP).execute().map(rows -> rows.iterator().next().getInteger(0));
  }

  private static Span span(Fields fields) {
    var last = fields.number("last");
    var oldest = fields.row().getLong("oldest");
    var since = fields.maybeInstant("since");
    var beganAt = fields.maybeInstant("began_at");
    if (oldest == null || since == null) return new Span(last, last + 1, Instant.MAX, beganAt);
    return new Span(last, oldest, since, beganAt);
  }

  private static List<LoggedEvent> events(RowSet<Row> rows, long after) {
    return StreamSupport.stream(rows.spliterator(), false)
        .flatMap(row -> LoggedEvent.toldBy(new Fields(row)).stream())
        .filter(event -> event.sequence() > after)
        .limit(PAGE_EVENTS_MAX)
        .toList();
  }

  private static @Nullable String[] column(
      List<Event> events, Function<Event, @Nullable String> get) {
    return events.stream().map(get).<@Nullable String>toArray(String[]::new);
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
