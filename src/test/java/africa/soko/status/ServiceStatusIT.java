package africa.soko.status;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SseClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Maintenance and incidents, on a service of its own: declared on one node, seen on another.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceStatusIT {
  private static final Map<String, Object> OFF = Map.of("mode", "off");

  private Service service;
  private Service other;
  private Api operator;

  @BeforeAll
  void start() {
    service = new Service();
    other = service.another(UnaryOperator.identity());
    operator = service.operator();
  }

  @AfterAll
  void stop() {
    other.close();
    service.close();
  }

  @AfterEach
  void open() {
    operator.request("PUT", "/maintenance").body(OFF).send().expect(200);
    eventually(() -> status().text("/maintenance/mode"), "off"::equals);
  }

  private Reply status() {
    return other.at("/api/v1").get("/status").expect(200);
  }

  private static Map<String, Object> user() {
    var id = UUID.randomUUID().toString();
    return Map.of("externalId", id, "displayName", "Wanjiru", "email", "w@karibu.example");
  }

  @Test
  void read_only_serves_reads_and_refuses_changes_on_every_node_within_a_second() {
    var partner = service.partner();
    var elsewhere = other.at("/api/sandbox/v1/partner").as(partner.key());
    elsewhere.get("/account").expect(200);
    var set = Map.of("mode", "read_only", "retryAfterSeconds", 600);
    long start = System.nanoTime();
    assertThat(operator.request("PUT", "/maintenance").body(set).send().expect(200))
        .has("/mode", "read_only");
    var once = UUID.randomUUID().toString();
    var body = user();
    var refused = partner.sandbox().request("POST", "/users").key(once).body(body).send();
    assertThat(refused).isRefused(503, "MAINTENANCE").has("/error/mode", "read_only");
    assertThat(refused.header("Retry-After")).isEqualTo("600");
    eventually(() -> elsewhere.post("/users", user()).status(), status -> status == 503);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    elsewhere.get("/account").expect(200);
    elsewhere.get("/quote/SCOM.KE?type=BUY&quantity=1").expect(200);
    assertThat(status()).has("/status", "MAINTENANCE").has("/maintenance/mode", "read_only");
    assertThat(operator.get("/maintenance")).has("/mode", "read_only");

    operator.request("PUT", "/maintenance").body(OFF).send().expect(200);
    partner.sandbox().request("POST", "/users").key(once).body(body).send().expect(201);
  }

  @Test
  void full_refuses_everything_but_the_status_and_ends_streams() throws Exception {
    var partner = service.partner();
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      var set = Map.of("mode", "full");
      operator.request("PUT", "/maintenance").body(set).send().expect(200);
      var refused = partner.sandbox().get("/account");
      assertThat(refused).isRefused(503, "MAINTENANCE").has("/error/mode", "full");
      assertThat(refused.header("Retry-After")).isEqualTo("60");
      assertThat(service.at("/api/sandbox").as(partner.idToken()).post("/register", ""))
          .isRefused(503, "MAINTENANCE");
      var last = stream.frame();
      for (var frame = last; !frame.isEmpty(); frame = stream.frame()) last = frame;
      assertThat(last.getFirst()).startsWith(": MAINTENANCE");
      eventually(() -> status().text("/maintenance/mode"), "full"::equals);
      operator.get("/partners").expect(200);
    }
  }

  @Test
  void a_node_that_starts_is_closed_at_once() {
    operator.request("PUT", "/maintenance").body(Map.of("mode", "full")).send().expect(200);
    try (var third = service.another(UnaryOperator.identity())) {
      assertThat(third.at("/api/v1/partner").get("/account")).isRefused(503, "MAINTENANCE");
    }
  }

  @Test
  void what_is_wrong_with_a_mode_is_told() {
    for (var wrong :
        List.<Map<String, Object>>of(
            Map.of("mode", "closed"),
            Map.of("mode", "full", "retryAfterSeconds", 0),
            Map.of("mode", "full", "retryAfterSeconds", 86_401),
            Map.of("mode", "full", "until", "tomorrow"))) {
      assertThat(operator.request("PUT", "/maintenance").body(wrong).send())
          .isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.request("PUT", "/maintenance").body(Map.of()).send())
        .isRefused(400, "MISSING_PARAM");
    assertThat(operator.get("/maintenance")).has("/mode", "off");
  }

  @Test
  void an_incident_is_declared_once_told_to_every_partner_and_resolved() {
    var partners = List.of(service.partner(), service.partner(), service.partner());
    var body = new HashMap<String, Object>();
    body.put("title", "Delayed fills");
    body.put("severity", "P1");
    body.put("affectedServices", List.of("trading", "webhooks"));
    var once = UUID.randomUUID().toString();
    var declared = declare(once, body);
    assertThat(declared.expect(201)).has("/status", "OPEN").has("/severity", "P1");
    assertThat(declare(once, body).expect(201)).has("/id", declared.text("/id"));
    body.put("title", "Another");
    assertThat(declare(once, body)).isRefused(409, "CONFLICT");
    var id = declared.text("/id");
    for (var partner : partners) {
      var told = eventually(() -> partner.events("incident.declared"), list -> !list.isEmpty());
      assertThat(told).hasSize(1);
      assertThat(told.getFirst().get("id").asText()).isEqualTo(id);
      assertThat(told.getFirst().get("affectedServices")).hasSize(2);
    }
    assertThat(status().texts("/incidents", "id")).contains(id);
    assertThat(operator.get("/incidents?open=true").texts("/incidents", "id")).contains(id);

    var resolve = "/incidents/" + id + "/resolve";
    var resolved = operator.post(resolve, "").expect(200);
    assertThat(resolved).has("/status", "RESOLVED");
    assertThat(operator.post(resolve, "").expect(200))
        .has("/resolvedAt", resolved.text("/resolvedAt"));
    for (var partner : partners) {
      var told = eventually(() -> partner.events("incident.resolved"), list -> !list.isEmpty());
      assertThat(told).hasSize(1);
      assertThat(told.getFirst().get("duration").asText()).isEqualTo("less than 1 min");
    }
    assertThat(status().texts("/incidents", "id")).doesNotContain(id);
    assertThat(operator.get("/incidents?open=true").texts("/incidents", "id")).doesNotContain(id);
    assertThat(operator.get("/incidents").texts("/incidents", "id")).contains(id);
  }

  private Reply declare(String key, Map<String, Object> body) {
    return operator.request("POST", "/incidents").key(key).body(body).send();
  }

  @Test
  void what_is_wrong_with_an_incident_is_told() {
    assertThat(operator.post("/incidents/inc_none/resolve", "")).isRefused(404, "NOT_FOUND");
    for (var wrong :
        List.<Map<String, Object>>of(
            Map.of("title", " ", "severity", "P1", "affectedServices", List.of()),
            Map.of("title", "x", "severity", "P4", "affectedServices", List.of()),
            Map.of("title", "x", "severity", "P1", "affectedServices", List.of("")))) {
      assertThat(operator.post("/incidents", wrong)).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.post("/incidents", Map.of("title", "x", "severity", "P1")))
        .isRefused(400, "MISSING_PARAM");
  }
}
