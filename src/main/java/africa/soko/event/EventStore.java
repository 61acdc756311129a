package africa.soko.event;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All SQL of the event log.
public final class EventStore {
  private EventStore() {}

  // The counter's row stays locked until COMMIT, so numbers follow the order of commits.
  private static final String APPEND =
      """
      WITH fresh AS (
        SELECT *,
               row_number() OVER (PARTITION BY partner_id ORDER BY place) AS n,
               count(*) OVER (PARTITION BY partner_id) AS total
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
          WITH ORDINALITY AS e(partner_id, event_id, event, alias_of, timestamp, data, place)
      ), counter AS (
        INSERT INTO event_counter AS c (partner_id, last)
        SELECT partner_id, count(*) FROM fresh GROUP BY partner_id ORDER BY partner_id
        ON CONFLICT (partner_id) DO UPDATE SET last = c.last + excluded.last
        RETURNING partner_id, last
      )
      INSERT INTO event (partner_id, sequence, event_id, event, alias_of, timestamp, data)
      SELECT f.partner_id,
             c.last - f.total + f.n,
             f.event_id, f.event, f.alias_of, f.timestamp, f.data
      FROM fresh f JOIN counter c USING (partner_id)
      """;

  /// Numbers and writes events in the order given, as the last statement of their transaction.
  public static Future<?> append(SqlConnection connection, List<Event> events) {
    var tuple =
        Tuple.tuple()
            .addValue(column(events, Event::partnerId))
            .addValue(column(events, Event::eventId))
            .addValue(column(events, Event::name))
            .addValue(column(events, Event::aliasOf))
            .addValue(
                events.stream()
                    .map(e -> e.timestamp().atOffset(ZoneOffset.UTC))
                    .toArray(OffsetDateTime[]::new))
            .addValue(column(events, Event::data));
    return connection.preparedQuery(APPEND).execute(tuple);
  }

  private static @Nullable String[] column(
      List<Event> events, Function<Event, @Nullable String> get) {
    return events.stream().map(get).<@Nullable String>toArray(String[]::new);
  }
}
