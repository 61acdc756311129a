package africa.soko.webhook;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a partner does with an endpoint that it has: another secret, finding out what arrived, and
/// going on after it was disabled.
@SokoTest
class WebhookUpkeepIT {
  private static final String OWN = "another secret of the partner's own";

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void for_a_day_both_secrets_sign(Partner partner, Service service) {
    var hook = register(partner.sandbox());
    var rotated = hook.post("/rotate-secret", Map.of("secret", OWN)).expect(200);
    assertThat(rotated).has("/secret", OWN).has("/id", hook.id());
    assertThat(Instant.parse(rotated.text("/previousSecretExpiresAt")))
        .isBetween(Instant.now().plus(Duration.ofHours(23)), Instant.now().plusSeconds(86_400));

    hook.post("/test", "").expect(200);
    var both = new Delivered(receiver.take().getFirst());
    var signatures = both.header("webhook-signature").split(" ");
    assertThat(signatures).hasSize(2);
    both.assertSigned(OWN, both.header("x-service-signature"), signatures[0]);
    both.assertSigned(hook.secret(), both.header("x-service-signature-previous"), signatures[1]);

    var over = "UPDATE webhook SET previous_until = now() WHERE webhook_id = '%s' RETURNING 1";
    service.ask(Environment.SANDBOX, over.formatted(hook.id()));
    hook.post("/test", "").expect(200);
    var one = new Delivered(receiver.take().getFirst());
    one.assertSignedWith(OWN);
    assertThat(one.header("x-service-signature-previous")).isNull();
  }

  @Test
  void a_secret_is_generated_told_once_and_the_same_to_a_repeat(Partner partner, Service service) {
    var hook = register(partner.sandbox());
    var path = hook.path() + "/rotate-secret";
    var api = partner.sandbox();
    var first = api.request("POST", path).key("rotate").send().expect(200);
    var repeat = api.request("POST", path).key("rotate").send().expect(200);
    assertThat(first.text("/secret")).startsWith("whsec_").isNotEqualTo(hook.secret());
    assertThat(repeat.body()).isEqualTo(first.body());
    assertThat(api.get("/webhooks").body()).doesNotContain("secret");
    var stored =
        "SELECT count(*) FROM %s AS t WHERE t::text LIKE '%%" + first.text("/secret") + "%%'";
    for (var table : List.of("webhook", "idempotency")) {
      assertThat(service.ask(Environment.SANDBOX, stored.formatted(table))).isEqualTo(0L);
    }
    hook.post("/test", "").expect(200);
    assertThat(new Delivered(receiver.take().getFirst()).header("webhook-signature").split(" "))
        .hasSize(2);
  }

  @Test
  void a_secret_has_sixteen_to_256_characters(Partner partner) {
    var hook = register(partner.sandbox());
    for (var wrong : List.of("", "x".repeat(15), "x".repeat(257))) {
      assertThat(hook.post("/rotate-secret", Map.of("secret", wrong)))
          .isRefused(400, "VALIDATION_ERROR")
          .has("/error/param", "secret");
    }
  }

  @Test
  void an_endpoint_that_is_worn_out_is_disabled_with_a_notice_and_enabled_again(
      Partner partner, Service service) {
    var hook = register(partner.sandbox());
    var other = register(partner.sandbox(), "webhook.disabled");
    assertThat(hook.listed().path("status").asText()).isEqualTo("ACTIVE");
    service.ask(
        Environment.SANDBOX,
        "UPDATE webhook SET disable_at = now() WHERE webhook_id = '%s' RETURNING 1"
            .formatted(hook.id()));
    receiver.answers(500);
    for (int i = 0; i < Webhook.FAILURES_MIN; i++) hook.post("/test", "").expect(200);
    receiver.take();
    receiver.answers(200);
    eventually(hook::listed, found -> found.path("status").asText().equals("DISABLED"));
    var notice =
        new Delivered(eventually(receiver::received, all -> !all.isEmpty()).iterator().next());
    assertThat(notice.name()).isEqualTo("webhook.disabled");
    assertThat(notice.envelope().at("/data/webhookId").asText()).isEqualTo(hook.id());
    assertThat(eventually(() -> other.get(""), found -> found.number("/count").intValue() == 1))
        .has("/deliveries/0/event", "webhook.disabled");

    var enabled = hook.post("/enable", "").expect(200);
    assertThat(enabled).has("/id", hook.id()).has("/status", "ACTIVE");
    assertThat(enabled.at("/failingSince").isNull()).isTrue();
    assertThat(hook.post("/enable", "").expect(200)).has("/status", "ACTIVE");
    assertThat(hook.listed().path("status").asText()).isEqualTo("ACTIVE");
  }

