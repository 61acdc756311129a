package africa.soko.webhook;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// `POST /webhooks/{id}/test` against endpoints that answer well, badly, late or never.
@SokoTest
class WebhookTestDeliveryIT {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void a_test_event_arrives_at_once_whatever_is_subscribed_to(Partner partner) {
    receiver.answers(request -> request.response().setStatusCode(202).end("thanks"));
    var hook = register(partner.sandbox(), receiver.url("/hook"));
    var tested = hook.test();
    assertThat(tested.at("/delivered").asBoolean()).isTrue();
    assertThat(tested).hasNumber("/statusCode", "202");

    var received = new Delivered(receiver.take().getFirst());
    received.assertSignedWith(hook.secret());
    assertThat(received.name()).isEqualTo("test.event");
    assertThat(received.eventId()).isEqualTo(tested.text("/eventId"));
    assertThat(received.header("x-service-delivery-id")).isEqualTo(tested.text("/deliveryId"));
    var data = received.envelope().get("data");
    assertThat(data.get("ping").asBoolean()).isTrue();
    assertThat(data.get("message").asText()).isNotBlank();
    assertThat(received.envelope().has("sequence")).isFalse();
    assertThat(received.envelope().get("isSandbox").asBoolean()).isTrue();

    var logged = hook.deliveries();
    assertThat(logged)
        .hasNumber("/count", "1")
        .has("/deliveries/0/id", tested.text("/deliveryId"))
        .has("/deliveries/0/eventId", tested.text("/eventId"))
        .has("/deliveries/0/event", "test.event")
        .hasNumber("/deliveries/0/attempt", "1")
        .hasNumber("/deliveries/0/status", "202")
        .has("/deliveries/0/responseSnippet", "thanks");
    assertThat(logged.at("/deliveries/0/success").asBoolean()).isTrue();
    assertThat(logged.at("/deliveries/0/failure").isNull()).isTrue();
    assertThat(logged.at("/deliveries/0/nextRetryAt").isNull()).isTrue();
  }

  @Test
  void in_live_no_event_says_that_it_is_of_the_sandbox(Partner partner) {
    var hook = register(partner.live(), receiver.url("/hook"));
    hook.test();
    assertThat(new Delivered(receiver.take().getFirst()).envelope().has("isSandbox")).isFalse();
  }

  @Test
  void an_answer_other_than_2xx_is_no_delivery_and_is_not_tried_again(
      Partner partner, Service service) {
    var hook = register(partner.sandbox(), receiver.url("/hook"));
    for (var status : List.of(500, 404, 301)) {
      receiver.answers(status);
      var tested = hook.test();
      assertThat(tested.at("/delivered").asBoolean()).isFalse();
      assertThat(tested).hasNumber("/statusCode", "" + status);
    }
    var logged = hook.deliveries();
    assertThat(logged.texts("/deliveries", "status")).containsExactly("301", "404", "500");
    assertThat(logged.texts("/deliveries", "failure")).containsOnly("STATUS");
    assertThat(logged.texts("/deliveries", "nextRetryAt")).containsOnly("null");
    assertThat(receiver.take()).hasSize(3);
  }

  @Test
  void nobody_there_is_an_answer_too(Partner partner) {
    var nobody = register(partner.sandbox(), "http://127.0.0.1:1/");
    var tested = nobody.test();
    assertThat(tested.at("/delivered").asBoolean()).isFalse();
    assertThat(tested.at("/statusCode").isNull()).isTrue();
    assertThat(nobody.deliveries()).has("/deliveries/0/failure", "UNREACHABLE");
    assertThat(nobody.deliveries().at("/deliveries/0/status").isNull()).isTrue();
  }

  @Test
  void a_name_without_an_address_is_nobody(Partner partner) {
    var nowhere = register(partner.sandbox(), "https://hooks.invalid/");
    var tested = nowhere.test();
    assertThat(tested.at("/delivered").asBoolean()).isFalse();
    assertThat(nowhere.deliveries()).has("/deliveries/0/failure", "UNREACHABLE");
  }

  /// This one takes the eight seconds of the specification.
  @Test
  void an_endpoint_has_eight_seconds(Partner partner) {
    receiver.answers(_ -> {});
    var hook = register(partner.sandbox(), receiver.url("/silent"));
    var tested = hook.test();
    assertThat(tested.at("/delivered").asBoolean()).isFalse();
    assertThat(tested.at("/statusCode").isNull()).isTrue();
    var logged = hook.deliveries();
    assertThat(logged).has("/deliveries/0/failure", "TIMED_OUT");
    assertThat(logged.number("/deliveries/0/duration").intValue()).isBetween(8_000, 10_000);
  }

  @Test
  void a_repeat_with_the_same_key_sends_nothing(Partner partner) {
    var hook = register(partner.sandbox(), receiver.url("/hook"));
    var first = hook.test("once");
    var repeat = hook.test("once");
    assertThat(repeat.body()).isEqualTo(first.body());
    assertThat(repeat.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(receiver.take()).hasSize(1);
    assertThat(hook.deliveries()).hasNumber("/count", "1");
  }

  @Test
  void what_went_out_is_never_told_as_nothing_and_is_not_sent_again(
      Partner partner, Service service) {
    var hook = register(partner.sandbox(), receiver.url("/hook"));
    service.holding(
        Environment.SANDBOX,
        "LOCK TABLE delivery_attempt IN EXCLUSIVE MODE",
        () -> {
          var reply = hook.request("once");
          assertThat(reply).isRefused(500, "INTERNAL_ERROR");
          assertThat(reply.text("/error/message")).contains("same key");
        });
    var repeat = hook.test("once");
    assertThat(repeat.at("/delivered").asBoolean()).isTrue();
    assertThat(receiver.take()).hasSize(1);
    assertThat(hook.deliveries())
        .hasNumber("/count", "1")
        .has("/deliveries/0/id", repeat.text("/deliveryId"));
  }

  @Test
  void a_key_that_the_ledger_knows_sends_nothing(Partner partner, Service service) {
    var hook = register(partner.sandbox(), receiver.url("/hook"));
    var key =
        """
        INSERT INTO idempotency (partner_id, key_sha256, fingerprint, status, body, sealed, created_at)
        VALUES ('%s', encode(sha256('known'), 'hex'), '\\x00', 200, '{}', false, now()) RETURNING 1
        """;
    service.ask(Environment.SANDBOX, key.formatted(partner.id()));
    assertThat(hook.request("known")).isRefused(409, "CONFLICT");
    assertThat(receiver.take()).isEmpty();
  }

  private record Hook(Api api, String path, String secret) {
    Reply test() {
      return api.post(path + "/test", "").expect(200);
    }

    Reply test(String key) {
      return request(key).expect(200);
    }

    Reply request(String key) {
      return api.request("POST", path + "/test").key(key).send();
    }

    Reply deliveries() {
      return api.get(path + "/deliveries").expect(200);
    }
  }

  private static Hook register(Api api, String url) {
    var created = api.post("/webhooks", Map.of("url", url, "events", List.of("account.closed")));
    return new Hook(api, "/webhooks/" + created.expect(201).text("/id"), created.text("/secret"));
  }
}
