package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When an endpoint counts as one that only fails, and what that means for its deliveries.
@Timeout(60)
class FailingWebhooksIT {
  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_endpoint_that_does_nothing_but_fail_is_disabled_after_five_days() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    fixture.webhook("whk_2", receiver.url("/fine"), "*");
    receiver.answers(
        request ->
            request.response().setStatusCode(request.path().equals("/fine") ? 200 : 500).end());
    var began = fixture.clock.instant();
    var worker = fixture.worker();
    fixture.append("order.filled");
    fixture.tick(worker);
    assertThat(disableAt("whk_1")).isEqualTo(began.plus(Duration.ofDays(5)));
    assertThat(disableAt("whk_2")).isNull();
    for (int day = 1; day < 5; day++) {
      fixture.clock.advance(Duration.ofDays(1).minusMillis(1));
      fixture.append("order.filled");
      fixture.tick(worker);
    }
    assertThat(disableAt("whk_1")).isEqualTo(began.plus(Duration.ofDays(5)));
    assertThat(fixture.attempts("whk_1")).hasSizeGreaterThan(Webhook.FAILURES_MIN);
    fixture.clock.advance(Duration.ofDays(1).plusMillis(4));
    assertThat(wornOut()).isEmpty();
    fixture.append("order.filled");
    fixture.tick(worker);
    // It looks once a second by itself.
    assertThat(eventually(() -> List.copyOf(fixture.commands), found -> !found.isEmpty()))
        .containsOnly(new DisableWebhook(DeliveryFixture.PARTNER, Environment.SANDBOX, "whk_1"));
  }

  @Test
  void one_that_fails_and_then_hears_nothing_is_not_disabled() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    receiver.answers(500);
    var worker = fixture.worker();
    fixture.append("order.filled");
    fixture.tick(worker);
    while (fixture.pending() > 0) {
      fixture.clock.advance(Duration.ofDays(1));
      fixture.tick(worker);
    }
    var attempts = fixture.attempts("whk_1");
    assertThat(attempts).hasSize(8);
    fixture.clock.advance(Duration.ofDays(3));
    assertThat(wornOut()).isEmpty();
    // One more is not enough, for it may be an hour's maintenance; two are.
    fixture.append("order.filled");
    fixture.tick(worker);
    assertThat(wornOut()).isEmpty();
    fixture.clock.advance(Duration.ofSeconds(6));
    fixture.tick(worker);
    assertThat(wornOut()).containsExactly("whk_1");
  }

  @Test
  void a_secret_that_was_replaced_is_forgotten_when_it_signs_no_more() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    var until = fixture.clock.instant().plus(Duration.ofDays(1));
    fixture.database.run(
        "UPDATE webhook SET previous_secret = secret, previous_until = '%s'".formatted(until));
    assertThat(fixture.store.forgetSecrets(until).await()).isZero();
    assertThat(fixture.store.forgetSecrets(until.plusMillis(1)).await()).isOne();
    assertThat(fixture.database.run("SELECT FROM webhook WHERE previous_secret IS NULL"))
        .hasSize(1);
  }

  @Test
  void one_success_begins_the_five_days_anew() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    receiver.answers(500);
    var worker = fixture.worker();
    fixture.append("order.filled");
    fixture.tick(worker);
    fixture.clock.advance(Duration.ofDays(4));
    receiver.answers(200);
    fixture.tick(worker);
    assertThat(disableAt("whk_1")).isNull();
    fixture.clock.advance(Duration.ofDays(2));
    receiver.answers(500);
    fixture.append("order.filled");
    fixture.tick(worker);
    assertThat(disableAt("whk_1")).isEqualTo(fixture.clock.instant().plus(Duration.ofDays(5)));
    assertThat(fixture.commands).isEmpty();
  }

  @Test
  void a_disabled_endpoint_gets_nothing_and_loses_nothing() {
    fixture.webhook("whk_1", receiver.url("/"), "*");
    receiver.answers(500);
    var worker = fixture.worker();
    var missed = new ArrayList<>(fixture.append("order.filled"));
    fixture.tick(worker);
    receiver.take();
    fixture.database.run("UPDATE webhook SET status = 'DISABLED'");
    missed.addAll(fixture.append("kyc.updated", "order.pending"));
    fixture.clock.advance(Duration.ofHours(1));
    fixture.tick(worker);
    assertThat(receiver.take()).isEmpty();
    fixture.store.prune(fixture.clock.instant(), 100).await();

    receiver.answers(200);
    fixture.database.run("UPDATE webhook SET status = 'ACTIVE', disable_at = NULL");
    fixture.tick(worker);
    assertThat(receiver.take())
        .extracting(r -> r.headers().get("x-service-event-id"))
        .containsExactlyInAnyOrderElementsOf(missed.stream().map(e -> e.eventId()).toList());
  }

  private List<String> wornOut() {
    var found = new WebhookStore(fixture.database.pool()).wornOut(fixture.clock.instant(), 10);
    return found.await().stream().map(Webhook::webhookId).toList();
  }

  private @Nullable Instant disableAt(String webhookId) {
    var sql = "SELECT disable_at FROM webhook WHERE webhook_id = '%s'".formatted(webhookId);
    var at = fixture.database.run(sql).getFirst().getOffsetDateTime(0);
    return at == null ? null : at.toInstant();
  }
}