  @Test
  void attempts_are_found_by_outcome_event_and_time(Partner partner) {
    var hook = register(partner.sandbox());
    hook.post("/test", "").expect(200);
    receiver.answers(500);
    var failed = hook.post("/test", "").expect(200);
    var began = hook.get("").text("/deliveries/1/attemptedAt");
    assertThat(hook.get("").expect(200)).hasNumber("/count", "2");
    assertThat(hook.get("?success=false"))
        .hasNumber("/count", "1")
        .has("/deliveries/0/id", failed.text("/deliveryId"));
    assertThat(hook.get("?success=true").texts("/deliveries", "status")).containsExactly("200");
    assertThat(hook.get("?eventId=" + failed.text("/eventId")).texts("/deliveries", "id"))
        .containsExactly(failed.text("/deliveryId"));
    assertThat(hook.get("?eventId=evt_none")).hasNumber("/count", "0");
    assertThat(hook.get("?since=" + began)).hasNumber("/count", "2");
    assertThat(hook.get("?until=" + began)).hasNumber("/count", "0");
    assertThat(hook.get("?until=2999-01-01T00:00:00Z&success=true&since=2020-01-01T00:00:00Z"))
        .hasNumber("/count", "1");
    var page = hook.get("?limit=1&since=" + began);
    assertThat(hook.get("?limit=1&since=" + began + "&cursor=" + page.text("/nextCursor")))
        .hasNumber("/count", "1");
    assertThat(hook.get("?success=maybe")).isRefused(400, "INVALID_TYPE");
    assertThat(hook.get("?since=yesterday")).isRefused(400, "INVALID_TYPE");
  }

  @Test
  void a_deleted_or_foreign_endpoint_is_neither_rotated_nor_enabled(
      Partner partner, Partner other) {
    var hook = register(partner.sandbox());
    for (var stranger : List.of(other.sandbox(), partner.live())) {
      for (var step : List.of("/rotate-secret", "/enable")) {
        assertThat(stranger.post(hook.path() + step, "")).isRefused(404, "NOT_FOUND");
      }
    }
    partner.sandbox().delete(hook.path()).expect(200);
    for (var step : List.of("/rotate-secret", "/enable")) {
      assertThat(hook.post(step, "")).isRefused(404, "NOT_FOUND");
    }
  }

  private record Hook(Api api, String id, String secret) {
    String path() {
      return "/webhooks/" + id;
    }

    Reply post(String step, Object body) {
      return api.post(path() + step, body);
    }

    Reply get(String query) {
      return api.get(path() + "/deliveries" + query);
    }

    JsonNode listed() {
      for (var one : api.get("/webhooks").at("/webhooks")) {
        if (one.path("id").asText().equals(id)) return one;
      }
      throw new AssertionError(id);
    }
  }

  private Hook register(Api api, String... events) {
    var names = events.length == 0 ? List.of("account.closed") : List.of(events);
    var created = api.post("/webhooks", Map.of("url", receiver.url("/hook"), "events", names));
    return new Hook(api, created.expect(201).text("/id"), created.text("/secret"));
  }
}
