package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.webhook.DeliveryAttempt.Failure;
import africa.soko.webhook.Receiver.Received;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WebhookDeliveryIT {
  private static final Duration SHORT = Duration.ofMillis(300);

  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void subscribed_events_arrive_signed_and_are_logged() throws Exception {
    fixture.webhook("whk_some", receiver.url("/some?x=1"), "order.filled", "kyc.updated");
    fixture.webhook("whk_all", receiver.url("/all"), "*");
    var events = fixture.append("order.pending", "order.filled", "kyc.updated");
    var worker = fixture.worker();
    fixture.tick(worker);

    var received = receiver.take();
    assertThat(received.stream().filter(r -> r.path().equals("/all"))).hasSize(3);
    var some = received.stream().filter(r -> r.path().equals("/some")).toList();
    assertThat(some)
        .extracting(r -> r.headers().get("x-service-event-id"))
        .containsExactlyInAnyOrder(events.get(1).eventId(), events.get(2).eventId());
    for (var one : received) assertSigned(one);
    var filled =
        some.stream()
            .filter(r -> r.headers().get("x-service-event-id").equals(events.get(1).eventId()))
            .findFirst()
            .orElseThrow();
    assertThat(filled.body().toString())
        .isEqualTo(
            "{\"eventId\":\"%s\",\"sequence\":2,\"event\":\"order.filled\",\"timestamp\":\"2026-03-02T09:00:00Z\",\"data\":{\"n\":1},\"isSandbox\":true}"
                .formatted(events.get(1).eventId()));

    assertThat(fixture.pending()).isZero();
    assertThat(fixture.attempts("whk_all")).hasSize(3);
    assertThat(fixture.attempts("whk_some"))
        .hasSize(2)
        .allSatisfy(
            a -> {
              assertThat(a.success()).isTrue();
              assertThat(a.statusCode()).isEqualTo(200);
              assertThat(a.responseSnippet()).isEqualTo("ok");
              assertThat(a.nextRetryAt()).isNull();
              assertThat(a.attempt()).isEqualTo(1);
            })
        .extracting(DeliveryAttempt::attemptId)
        .isSortedAccordingTo(Collections.reverseOrder());

    fixture.tick(worker);
    assertThat(receiver.take()).isEmpty();
  }

  @Test
  void a_failing_endpoint_is_tried_eight_times() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled");
    receiver.answers(500);
    var worker = fixture.worker();
    fixture.tick(worker);
    var waits = List.of("PT5S", "PT30S", "PT5M", "PT30M", "PT2H", "PT8H", "PT24H");
    for (var wait : waits) {
      assertThat(receiver.take()).hasSize(1);
      var delay = Duration.parse(wait);
      assertThat(fixture.nextAttemptAt()).isEqualTo(fixture.clock.instant().plus(delay));
      assertThat(fixture.attempts("whk_1").getFirst().nextRetryAt())
          .isEqualTo(fixture.nextAttemptAt());
      fixture.clock.advance(delay.minusMillis(1));
      fixture.tick(worker);
      assertThat(receiver.take()).isEmpty();
      fixture.clock.advance(Duration.ofMillis(1));
      fixture.tick(worker);
    }
    assertThat(receiver.take()).hasSize(1);
    assertThat(fixture.pending()).isZero();
    var attempts = fixture.attempts("whk_1");
    assertThat(attempts)
        .extracting(DeliveryAttempt::attempt)
        .containsExactly(8, 7, 6, 5, 4, 3, 2, 1);
    assertThat(attempts).extracting(DeliveryAttempt::failure).containsOnly(Failure.STATUS);
    assertThat(attempts.getFirst().nextRetryAt()).isNull();
  }

  @Test
  void an_endpoint_that_recovers_gets_the_same_event_again() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled");
    receiver.answers(503);
    var worker = fixture.worker();
    fixture.tick(worker);
    receiver.answers(204);
    fixture.clock.advance(Duration.ofSeconds(5));
    fixture.tick(worker);
    var received = receiver.take();
    assertThat(received).hasSize(2);
    assertThat(received.get(0).body()).isEqualTo(received.get(1).body());
    assertThat(received.get(0).headers().get("webhook-id"))
        .isEqualTo(received.get(1).headers().get("webhook-id"));
    assertThat(received.get(0).headers().get("x-service-delivery-id"))
        .isNotEqualTo(received.get(1).headers().get("x-service-delivery-id"));
    assertThat(fixture.pending()).isZero();
  }

  @Test
  void a_redirect_is_not_followed() {
    receiver.answers(
        request ->
            request
                .response()
                .setStatusCode(307)
                .putHeader("location", receiver.url("/elsewhere"))
                .end());
    var attempt = attemptOne(Duration.ofSeconds(8));
    assertThat(receiver.take()).extracting(Received::path).containsExactly("/hook");
    assertThat(attempt.failure()).isEqualTo(Failure.STATUS);
    assertThat(attempt.statusCode()).isEqualTo(307);
  }

  @Test
  void no_answer_within_the_deadline_is_a_failure() {
    receiver.answers(_ -> {});
    var attempt = attemptOne(SHORT);
    assertThat(attempt.failure()).isEqualTo(Failure.TIMED_OUT);
    assertThat(attempt.statusCode()).isNull();
    assertThat(attempt.durationMs()).isGreaterThanOrEqualTo(300);
  }

  @Test
  void an_answer_that_never_ends_within_the_deadline_is_a_failure() {
    receiver.answers(request -> request.response().setChunked(true).write("drip"));
    var attempt = attemptOne(SHORT);
    assertThat(attempt.failure()).isEqualTo(Failure.TIMED_OUT);
    assertThat(attempt.statusCode()).isEqualTo(200);
    assertThat(attempt.responseSnippet()).isEqualTo("drip");
  }

  @Test
  void a_huge_answer_is_not_read() {
    receiver.answers(request -> request.response().end(Buffer.buffer("é".repeat(20_000_000))));
    var attempt = attemptOne(Duration.ofSeconds(8));
    assertThat(attempt.success()).isTrue();
    assertThat(attempt.responseSnippet()).isEqualTo("é".repeat(256));
  }

  @Test
  void an_answer_that_no_table_could_hold_is_made_harmless() {
    receiver.answers(
        request -> request.response().end(Buffer.buffer(new byte[] {'a', 0, 'b', -1, 27, 'c'})));
    var attempt = attemptOne(Duration.ofSeconds(8));
    assertThat(attempt.responseSnippet()).isEqualTo("a b\uFFFD c");
  }

  @Test
  void a_connection_that_breaks_is_a_failure() {
    receiver.answers(request -> request.connection().close());
    assertThat(attemptOne(Duration.ofSeconds(8)).failure()).isEqualTo(Failure.UNREACHABLE);
  }

  @Test
  void nobody_listening_is_a_failure() {
    fixture.webhook("whk_1", "http://127.0.0.1:1/", "*");
    fixture.append("order.filled");
    fixture.tick(fixture.worker());
    assertThat(fixture.attempts("whk_1").getFirst().failure()).isEqualTo(Failure.UNREACHABLE);
  }

  @Test
  void a_name_that_moved_to_a_private_address_is_not_called() throws Exception {
    var addresses = new ArrayList<>(List.of("127.0.0.1", "10.0.0.1"));
    NameLookup moving = _ -> Future.succeededFuture(InetAddress.ofLiteral(addresses.removeFirst()));
    fixture.webhook("whk_1", "http://hooks.localhost:" + receiver.port() + "/hook", "*");
    var worker = fixture.worker(Duration.ofSeconds(8), moving);
    fixture.append("order.filled");
    fixture.tick(worker);
    assertThat(receiver.take())
        .extracting(r -> r.headers().get("host"))
        .containsExactly("hooks.localhost:" + receiver.port());
    fixture.append("order.filled");
    fixture.tick(worker);
    assertThat(receiver.take()).isEmpty();
    assertThat(fixture.attempts("whk_1").getFirst().failure()).isEqualTo(Failure.FORBIDDEN_ADDRESS);
    assertThat(addresses).isEmpty();
  }

  @Test
  void what_a_killed_node_had_claimed_comes_back() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled");
    assertThat(fixture.claim(new AttemptSlots(10, 10, 8))).hasSize(1);
    var worker = fixture.worker();
    fixture.clock.advance(WebhookVerticle.LEASE.minusMillis(1));
    fixture.tick(worker);
    assertThat(receiver.take()).isEmpty();
    fixture.clock.advance(Duration.ofMillis(1));
    fixture.tick(worker);
    assertThat(receiver.take()).hasSize(1);
    assertThat(fixture.pending()).isZero();
  }

  @Test
  void two_workers_share_the_work_without_doubling_it() {
    fixture.webhook("whk_1", receiver.url("/1"), "*");
    fixture.webhook("whk_2", receiver.url("/2"), "*");
    var first = fixture.worker();
    var second = fixture.worker();
    for (int i = 0; i < 20; i++) {
      fixture.append(Collections.nCopies(20, "order.filled").toArray(String[]::new));
      Future.all(first.tick(), second.tick()).await();
    }
    // One that was quiet may have woken and taken up what the other had not got to.
    fixture.tick(first);
    fixture.tick(second);
    var received = receiver.take();
    assertThat(received).hasSize(800);
    var distinct = new HashSet<String>();
    for (var one : received) distinct.add(one.path() + one.headers().get("x-service-event-id"));
    assertThat(distinct).hasSize(800);
    assertThat(fixture.pending()).isZero();
  }

  @Test
  void a_slow_endpoint_does_not_starve_the_others() throws Exception {
    var silent = new Receiver(fixture.vertx);
    silent.answers(_ -> {});
    fixture.webhook("whk_silent", silent.url("/"), "*");
    fixture.append(Collections.nCopies(2_500, "order.filled").toArray(String[]::new));
    var worker = fixture.worker(Duration.ofSeconds(30), NameLookup.of(fixture.vertx));
    var quick = new Receiver(fixture.vertx);
    var arrived = new java.util.concurrent.CountDownLatch(1);
    quick.answers(
        request -> {
          arrived.countDown();
          request.response().end();
        });
    fixture.webhook("whk_quick", quick.url("/"), "kyc.updated");
    fixture.append("kyc.updated");
    worker.tick();
    assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(silent.received()).hasSizeLessThanOrEqualTo(AttemptSlots.PER_ENDPOINT_MAX);
  }

  @Test
  void what_waits_for_a_deleted_webhook_stops() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled");
    receiver.answers(500);
    var worker = fixture.worker();
    fixture.tick(worker);
    assertThat(receiver.take()).hasSize(1);
    fixture.database.run("UPDATE webhook SET status = 'DELETED', deleted_at = now()");
    fixture.append("order.filled");
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.tick(worker);
    assertThat(receiver.take()).isEmpty();
    fixture.store.prune(fixture.clock.instant(), 100).await();
    assertThat(fixture.pending()).isZero();
  }

  @Test
  void what_waits_for_a_deleted_webhook_holds_up_nobody() {
    fixture.webhook("whk_gone", receiver.url("/gone"), "order.filled");
    fixture.append(Collections.nCopies(2_500, "order.filled").toArray(String[]::new));
    fixture.database.run("UPDATE webhook SET status = 'DELETED', deleted_at = now()");
    fixture.database.run(
        "INSERT INTO delivery (partner_id, webhook_id, sequence, attempts, next_attempt_at) SELECT"
            + " partner_id, 'whk_gone', sequence, 0, timestamp - interval '1 hour' FROM event");
    fixture.webhook("whk_1", receiver.url("/"), "kyc.updated");
    fixture.append("kyc.updated");
    fixture.tick(fixture.worker());
    assertThat(receiver.take()).hasSize(1);
  }

  @Test
  void an_attempt_that_outlived_its_lease_changes_nothing() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled");
    receiver.answers(500);
    var now = fixture.clock.instant();
    fixture.store.fanOut(now, 100, 100).await();
    var room = new AttemptSlots(10, 10, 8).room();
    var late = fixture.due.claim(now, now, room).await().getFirst();
    fixture.tick(fixture.worker());
    var due = fixture.nextAttemptAt();
    var attempt =
        fixture.courier(Duration.ofSeconds(8), NameLookup.of(fixture.vertx)).deliver(late).await();
    fixture.clock.advance(Duration.ofSeconds(1));
    fixture.store.settle(List.of(new DeliveryStore.Settled(late, attempt))).await();
    assertThat(fixture.nextAttemptAt()).isEqualTo(due);
    assertThat(fixture.attempts("whk_1")).hasSize(2);
  }

  @Test
  void old_attempts_are_forgotten() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.append("order.filled", "order.filled", "order.filled");
    fixture.tick(fixture.worker());
    var now = fixture.clock.instant();
    assertThat(fixture.store.prune(now, 2).await()).isZero();
    assertThat(fixture.store.prune(now.plusSeconds(1), 2).await()).isEqualTo(2);
    assertThat(fixture.attempts("whk_1")).hasSize(1);
  }

  private DeliveryAttempt attemptOne(Duration deadline) {
    fixture.webhook("whk_1", receiver.url("/hook"), "*");
    fixture.append("order.filled");
    fixture.tick(fixture.worker(deadline, NameLookup.of(fixture.vertx)));
    var attempts = fixture.attempts("whk_1");
    assertThat(attempts).hasSize(1);
    return attempts.getFirst();
  }

  private static void assertSigned(Received received) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(DeliveryFixture.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    var expected = HexFormat.of().formatHex(mac.doFinal(received.body().getBytes()));
    assertThat(received.headers().get("x-service-signature")).isEqualTo(expected);
    assertThat(received.headers().get("content-type")).isEqualTo("application/json");
  }
}
