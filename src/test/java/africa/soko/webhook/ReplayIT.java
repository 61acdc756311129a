package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.Event;
import africa.soko.event.EventStore;
import africa.soko.webhook.Replay.Part;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Walking a replay: in steps, beside other nodes, across deaths, and never more than asked for.
@Timeout(60)
class ReplayIT {
  private static final int ALL = 1_000;

  private final DeliveryFixture fixture = new DeliveryFixture();
  private final EventStore log = new EventStore(fixture.database.pool());

  @BeforeEach
  void endpoint() {
    fixture.webhook("whk_1", fixture.receiver.url("/"), "*");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_same_events_come_again_with_delivery_ids_of_their_own() {
    var events = fixture.append("order.pending", "order.filled", "kyc.updated");
    var worker = fixture.worker();
    fixture.tick(worker);
    var first = fixture.receiver.take();
    replay("rpl_1", part(1, 3, null));
    fixture.tick(worker);
    var second = fixture.receiver.take();
    assertThat(ids(second)).containsExactlyElementsOf(eventIds(events.subList(1, 3)));
    assertThat(second)
        .extracting(r -> r.headers().get("x-service-delivery-id"))
        .doesNotContainAnyElementsOf(
            first.stream().map(r -> r.headers().get("x-service-delivery-id")).toList());
    assertThat(second.getFirst().body()).isEqualTo(first.get(1).body());
    assertThat(open()).isZero();
    assertThat(fixture.pending()).isZero();
  }

  @Test
  void what_is_asked_for_by_type_and_time_is_what_comes() {
    fixture.append("order.pending", "order.filled");
    fixture.clock.advance(Duration.ofMinutes(1));
    var since = fixture.clock.instant();
    var wanted = fixture.append("order.filled", "order.pending").getFirst();
    fixture.clock.advance(Duration.ofMinutes(1));
    var until = fixture.clock.instant();
    fixture.append("order.filled");
    fixture.store.fanOut(until, ALL, ALL).await();
    fixture.database.run("DELETE FROM delivery");
    var part = new Part(0, 5, began(), since, until, "order.filled");
    assertThat(fixture.replays.count(webhook(), part, ALL).await()).isOne();
    replay("rpl_1", part);
    step();
    assertThat(queued()).containsExactly(sequenceOf(wanted));
  }

  @Test
  void nodes_that_walk_together_and_die_on_the_way_queue_each_event_once() {
    int events = 500;
    for (int i = 0; i < events / 100; i++) {
      fixture.append(LongStream.range(0, 100).mapToObj(_ -> "order.filled").toArray(String[]::new));
    }
    fixture.store.fanOut(fixture.clock.instant(), ALL, ALL).await();
    fixture.database.run("DELETE FROM delivery");
    replay("rpl_1", part(100, 450, null));
    // One that dies before it commits: what it held is free again, and nothing of it is there.
    var dying = fixture.database.pool().getConnection().await();
    var transaction = dying.begin().await();
    dying.query("SELECT FROM webhook_replay FOR UPDATE").execute().await();
    assertThat(fixture.replays.step(fixture.clock.instant(), 30, 10, ALL).await()).isZero();
    transaction.rollback().await();
    dying.close().await();
    while (open() > 0) {
      var now = fixture.clock.instant();
      Future.all(
              fixture.replays.step(now, 30, 10, ALL),
              fixture.replays.step(now, 30, 10, ALL),
              fixture.replays.step(now, 30, 10, ALL))
          .await();
    }
    assertThat(queued())
        .containsExactlyElementsOf(LongStream.rangeClosed(101, 450).boxed().toList());
  }

  @Test
  void what_waits_already_is_not_queued_twice_and_a_busy_endpoint_gets_no_more() {
    fixture.append("order.pending", "order.filled", "kyc.updated");
    fixture.store.fanOut(fixture.clock.instant(), 2, ALL).await();
    replay("rpl_1", part(0, 3, null));
    assertThat(fixture.replays.step(fixture.clock.instant(), 10, 10, 2).await()).isZero();
    step();
    assertThat(queued()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a_disabled_endpoint_gets_its_replay_once_it_is_enabled() {
    fixture.append("order.pending");
    fixture.store.fanOut(fixture.clock.instant(), ALL, ALL).await();
    fixture.database.run("DELETE FROM delivery");
    replay("rpl_1", part(0, 1, null));
    fixture.database.run("UPDATE webhook SET status = 'DISABLED'");
    step();
    assertThat(open()).isOne();
    fixture.replays.prune(fixture.clock.instant(), 10).await();
    fixture.database.run("UPDATE webhook SET status = 'ACTIVE'");
    step();
    assertThat(queued()).containsExactly(1L);
  }

  @Test
  void a_replay_of_a_log_that_is_gone_or_of_an_endpoint_that_is_gone_ends() {
    fixture.append("order.pending");
    fixture.store.fanOut(fixture.clock.instant(), ALL, ALL).await();
    fixture.database.run("DELETE FROM delivery");
    replay("rpl_1", new Part(0, 1, Instant.EPOCH, null, null, null));
    step();
    assertThat(queued()).isEmpty();
    assertThat(open()).isZero();
    replay("rpl_2", part(0, 1, null));
    fixture.database.run("UPDATE webhook SET status = 'DELETED', deleted_at = now()");
    fixture.replays.prune(Instant.EPOCH, 10).await();
    assertThat(open()).isZero();
  }

  @Test
  void an_alias_alone_is_told_under_its_own_number() {
    var data = "{\"n\":1}";
    var event =
        new Event(
            DeliveryFixture.PARTNER,
            fixture.ids.next("evt_"),
            "order.filled",
            "trade.settled",
            fixture.clock.instant(),
            data);
    var pool = fixture.database.pool();
    pool.withTransaction(c -> EventStore.append(c, List.of(event)).mapEmpty()).await();
    fixture.store.fanOut(fixture.clock.instant(), ALL, ALL).await();
    fixture.database.run("DELETE FROM delivery");
    assertThat(fixture.replays.count(webhook(), part(0, 2, null), ALL).await()).isEqualTo(2);
    replay("rpl_1", part(0, 2, "trade.settled"));
    step();
    assertThat(queued()).containsExactly(2L);
  }

  private void step() {
    fixture.replays.step(fixture.clock.instant(), ALL, 10, ALL).await();
  }

  private Part part(long low, long high, @Nullable String type) {
    return new Part(low, high, began(), null, null, type);
  }

  private Instant began() {
    return log.span(DeliveryFixture.PARTNER).await().end().logBeganAt();
  }

  private Webhook webhook() {
    var store = new WebhookStore(fixture.database.pool());
    return store.find(DeliveryFixture.PARTNER, "whk_1").await().orElseThrow();
  }

  private void replay(String id, Part part) {
    var replay =
        new Replay(DeliveryFixture.PARTNER, id, "whk_1", part, false, fixture.clock.instant());
    fixture
        .database
        .pool()
        .preparedQuery(Replay.TABLE.insertSql())
        .execute(Replay.TABLE.insertTuple(List.of(replay)))
        .await();
  }

  private long open() {
    return fixture.database.run("SELECT FROM webhook_replay").size();
  }

  private List<Long> queued() {
    var found = new ArrayList<Long>();
    for (var row : fixture.database.run("SELECT sequence FROM delivery ORDER BY sequence")) {
      found.add(row.getLong(0));
    }
    return found;
  }

  private long sequenceOf(Event event) {
    var found = log.find(DeliveryFixture.PARTNER, event.eventId()).await();
    return found.orElseThrow().sequence();
  }

  private static List<String> ids(List<Receiver.Received> received) {
    return received.stream().map(r -> r.headers().get("x-service-event-id")).toList();
  }

  private static List<String> eventIds(List<Event> events) {
    return events.stream().map(Event::eventId).toList();
  }
}
