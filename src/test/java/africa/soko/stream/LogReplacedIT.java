package africa.soko.stream;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.testing.SseClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A reset of the sandbox at the very moment that a stream looks for its place, or reads.
@Timeout(60)
class LogReplacedIT {
  private static final String[] FOUR = {
    "order.pending", "order.filled", "trade.settled", "kyc.updated"
  };

  private final StreamFixture fixture = new StreamFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?since=2026-03-02T09:00:00Z", "?since=2999-01-01T00:00:00Z", "id"})
  void a_stream_that_opens_meanwhile_begins_with_the_first_event(String query) throws Exception {
    var last = fixture.append(FOUR).getLast();
    var renewed = new AtomicReference<List<Event>>();
    fixture.whileOpening = () -> renewed.set(fixture.replaceLog(FOUR));
    try (var client = open(query.equals("id") ? "?since=" + last.eventId() : query)) {
      assertThat(ids(client, 4)).isEqualTo(ids(renewed.get()));
    }
  }

  @Test
  void a_stream_that_opens_before_the_first_event_of_all_gets_it() throws Exception {
    var first = new AtomicReference<List<Event>>();
    fixture.whileOpening = () -> first.set(fixture.append(FOUR));
    try (var client = open("")) {
      assertThat(ids(client, 4)).isEqualTo(ids(first.get()));
    }
  }

  @Test
  void what_is_read_meanwhile_is_of_one_log_alone() throws Exception {
    var old = fixture.append("order.pending", "order.filled");
    try (var client = open("?since=2026-03-02T09:00:00Z")) {
      assertThat(ids(client, 2)).isEqualTo(ids(old));
      var connection = fixture.database.pool().getConnection().await();
      var transaction = connection.begin().await();
      run(connection, "LOCK TABLE event IN ACCESS EXCLUSIVE MODE");
      // The hub sees a third event, and stops where it reads it.
      fixture.database.run("UPDATE event_counter SET last = 3");
      fixture.hub.wake();
      eventually(this::readers, readers -> readers == 1);
      run(connection, "DELETE FROM event");
      run(connection, "DELETE FROM event_counter");
      var renewed = events();
      EventStore.append(connection, renewed).await();
      transaction.commit().await();
      connection.close().await();
      assertThat(ids(client, 4)).isEqualTo(ids(renewed));
    }
  }

  private long readers() {
    return fixture
        .database
        .run("SELECT count(*) FROM pg_locks WHERE relation = 'event'::regclass AND NOT granted")
        .getFirst()
        .getLong(0);
  }

  private List<Event> events() {
    var events = new ArrayList<Event>();
    for (var name : FOUR) {
      var id = fixture.ids.next("evt_");
      events.add(new Event(StreamFixture.PARTNER, id, name, null, fixture.clock.instant(), "{}"));
    }
    return events;
  }

  private static void run(SqlConnection connection, String sql) {
    connection.query(sql).execute().await();
  }

  private SseClient open(String query) throws Exception {
    return new SseClient("http://127.0.0.1:%d/%s".formatted(fixture.port, query));
  }

  private static List<String> ids(List<Event> events) {
    return events.stream().map(event -> "id: " + event.eventId()).toList();
  }

  private static List<String> ids(SseClient client, int count) throws Exception {
    var ids = new ArrayList<String>();
    while (ids.size() < count) ids.add(client.event().getFirst());
    return ids;
  }
}
