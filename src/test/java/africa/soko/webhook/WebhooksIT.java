package africa.soko.webhook;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Registering endpoints and taking them away, over HTTP.
@SokoTest
class WebhooksIT {
  private static final String URL = "http://127.0.0.1:9/hooks";

  @Test
  void a_generated_secret_is_shown_once_and_stored_nowhere(Service service, Partner partner) {
    var created = partner.sandbox().post("/webhooks", registration(URL, "*")).expect(201);
    var secret = created.text("/secret");
    assertThat(secret).startsWith("whsec_");
    assertThat(Base64.getDecoder().decode(secret.substring("whsec_".length()))).hasSize(32);
    assertThat(created).has("/url", URL).has("/events/0", "*");

    var listed = partner.sandbox().get("/webhooks").expect(200);
    assertThat(listed.texts("/webhooks", "id")).containsExactly(created.text("/id"));
    assertThat(listed.body()).doesNotContain("secret");
    assertStoredSealed(service, secret);
  }

  @Test
  void a_partner_brings_its_own_secret(Service service, Partner partner) {
    var secret = "own-" + UUID.randomUUID();
    assertThat(create(partner.sandbox(), secret).expect(201)).has("/secret", secret);
    assertStoredSealed(service, secret);
    assertThat(create(partner.sandbox(), "x".repeat(16))).hasStatus(201);
    assertThat(create(partner.sandbox(), "x".repeat(256))).hasStatus(201);
    for (var wrong : List.of("x".repeat(15), "x".repeat(257), "")) {
      assertThat(create(partner.sandbox(), wrong))
          .isRefused(400, "VALIDATION_ERROR")
          .has("/error/param", "secret");
    }
  }

