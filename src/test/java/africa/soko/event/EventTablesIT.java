package africa.soko.event;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import africa.soko.testing.QueryCost;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The log is made of tables of ten days each, and what is old goes as a whole (decision 0021).
@Timeout(120)
class EventTablesIT {
  private static final int DAYS = 10;

  private BooksOnDisk books;
  private EventStore store;
  private LocalDate today;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    store = new EventStore(books.books());
    today = LocalDate.parse((String) books.ask("SELECT (now() AT TIME ZONE 'UTC')::date::text"));
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void the_tables_of_the_next_days_are_there_before_they_are_needed() {
    for (int days : new int[] {-DAYS, 0, DAYS}) {
      assertThat(isThere(table(today.plusDays(days)))).isTrue();
    }
    assertThat(isThere(table(today.plusDays(2 * DAYS)))).isFalse();
    books.execute("DROP TABLE " + table(today.plusDays(DAYS)));
    assertThat(await(store.upkeep())).isZero();
    assertThat(isThere(table(today.plusDays(DAYS)))).isTrue();
  }

  @Test
  void a_table_goes_once_all_of_it_is_older_than_thirty_days_and_the_rest_stays() {
    events("busy", 1, 4_000, today.minusDays(30 + 2 * DAYS));
    // Its last days are not that old.
    events("busy", 4_001, 4_500, today.minusDays(30));
    events("busy", 4_501, 5_000, today);
    events("calm", 1, 10, today.minusDays(30 + 2 * DAYS));
    assertThat(await(store.upkeep())).isZero();
    var kept = await(store.span("busy"));
    assertThat(kept.oldest()).isEqualTo(4_001);
    assertThat(kept.last()).isEqualTo(5_000);
    assertThat(await(store.span("calm")).oldest()).isEqualTo(11);
    // Who was further back goes on with what is kept.
    var page = await(store.after("busy", kept.after(7)));
    assertThat(page.getFirst().sequence()).isEqualTo(4_001);
    assertThat(page).hasSize(EventStore.PAGE_EVENTS_MAX);
    assertThat(await(store.after("calm", await(store.span("calm")).after(0)))).isEmpty();
  }

  @Test
  void nobody_waits_for_a_table_to_go_that_somebody_reads() throws Exception {
    events("p", 1, 10, today.minusDays(30 + 3 * DAYS));
    events("p", 11, 20, today.minusDays(30 + 2 * DAYS));
    var reader = await(books.books().getConnection());
    var reading = await(reader.begin());
    await(reader.query("SELECT count(*) FROM event").execute());
    var upkeep = store.upkeep();
    books.execute(row("p", 21, "now()"));
    assertThat(await(upkeep)).isEqualTo(2);
    assertThat(await(store.span("p")).oldest()).isEqualTo(1);
    await(reading.commit());
    await(reader.close());
    // One at a time, so that nobody waits for several.
    assertThat(await(store.upkeep())).isEqualTo(1);
    assertThat(await(store.span("p")).oldest()).isEqualTo(11);
    assertThat(await(store.upkeep())).isZero();
    assertThat(await(store.span("p")).oldest()).isEqualTo(21);
  }

  @Test
  void what_a_look_reads_does_not_follow_the_length_of_the_log() {
    events("long", 1, 30_000, today);
    var began = (String) books.ask("SELECT began_at::text FROM event_counter");
    var page = Tuple.of("long", 100, EventStore.PAGE_EVENTS_MAX, EventStore.PAGE_BYTES_MAX, began);
    assertThat(cost(EventStore.PAGE, page)).isLessThan(100);
    assertThat(cost(EventStore.SPAN, Tuple.of("long"))).isLessThan(100);
    assertThat(cost(EventStore.BEFORE_TIME, Tuple.of("long", today + "T00:00:00Z")))
        .isLessThan(400);
  }

  private long cost(String sql, Tuple values) {
    return QueryCost.of(books.books(), sql, values).buffers();
  }

  /// Events of one partner that were logged at a day, whose own clock is 40 days ahead.
  private void events(String partnerId, int first, int last, LocalDate day) {
    var from = day.minusDays(Math.floorMod(day.toEpochDay(), DAYS));
    if (!isThere(table(day))) {
      books.execute(
          "CREATE TABLE %s PARTITION OF event FOR VALUES FROM ('%s') TO ('%s')"
              .formatted(table(day), from + "T00:00:00Z", from.plusDays(DAYS) + "T00:00:00Z"));
    }
    books.execute(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data, logged_at)
          SELECT '%1$s', n, 'evt_' || lpad('' || n, 26, '0'), 'order.filled',
                 timestamptz '%4$sT00:00:00Z' + interval '40 days' + n * interval '1 ms', '{}',
                 '%4$sT00:00:00Z'
          FROM generate_series(%2$d, %3$d) AS n;
        INSERT INTO event_counter VALUES ('%1$s', %3$d)
          ON CONFLICT (partner_id) DO UPDATE SET last = %3$d;
        """
            .formatted(partnerId, first, last, day));
  }

  private static String row(String partnerId, int sequence, String loggedAt) {
    return """
    INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data, logged_at)
      VALUES ('%s', %d, 'evt_%d', 'order.filled', now(), '{}', %s)
    """
        .formatted(partnerId, sequence, sequence, loggedAt);
  }

  private boolean isThere(String table) {
    return books.ask("SELECT to_regclass('%s')::text".formatted(table)) != null;
  }

  private static String table(LocalDate day) {
    var from = day.minusDays(Math.floorMod(day.toEpochDay(), DAYS));
    return "event_" + from.format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
