package africa.soko.certification;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// The way to the live environment: checks that tick themselves, checks of one's own, the request
/// and the answer.
@SokoTest
class CertificationIT {
  private static final String REQUEST = "/certification/request-approval";
  private static final List<String> AUTOMATIC =
      List.of(
          "kyc_asserted",
          "order_filled",
          "rejection_handled",
          "order_cancelled",
          "settlement_seen",
          "webhook_verified",
          "idempotent_retry",
          "stream_resumed",
          "rate_limit_respected");
  private static final List<String> OWN =
      List.of(
          "key_storage", "incident_contact", "reconciliation", "customer_support", "kyc_process");

  @Test
  void nothing_is_passed_at_first(Service service, Partner partner) {
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var list = api.get("/certification").expect(200);
      assertThat(list).has("/status", "IN_PROGRESS");
      assertThat(list.texts("/checks", "checkId"))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(AUTOMATIC.stream(), OWN.stream()).toList());
      assertThat(list.texts("/checks", "status")).containsOnly("PENDING");
    }
    var early = partner.sandbox().post(REQUEST, "");
    assertThat(early).isRefused(409, "CONFLICT");
    assertThat(early.at("/error/reasons")).hasSize(AUTOMATIC.size() + OWN.size());
  }

  @Test
  void traffic_ticks_what_it_shows_and_nothing_else(Service service, Partner partner) {
    var api = partner.sandbox();
    var user = partner.verifiedUser().funded("5000");
    assertThat(passed(api)).containsExactly("kyc_asserted");
    api.post("/test-tools/trade", user.testTrade("SCOM.KE", 999, "REJECT")).expect(202);
    assertThat(passed(api)).containsExactly("kyc_asserted");
    var filled = api.post("/test-tools/trade", user.testTrade("SCOM.KE", 100, "FILL")).expect(202);
    assertThat(passed(api))
        .containsExactlyInAnyOrder("kyc_asserted", "order_filled", "rejection_handled");
    api.patch("/test-tools/orders/" + filled.text("/orderId"), Map.of("settle", true)).expect(200);
    assertThat(passed(api)).contains("settlement_seen");
    api.post("/test-tools/trade", user.testTrade("SCOM.KE", 10, "CANCEL")).expect(202);
    assertThat(passed(api)).contains("order_cancelled");

    var once = UUID.randomUUID().toString();
    var body = Map.of("externalId", once, "displayName", "Wanjiru");
    for (int i = 0; i < 2; i++) {
      api.request("POST", "/users").key(once).body(body).send().expect(201);
    }
    eventually(() -> passed(api), ids -> ids.contains("idempotent_retry"));
    assertThat(passed(api)).doesNotContain("stream_resumed", "webhook_verified");

    var first = service.events(partner.id()).getFirst().eventId();
    try (var stream = SseClient.of(api, "", "Last-Event-ID", first)) {
      assertThat(stream.status()).isEqualTo(200);
    }
    eventually(() -> passed(api), ids -> ids.contains("stream_resumed"));

    assertThat(passed(service.partner().sandbox())).isEmpty();
    service.at("/api/sandbox").as(partner.key()).post("/reset", "").expect(200);
    assertThat(passed(api)).as("after a reset").contains("order_filled", "stream_resumed");
    assertThat(passed(partner.live())).as("in live").contains("order_filled");
  }

  @Test
  void a_webhook_is_verified_by_a_test_that_is_answered(Partner partner) {
    var api = partner.sandbox();
    var vertx = Vertx.vertx();
    try {
      webhookTest(api, "http://127.0.0.1:9/");
      assertThat(passed(api)).isEmpty();
      var server =
          vertx
              .createHttpServer()
              .requestHandler(request -> request.response().end())
              .listen(0, "127.0.0.1")
              .await();
      webhookTest(api, "http://127.0.0.1:" + server.actualPort());
      assertThat(passed(api)).containsExactly("webhook_verified");
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void whoever_is_refused_is_watched() {
    try (var service =
        new Service(new MovingClock(), config -> config.with(Setting.LIMIT_SANDBOX_RPM, "60"))) {
      var partner = service.partner();
      var api = partner.sandbox();
      eventually(() -> api.get("/account").status(), status -> status == 429);
      eventually(
          () ->
              service.ask(Environment.SANDBOX, "SELECT count(*) FROM platform.certification_wait"),
          count -> count.equals(1L));
    }
  }

  @Test
  void a_check_of_ones_own_is_set_by_hand_and_an_automatic_one_is_not(Partner partner) {
    var api = partner.sandbox();
    var check = "/certification/checks/incident_contact";
    assertThat(api.patch(check, Map.of("status", "PASSED"))).isRefused(409, "CONFLICT");
    var once = UUID.randomUUID().toString();
    var body = Map.of("notes", "The desk has a rota", "status", "IN_PROGRESS");
    var set = api.request("PATCH", check).key(once).body(body).send().expect(200);
    assertThat(set).has("/status", "IN_PROGRESS").has("/kind", "PARTNER");
    var again = api.request("PATCH", check).key(once).body(body).send();
    assertThat(again.body()).isEqualTo(set.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    var link = "https://wiki.karibu.example/on-call";
    assertThat(api.patch(check, Map.of("status", "PASSED", "evidenceUrl", link)).expect(200))
        .has("/status", "PASSED")
        .has("/evidenceUrl", link)
        .has("/notes", "The desk has a rota");
    assertThat(passed(partner.live())).contains("incident_contact");

    assertThat(api.patch(check, Map.of())).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(check, Map.of("status", "DONE"))).isRefused(400, "VALIDATION_ERROR");
    for (var bad : List.of("http://x.example/", "https:", "javascript:alert(1)", "https://")) {
      assertThat(api.patch(check, Map.of("evidenceUrl", bad))).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(api.patch("/certification/checks/order_filled", body)).isRefused(409, "CONFLICT");
    assertThat(api.patch("/certification/checks/nothing", body)).isRefused(404, "NOT_FOUND");
  }

  @Test
  void the_operator_answers_who_has_passed_all(Service service, Partner partner) {
    var api = partner.sandbox();
    var operator = service.operator();
    var path = "/certifications/" + partner.id();
    assertThat(operator.get(path)).isRefused(404, "NOT_FOUND");
    assertThat(operator.post(path + "/approve", Map.of())).isRefused(404, "NOT_FOUND");
    passAll(service, partner);
    var once = UUID.randomUUID().toString();
    var asked = api.request("POST", REQUEST).key(once).send().expect(200);
    assertThat(asked).has("/status", "REQUESTED");
    assertThat(api.request("POST", REQUEST).key(once).send().body()).isEqualTo(asked.body());
    assertThat(api.post(REQUEST, "")).isRefused(409, "CONFLICT");
    assertThat(api.patch("/certification/checks/key_storage", Map.of("notes", "x")))
        .isRefused(409, "CONFLICT");

    assertThat(operator.get("/certifications?status=REQUESTED&limit=200").expect(200))
        .satisfies(
            list -> assertThat(list.texts("/certifications", "partnerId")).contains(partner.id()));
    assertThat(operator.get("/certifications?status=NONE")).isRefused(400, "VALIDATION_ERROR");
    assertThat(operator.get(path).expect(200).texts("/checks", "status")).containsOnly("PASSED");

    assertThat(operator.post(path + "/reject", Map.of())).isRefused(400, "MISSING_PARAM");
    var reason = Map.of("reason", "The evidence cannot be opened");
    assertThat(operator.post(path + "/reject", reason).expect(200)).has("/status", "REJECTED");
    assertThat(operator.post(path + "/approve", Map.of())).isRefused(409, "CONFLICT");
    assertThat(api.get("/certification").expect(200)).has("/note", "The evidence cannot be opened");
    assertThat(api.get("/notices").expect(200)).has("/notices/0/type", "CERTIFICATION");

    api.post(REQUEST, "").expect(200);
    var yes = UUID.randomUUID().toString();
    var approved = operator.request("POST", path + "/approve").key(yes).body(Map.of()).send();
    assertThat(approved.expect(200)).has("/status", "APPROVED");
    assertThat(operator.request("POST", path + "/approve").key(yes).body(Map.of()).send().body())
        .isEqualTo(approved.body());
    assertThat(operator.post(path + "/approve", Map.of())).isRefused(409, "CONFLICT");
    assertThat(api.post(REQUEST, "")).isRefused(409, "CONFLICT");
    assertThat(partner.live().get("/certification").expect(200)).has("/status", "APPROVED");
    assertThat(service.partner().sandbox().get("/certification").expect(200))
        .has("/status", "IN_PROGRESS");
    assertThat(operator.as(partner.key()).get(path)).isRefused(401, "AUTH_INVALID");
  }

  private static void passAll(Service service, Partner partner) {
    for (var id : OWN) {
      partner
          .sandbox()
          .patch("/certification/checks/" + id, Map.of("status", "PASSED", "notes", "Done"))
          .expect(200);
    }
    for (var id : AUTOMATIC) {
      service.execute(
          """
          INSERT INTO certification_check (partner_id, check_id, status, updated_at)
          VALUES ('%s', '%s', 'PASSED', now())
          """
              .formatted(partner.id(), id));
    }
  }

  private static void webhookTest(Api api, String url) {
    var webhook = Map.of("url", url, "events", List.of("test.event"));
    var id = api.post("/webhooks", webhook).expect(201).text("/id");
    api.post("/webhooks/" + id + "/test", "").expect(200);
  }

  private static List<String> passed(Api api) {
    Reply list = api.get("/certification").expect(200);
    return StreamSupport.stream(list.at("/checks").spliterator(), false)
        .filter(check -> check.get("status").asText().equals("PASSED"))
        .map(check -> check.get("checkId").asText())
        .toList();
  }
}