  @Test
  void a_repeat_of_the_create_gets_the_same_secret_and_makes_nothing(
      Service service, Partner partner) {
    var key = "create-" + UUID.randomUUID();
    var first = createOnce(partner.sandbox(), key);
    for (int i = 0; i < 3; i++) {
      var repeat = createOnce(partner.sandbox(), key);
      assertThat(repeat.status()).isEqualTo(201);
      assertThat(repeat.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(repeat.body()).isEqualTo(first.body());
    }
    assertThat(partner.sandbox().get("/webhooks").at("/webhooks")).hasSize(1);
    assertStoredSealed(service, first.text("/secret"));
    var other =
        partner
            .sandbox()
            .request("POST", "/webhooks")
            .key(key)
            .body(registration(URL + "/other", "*"));
    assertThat(other.send()).isRefused(409, "CONFLICT");
  }

  @Test
  void webhooks_are_listed_oldest_first_and_a_deleted_one_is_gone(Partner partner) {
    var api = partner.sandbox();
    var ids = Stream.generate(() -> id(api)).limit(3).toList();
    assertThat(api.get("/webhooks").texts("/webhooks", "id")).isEqualTo(ids);
    var middle = "/webhooks/" + ids.get(1);
    var deleted = api.delete(middle).expect(200);
    assertThat(deleted).has("/id", ids.get(1));
    assertThat(deleted.at("/deleted").asBoolean()).isTrue();
    assertThat(api.get("/webhooks").texts("/webhooks", "id"))
        .containsExactly(ids.get(0), ids.get(2));
    assertThat(api.delete(middle)).isRefused(404, "NOT_FOUND");
    assertThat(api.post(middle + "/test", "")).isRefused(404, "NOT_FOUND");
    assertThat(api.get(middle + "/deliveries")).isRefused(404, "NOT_FOUND");
  }

  @Test
  void a_webhook_of_another_partner_or_environment_does_not_exist(Partner partner, Partner other) {
    var path = "/webhooks/" + id(partner.sandbox());
    for (var stranger : List.of(other.sandbox(), partner.live())) {
      assertThat(stranger.get("/webhooks").at("/webhooks")).isEmpty();
      assertThat(stranger.delete(path)).isRefused(404, "NOT_FOUND");
      assertThat(stranger.post(path + "/test", "")).isRefused(404, "NOT_FOUND");
      assertThat(stranger.get(path + "/deliveries")).isRefused(404, "NOT_FOUND");
    }
    assertThat(partner.sandbox().get("/webhooks").at("/webhooks")).hasSize(1);
  }

  @Test
  void a_partner_has_at_most_twenty_webhooks_however_fast_it_asks(Partner partner) {
    var api = partner.sandbox();
    var asked =
        IntStream.range(0, 25)
            .mapToObj(_ -> api.request("POST", "/webhooks").body(registration(URL, "*")))
            .map(Api.Request::sendAsync)
            .toList();
    var answers = asked.stream().map(CompletableFuture::join).toList();
    assertThat(answers).extracting(Reply::status).containsOnly(201, 422);
    assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(20);
    assertThat(api.post("/webhooks", registration(URL, "*"))).isRefused(422, "LIMIT_EXCEEDED");
    assertThat(partner.live().post("/webhooks", registration(URL, "*"))).hasStatus(201);

    var ids = api.get("/webhooks").texts("/webhooks", "id");
    assertThat(ids).hasSize(20);
    api.delete("/webhooks/" + ids.getFirst()).expect(200);
    assertThat(api.post("/webhooks", registration(URL, "*"))).hasStatus(201);
  }

  @Test
  void every_event_of_the_catalogue_can_be_subscribed_to(Partner partner) {
    var names = subscribable();
    var created =
        partner.sandbox().post("/webhooks", Map.of("url", URL, "events", names)).expect(201);
    assertThat(created.at("/events")).extracting(n -> n.asText()).isEqualTo(names);
  }

  private static List<String> subscribable() {
    var schemas =
        new JsonObject(ContractDocument.load("/openapi").asJson())
            .getJsonObject("components")
            .getJsonObject("schemas");
    var names = schemas.getJsonObject("EventName").getJsonArray("x-extensible-enum");
    return names.stream().map(String.class::cast).toList();
  }

  static Stream<List<String>> wrongEvents() {
    return Stream.of(
        List.of(),
        List.of("order.unheard_of"),
        List.of("ORDER.FILLED"),
        List.of("order.*"),
        List.of(""),
        List.of("order.filled", "order.filled"),
        List.of("order.filled,order.pending"),
        Collections.nCopies(51, "order.filled"));
  }

  @ParameterizedTest
  @MethodSource("wrongEvents")
  void an_event_that_does_not_exist_is_refused(List<String> events, Partner partner) {
    assertThat(partner.sandbox().post("/webhooks", Map.of("url", URL, "events", events)))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "events");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.karibu.example/soko",
        "https://hooks.karibu.example:8443/a/b?c=d",
        "HTTPS://HOOKS.KARIBU.EXAMPLE",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
        "http://localhost:9/",
        "http://127.0.0.1/",
        "https://[::1]:9/"
      })
  void in_development_https_and_the_loopback_are_taken(String url, Partner partner) {
    assertThat(partner.sandbox().post("/webhooks", registration(url, "*")).expect(201))
        .has("/url", url);
  }

  static Stream<String> wrongUrls() {
    return Stream.of(
        "",
        "hooks",
        "/hooks",
        "//hooks.karibu.example",
        "https:",
        "https://",
        "https:///hooks",
        "http://hooks.karibu.example",
        "ftp://hooks.karibu.example",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://user@hooks.karibu.example",
        "https://user:secret@hooks.karibu.example",
        "https://hooks.karibu.example:0",
        "https://hooks.karibu.example:65536",
        "https://hooks.karibu.example:x",
        "https://10.0.0.1",
        "https://172.16.0.1",
        "https://192.168.1.1",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1",
        "https://0.0.0.0",
        "https://224.0.0.1",
        "https://192.0.2.1",
        "https://[fe80::1]",
        "https://[fd00::1]",
        "https://[64:ff9b::a00:1]",
        "https://[::ffff:10.0.0.1]",
        "https://2130706433",
        "https://0x7f000001",
        "https://0177.0.0.1",
        "https://127.1",
        "https://hooks karibu.example",
        "https://hooks.karibu.example/\n",
        "https://hooks.karibu.example/" + "a".repeat(2_020));
  }

  @ParameterizedTest
  @MethodSource("wrongUrls")
  void an_address_that_may_not_be_called_is_refused(String url, Partner partner) {
    assertThat(partner.sandbox().post("/webhooks", registration(url, "*")))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "url");
    assertThat(partner.sandbox().get("/webhooks").at("/webhooks")).isEmpty();
  }

  @Test
  void a_registration_has_exactly_its_fields(Partner partner) {
    var api = partner.sandbox();
    assertThat(api.post("/webhooks", Map.of("events", List.of("*"))))
        .isRefused(400, "MISSING_PARAM");
    assertThat(api.post("/webhooks", Map.of("url", URL))).isRefused(400, "MISSING_PARAM");
    assertThat(api.post("/webhooks", Map.of("url", URL, "events", "*")))
        .isRefused(400, "INVALID_TYPE");
    assertThat(api.post("/webhooks", Map.of("url", 7, "events", List.of("*"))))
        .isRefused(400, "INVALID_TYPE");
    assertThat(api.post("/webhooks", Map.of("url", URL, "events", List.of("*"), "active", true)))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(api.request("POST", "/webhooks").withoutKey().body(registration(URL, "*")).send())
        .isRefused(400, "MISSING_IDEMPOTENCY_KEY");
  }

  private static void assertStoredSealed(Service service, String secret) {
    var hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
    for (var table : List.of("webhook", "idempotency", "webhook_cursor")) {
      var plain =
          "SELECT count(*) FROM %1$s AS t WHERE t::text LIKE '%%%2$s%%' OR t::text LIKE '%%%3$s%%'"
              .formatted(table, secret, hex);
      assertThat(service.ask(Environment.SANDBOX, plain)).as(table).isEqualTo(0L);
    }
  }

  private static Reply createOnce(Api api, String key) {
    return api.request("POST", "/webhooks").key(key).body(registration(URL, "*")).send();
  }

  private static Reply create(Api api, String secret) {
    return api.post("/webhooks", Map.of("url", URL, "events", List.of("*"), "secret", secret));
  }

  private static String id(Api api) {
    return api.post("/webhooks", registration(URL, "*")).expect(201).text("/id");
  }

  private static Map<String, Object> registration(String url, String... events) {
    return Map.of("url", url, "events", List.of(events));
  }
}
