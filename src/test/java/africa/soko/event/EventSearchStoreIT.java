package africa.soko.event;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.EventSearchStore.Terms;
import africa.soko.testing.BooksDatabase;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What one look at a log costs at most, and that looks in a row leave nothing out.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventSearchStoreIT {
  private static final Instant BEGAN = Instant.parse("2026-03-02T09:00:00Z");
  private static final Terms ALL = new Terms(null, null, null);

  private final Vertx vertx = Vertx.vertx();
  private BooksDatabase database;
  private EventStore store;

  @BeforeAll
  void start() {
    database = new BooksDatabase(vertx);
    store = new EventStore(database.pool());
  }

  @AfterAll
  void stop() {
    database.pool().close().await();
    vertx.close().await();
  }

  @Test
  void looks_in_a_row_find_each_event_once_wherever_they_end() {
    // 1 and 2 are forgotten. The second number of each that has an alias is in brackets:
    // 3(4), 5, 6(7), 8(9), 10, 11(12).
    rows("few", "3 fill sale", "5 pay", "6 fill sale", "8 pay sale", "10 fill", "11 pay sale");
    database.run("INSERT INTO event_counter (partner_id, last) VALUES ('few', 12)");
    for (var numbersMax : List.of(1, 2, 3, 100)) {
      for (var wanted : List.of(2, 3, 50)) {
        assertThat(walk(numbersMax, wanted, ALL)).containsExactly(12, 11, 10, 9, 8, 7, 6, 5, 4, 3);
        assertThat(walk(numbersMax, wanted, named("fill"))).containsExactly(10, 6, 3);
        assertThat(walk(numbersMax, wanted, named("pay"))).containsExactly(11, 8, 5);
        assertThat(walk(numbersMax, wanted, named("sale"))).containsExactly(12, 9, 7, 4);
        assertThat(walk(numbersMax, wanted, named("none"))).isEmpty();
        assertThat(walk(numbersMax, wanted, between(5, 8))).containsExactly(7, 6, 5);
        assertThat(walk(numbersMax, wanted, between(6, 100)))
            .containsExactly(12, 11, 10, 9, 8, 7, 6);
        assertThat(walk(numbersMax, wanted, between(0, 5))).containsExactly(4, 3);
        assertThat(walk(numbersMax, wanted, between(100, 200))).isEmpty();
      }
    }
  }

  @Test
  void a_rare_name_is_looked_for_in_a_bounded_part_of_the_log() {
    database.run(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data)
        SELECT 'many', n, 'evt_' || n, CASE n WHEN 7 THEN 'rare' ELSE 'fill' END, now(), '{}'
        FROM generate_series(1, 25000) AS n
        """);
    database.run("INSERT INTO event_counter (partner_id, last) VALUES ('many', 25000)");
    var search = new EventSearchStore(database.pool(), store);
    var first = search.before("many", Long.MAX_VALUE, named("rare"), 51).await();
    assertThat(first.events()).isEmpty();
    assertThat(first.goesOnBefore()).isEqualTo(15_001L);
    var second = search.before("many", 15_001, named("rare"), 51).await();
    assertThat(second.events()).isEmpty();
    var third = search.before("many", 5_001, named("rare"), 51).await();
    assertThat(third.events()).extracting(LoggedEvent::sequence).containsExactly(7L);
    assertThat(third.goesOnBefore()).isNull();
  }

  @Test
  void large_events_make_a_page_short_and_none_is_left_out() {
    database.run(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, alias, timestamp, data)
        SELECT 'large', 2 * n - 1, 'evt_' || lpad('' || 2 * n, 26, '0'), 'fill', 'sale', now(), repeat(' ', 100000)
        FROM generate_series(1, 5) AS n
        """);
    database.run("INSERT INTO event_counter (partner_id, last) VALUES ('large', 10)");
    var search = new EventSearchStore(database.pool(), store);
    var first = search.before("large", Long.MAX_VALUE, ALL, 51).await();
    assertThat(first.events()).extracting(LoggedEvent::sequence).containsExactly(10L, 9L, 8L, 7L);
    assertThat(first.goesOnBefore()).isEqualTo(7L);
    assertThat(walk("large", search, 51, ALL)).containsExactly(10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  }

  /// Each as "number name alias"; the number tells the minute too.
  private void rows(String partnerId, String... rows) {
    for (var row : rows) {
      var parts = row.split(" ");
      var number = Long.parseLong(parts[0]);
      var alias = parts.length == 3 ? "'" + parts[2] + "'" : "NULL";
      database.run(
          """
          INSERT INTO event (partner_id, sequence, event_id, event, alias, timestamp, data)
          VALUES ('%s', %s, 'evt_%026d', '%s', %s, '%s', '{}')
          """
              .formatted(partnerId, parts[0], number, parts[1], alias, at(number)));
    }
  }

  private List<Integer> walk(int numbersMax, int wanted, Terms terms) {
    var search = new EventSearchStore(database.pool(), store, numbersMax);
    return walk("few", search, wanted, terms);
  }

  /// As a caller walks whose pages hold one event less than is looked for.
  private List<Integer> walk(String partnerId, EventSearchStore search, int wanted, Terms terms) {
    var seen = new ArrayList<Integer>();
    var before = Optional.of(Long.MAX_VALUE);
    for (int looks = 0; before.isPresent(); looks++) {
      assertThat(looks).isLessThan(50);
      var found = search.before(partnerId, before.get(), terms, wanted).await();
      var events = found.events();
      var isFull = events.size() == wanted;
      var page = isFull ? events.subList(0, wanted - 1) : events;
      page.forEach(event -> seen.add((int) event.sequence()));
      before =
          isFull
              ? Optional.of(page.getLast().sequence())
              : Optional.ofNullable(found.goesOnBefore());
    }
    return seen;
  }

  private static Terms named(String name) {
    return new Terms(name, null, null);
  }

  private static Terms between(long since, long until) {
    return new Terms(null, at(since), at(until));
  }

  private static Instant at(long minute) {
    return BEGAN.plusSeconds(60 * minute);
  }
}
