package africa.soko.event;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks back through the logs of one environment, the newest event first. What one look reads and
/// brings is bounded, however long the log is and however rare what is looked for.
public final class EventSearchStore {
  /// How many numbers of a log one look goes back.
  private static final int NUMBERS_MAX = 10_000;

  /// What is held against the clocks of the nodes, as in the search for a place.
  private static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(10);

  // A row that has an alias tells that too, under the number after its own.
  private static final String BACK =
      """
      SELECT partner_id, sequence, event_id, event, alias, timestamp, data, bytes
      FROM (
        SELECT *, sum(size) OVER (ORDER BY sequence DESC) AS bytes
        FROM (
          SELECT *, octet_length(data) * CASE WHEN alias IS NULL THEN 1 ELSE 2 END AS size
          FROM event
          WHERE partner_id = $1 AND sequence < $2 AND sequence >= $3::bigint - 1
            AND ($4::text IS NULL OR event = $4 OR alias = $4)
            AND ($5::timestamptz IS NULL OR timestamp >= $5)
            AND ($6::timestamptz IS NULL OR timestamp < $6)
          ORDER BY sequence DESC LIMIT $7
        ) AS next
      ) AS sized
      WHERE bytes - size < $8
      ORDER BY sequence DESC
      """;

  private final SqlClient client;
  private final EventStore store;
  private final int numbersMax;

  /// What is looked for; null is any.
  ///
  /// @param type the name of an event, or of an alias
  /// @param since not before
  /// @param until before
  public record Terms(@Nullable String type, @Nullable Instant since, @Nullable Instant until) {
    private boolean takes(String name) {
      return type == null || type.equals(name);
    }
  }

  /// What one look has found.
  ///
  /// @param goesOnBefore where the next look begins if this one ended before the log did, or null
  public record Found(List<LoggedEvent> events, @Nullable Long goesOnBefore) {}

  public EventSearchStore(SqlClient client, EventStore store) {
    this(client, store, NUMBERS_MAX);
  }

  EventSearchStore(SqlClient client, EventStore store, int numbersMax) {
    this.client = client;
    this.store = store;
    this.numbersMax = numbersMax;
  }

  /// The events before a number that are looked for, newest first.
  ///
  /// @param wanted how many at most
  public Future<Found> before(String partnerId, long before, Terms terms, int wanted) {
    return window(partnerId, before, terms)
        .compose(
            window ->
                client
                    .preparedQuery(BACK)
                    .execute(tuple(partnerId, window, terms, wanted))
                    .map(rows -> found(rows, window, terms, wanted)));
  }

  /// Between which numbers one look goes.
  ///
  /// @param floor the first number that may be found by any look
  /// @param low the first number of this one
  private record Window(long floor, long low, long before) {}

  private Future<Window> window(String partnerId, long before, Terms terms) {
    var until = terms.until();
    var span = store.span(partnerId);
    var first = firstSince(partnerId, terms.since(), 1);
    var end =
        firstSince(partnerId, until == null ? null : until.plus(CLOCKS_DIFFER_MAX), Long.MAX_VALUE);
    return Future.all(span, first, end)
        .map(
            _ -> {
              var high = Math.min(Math.min(before, end.result()), span.result().last() + 1);
              var floor = Math.max(first.result(), span.result().oldest());
              return new Window(floor, Math.max(floor, high - numbersMax), high);
            });
  }

  /// The number of the first event since a time; beyond all numbers if there is none.
  private Future<Long> firstSince(String partnerId, @Nullable Instant time, long otherwise) {
    if (time == null) return Future.succeededFuture(otherwise);
    return store
        .placeBefore(partnerId, time)
        .map(found -> found.map(place -> place.sequence() + 1).orElse(Long.MAX_VALUE));
  }

  /// Asks for one row more: of the first, the number that is asked for may be on the page before.
  private static Tuple tuple(String partnerId, Window window, Terms terms, int wanted) {
    return Tuple.of(partnerId, window.before(), window.low(), terms.type())
        .addValue(maybeUtc(terms.since()))
        .addValue(maybeUtc(terms.until()))
        .addInteger(wanted + 1)
        .addInteger(EventStore.PAGE_BYTES_MAX);
  }

  private static Found found(RowSet<Row> rows, Window window, Terms terms, int wanted) {
    var events =
        Rows.map(rows, LoggedEvent::toldBy).stream()
            .flatMap(told -> told.reversed().stream())
            .filter(event -> event.sequence() >= window.low() && event.sequence() < window.before())
            .filter(event -> terms.takes(event.name()))
            .limit(wanted)
            .toList();
    var reached = window.low();
    for (var row : rows) {
      if (row.getLong("bytes") >= EventStore.PAGE_BYTES_MAX) {
        reached = Math.max(reached, row.getLong("sequence"));
      }
    }
    return new Found(events, reached > window.floor() ? reached : null);
  }

  private static @Nullable OffsetDateTime maybeUtc(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
