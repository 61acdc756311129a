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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Having events delivered once more, over HTTP (DECISIONS "Addresses", replay).
@SokoTest
@Timeout(60)
class WebhookReplayIT {
  private static final String LONG_AGO = "2020-01-01T00:00:00Z";

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void a_range_is_delivered_again_to_one_endpoint(Partner partner) {
    var api = partner.sandbox();
    var user = partner.verifiedUser().funded("10");
    // Registered after it happened: nothing of it was delivered there.
    var hook = register(api, "/one", "*");
    register(api, "/other", "*");
    var events = api.get("/events").expect(200).at("/events");
    var replay = api.post("/webhooks/" + hook + "/replay", Map.of("since", LONG_AGO)).expect(202);
    assertThat(replay.text("/replayId")).startsWith("rpl_");
    assertThat(replay.number("/events").intValue()).isEqualTo(events.size());
    assertThat(replay.at("/webhookIds")).extracting(id -> id.asText()).containsExactly(hook);
    var got = awaitReceived(events.size());
    assertThat(got).allMatch(one -> one.path().equals("/one"));
    assertThat(got)
        .extracting(one -> Reply.read(one.body().toString()).get("eventId").asText())
        .containsExactlyInAnyOrderElementsOf(
            events.findValuesAsText("eventId").stream().distinct().toList());
    assertThat(user.cash()).isEqualByComparingTo("10");

    var ofType = Map.of("since", LONG_AGO, "type", "deposit.confirmed");
    assertThat(api.post("/webhooks/" + hook + "/replay", ofType).expect(202))
        .hasNumber("/events", "1");
    assertThat(new Delivered(awaitReceived(1).getFirst()).name()).isEqualTo("deposit.confirmed");
    var before = Map.of("since", LONG_AGO, "until", "2020-01-02T00:00:00Z");
    assertThat(api.post("/webhooks/" + hook + "/replay", before).expect(202))
        .hasNumber("/events", "0");
    var later = Map.of("since", Instant.now().plusSeconds(60).toString());
    assertThat(api.post("/webhooks/" + hook + "/replay", later).expect(202))
        .hasNumber("/events", "0");
  }

  @Test
  void an_event_goes_to_all_that_subscribe_or_to_the_one_that_is_named(Partner partner) {
    var api = partner.sandbox();
    partner.user().verified("BASIC");
    var event = api.get("/events?type=kyc.updated").text("/events/0/eventId");
    var all = register(api, "/all", "*");
    var kyc = register(api, "/kyc", "kyc.updated");
    var orders = register(api, "/orders", "order.filled");
    var path = "/events/" + event + "/replay";
    var replayed = api.post(path, "").expect(202);
    assertThat(replayed.at("/webhookIds"))
        .extracting(id -> id.asText())
        .containsExactlyInAnyOrder(all, kyc);
    assertThat(awaitReceived(2))
        .extracting(Receiver.Received::path)
        .containsExactlyInAnyOrder("/all", "/kyc");
    assertThat(api.post(path, Map.of("webhookId", orders)).expect(202)).hasNumber("/events", "1");
    assertThat(awaitReceived(1).getFirst().path()).isEqualTo("/orders");
    assertThat(eventually(() -> deliveries(api, orders), found -> found.size() == 1))
        .extracting(one -> one.get("eventId").asText())
        .containsExactly(event);
  }

  @Test
  void a_repeat_with_the_same_key_is_the_same_replay(Partner partner) {
    var api = partner.sandbox();
    partner.user().verified("BASIC");
    var hook = register(api, "/", "*");
    var once = Map.of("since", LONG_AGO, "type", "kyc.updated");
    var path = "/webhooks/" + hook + "/replay";
    var first = api.request("POST", path).header("Idempotency-Key", "one").body(once).send();
    var second = api.request("POST", path).header("Idempotency-Key", "one").body(once).send();
    assertThat(second.expect(202).body()).isEqualTo(first.expect(202).body());
    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    awaitReceived(1);
    assertThat(deliveries(api, hook)).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void what_cannot_be_replayed_is_refused(Partner partner, Service service) {
    var api = partner.sandbox();
    partner.user().verified("BASIC");
    var hook = register(api, "/", "*");
    var path = "/webhooks/" + hook + "/replay";
    assertThat(api.post(path, Map.of())).isRefused(400, "MISSING_PARAM");
    assertThat(api.post(path, Map.of("since", "yesterday"))).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.post(path, Map.of("since", LONG_AGO, "type", "order.fild")))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(api.post(path, Map.of("since", LONG_AGO, "until", LONG_AGO)))
        .isRefused(400, "VALIDATION_ERROR");
    var since = Map.of("since", LONG_AGO);
    assertThat(api.post("/webhooks/whk_none/replay", since)).isRefused(404, "NOT_FOUND");
    assertThat(api.post("/events/evt_none/replay", "")).isRefused(404, "NOT_FOUND");
    var event = api.get("/events").text("/events/0/eventId");
    assertThat(api.post("/events/" + event + "/replay", Map.of("webhookId", "whk_none")))
        .isRefused(404, "NOT_FOUND");

    service.ask(
        Environment.SANDBOX,
        "UPDATE webhook SET status = 'DISABLED' WHERE webhook_id = '%s' RETURNING 1"
            .formatted(hook));
    for (int i = 0; i < StartReplay.REPLAYS_MAX; i++) api.post(path, since).expect(202);
    assertThat(api.post(path, since)).isRefused(422, "LIMIT_EXCEEDED");
    assertThat(receiver.received()).isEmpty();
  }

  private List<Receiver.Received> awaitReceived(int count) {
    eventually(receiver::received, all -> all.size() >= count);
    var got = receiver.take();
    assertThat(got).hasSize(count);
    return got;
  }

  private static List<JsonNode> deliveries(Api api, String hook) {
    var found = api.get("/webhooks/" + hook + "/deliveries").expect(200).at("/deliveries");
    return StreamSupport.stream(found.spliterator(), false).toList();
  }

  private String register(Api api, String path, String event) {
    var body = Map.of("url", receiver.url(path), "events", List.of(event));
    return api.post("/webhooks", body).expect(201).text("/id");
  }
}
