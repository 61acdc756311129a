package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whose turn it is to be delivered, when not everything can be at once.
@Timeout(60)
class FairDeliveryIT {
  private static final Duration LONG = Duration.ofSeconds(50);

  private final DeliveryFixture fixture = new DeliveryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_partner_whose_endpoints_never_answer_does_not_delay_another() throws Exception {
    var silent = new Receiver(fixture.vertx);
    silent.answers(_ -> {});
    for (int i = 0; i < 70; i++)
      fixture.webhookOf("prt_slow", "whk_slow" + i, silent.url("/"), "*");
    filled("prt_slow", 20);
    var worker = fixture.worker(LONG, NameLookup.of(fixture.vertx));
    var share = WebhookVerticle.ATTEMPTS_PER_PARTNER_MAX;
    eventually(() -> fixture.leased("prt_slow"), leased -> leased == share);

    var arrived = new CountDownLatch(5);
    var quick = new Receiver(fixture.vertx);
    quick.answers(
        request -> {
          arrived.countDown();
          request.response().end();
        });
    fixture.webhookOf("prt_quick", "whk_quick", quick.url("/"), "*");
    filled("prt_quick", 5);
    worker.tick();
    assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(fixture.leased("prt_slow")).isEqualTo(share);
  }

  @Test
  void a_partner_gets_its_share_and_what_runs_counts() {
    for (var id : List.of("a", "b", "c")) fixture.webhookOf("prt_1", id, "http://x", "*");
    filled("prt_1", 10);
    var slots = new AttemptSlots(100, 12, 4);
    slots.take("prt_1", "a", true);
    slots.take("prt_1", "a", true);
    slots.take("prt_1", "b", true);
    assertThat(endpoints(fixture.claim(slots))).containsExactlyInAnyOrder("b", "c", "c");
    assertThat(fixture.leased("prt_1")).isEqualTo(3);
  }

  @Test
  void twenty_that_hang_do_not_delay_the_one_that_answers() throws Exception {
    try (var load = new DeliveryLoad()) {
      load.partner(1, 20);
      assertThat(load.run(1_000, 250).getValueAtPercentile(99)).isLessThan(2_000);
    }
  }

  @Test
  void those_of_many_partners_that_hang_do_not_delay_those_that_answer() throws Exception {
    try (var load = new DeliveryLoad()) {
      for (int i = 0; i < 20; i++) load.partner(i % 2 == 0 ? 4 : 5, i % 2 == 0 ? 1 : 0);
      assertThat(load.run(500, 50).getValueAtPercentile(99)).isLessThan(3_000);
    }
  }

  @Test
  void one_that_is_not_known_to_answer_gets_one_attempt_at_a_time() {
    for (var id : List.of("bad", "good")) fixture.webhookOf("prt_1", id, "http://x", "*");
    filled("prt_1", 10);
    fixture.database.run("UPDATE webhook SET answers = false WHERE webhook_id = 'bad'");
    assertThat(endpoints(fixture.claim(new AttemptSlots(100, 8, 4))))
        .containsExactlyInAnyOrder("bad", "good", "good", "good");
    var slots = new AttemptSlots(100, 8, 4);
    slots.take("prt_1", "bad", false);
    assertThat(endpoints(fixture.claim(slots))).doesNotContain("bad");
  }

  @Test
  void those_that_are_not_known_to_answer_get_no_more_than_half_of_all() {
    for (int i = 0; i < 8; i++) fixture.webhookOf("prt_" + i, "bad" + i, "http://x", "*");
    fixture.webhookOf("prt_9", "good", "http://x", "*");
    for (int i = 0; i < 8; i++) filled("prt_" + i, 1);
    fixture.clock.advance(Duration.ofSeconds(1));
    filled("prt_9", 1);
    fixture.database.run("UPDATE webhook SET answers = false WHERE webhook_id <> 'good'");
    assertThat(endpoints(fixture.claim(new AttemptSlots(8, 8, 8)))).hasSize(5).contains("good");
  }

  @Test
  void who_has_the_fewest_attempts_running_comes_first() {
    fixture.webhookOf("prt_1", "old", "http://x", "*");
    filled("prt_1", 10);
    fixture.clock.advance(Duration.ofSeconds(1));
    fixture.webhookOf("prt_2", "idle", "http://x", "*");
    fixture.webhookOf("prt_3", "busy", "http://x", "*");
    filled("prt_2", 3);
    filled("prt_3", 3);
    var slots = new AttemptSlots(9, 8, 8);
    for (int i = 0; i < 3; i++) slots.take("prt_1", "old", true);
    slots.take("prt_3", "busy", true);
    assertThat(endpoints(fixture.claim(slots)))
        .containsExactlyInAnyOrder("idle", "idle", "idle", "busy", "busy");
  }

  @Test
  void a_backlog_is_delivered_in_its_order_beside_all_others() {
    fixture.webhookOf("prt_1", "deep", "http://x", "*");
    filled("prt_1", 3_000);
    assertThat(sequences(fixture.claim(new AttemptSlots(100, 50, 8))))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    fixture.webhookOf("prt_2", "new", "http://x", "*");
    fixture.appendOf("prt_2", "kyc.updated");
    var slots = new AttemptSlots(100, 50, 8);
    for (int i = 0; i < 8; i++) slots.take("prt_1", "deep", true);
    assertThat(endpoints(fixture.claim(slots))).containsExactly("new");
  }

  @Test
  void the_oldest_event_is_queued_first_whoever_it_belongs_to() {
    for (var id : List.of("prt_1", "prt_2")) {
      fixture.webhookOf(id, "of_" + id, "http://x", "*");
    }
    filled("prt_2", 3);
    fixture.clock.advance(Duration.ofSeconds(1));
    filled("prt_1", 3);
    assertThat(queuedNext()).containsOnly("of_prt_2");
    filled("prt_2", 3);
    assertThat(queuedNext()).contains("of_prt_1");
  }

  /// Queues the events of one webhook, and claims what is due.
  private List<String> queuedNext() {
    var now = fixture.clock.instant();
    fixture.store.fanOut(now, 100, 1).await();
    var room = new AttemptSlots(100, 64, 8).room();
    return endpoints(fixture.due.claim(now, now.plusSeconds(1), room).await());
  }

  private void filled(String partnerId, int count) {
    fixture.appendOf(partnerId, Collections.nCopies(count, "order.filled").toArray(String[]::new));
  }

  private static List<String> endpoints(List<DueDelivery> claimed) {
    return claimed.stream().map(DueDelivery::webhookId).toList();
  }

  private static List<Long> sequences(List<DueDelivery> claimed) {
    return claimed.stream().map(delivery -> delivery.event().sequence()).toList();
  }
}
