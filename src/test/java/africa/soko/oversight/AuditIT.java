package africa.soko.oversight;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The audit log over HTTP: who has changed what, when and from where.
@SokoTest
class AuditIT {
  private final Service service;

  AuditIT(Service service) {
    this.service = service;
  }

  private static List<JsonNode> entries(Reply page) {
    var all = new ArrayList<JsonNode>();
    page.expect(200).at("/entries").forEach(all::add);
    return all;
  }

  private static JsonNode newest(Partner partner) {
    return entries(partner.sandbox().get("/audit?limit=1")).getFirst();
  }

  private static Map<String, Object> user(String externalId) {
    return Map.of("externalId", externalId, "displayName", "Wanjiru", "email", "w@karibu.example");
  }

  @Test
  void a_change_is_told_with_who_what_when_and_from_where(Partner partner) {
    var api = partner.sandbox();
    var keyId = api.get("/account").expect(200).text("/apiKeys/0/keyId");
    var made =
        api.request("POST", "/users").header("X-Request-Id", "audit-1").body(user("a")).send();
    var id = made.expect(201).text("/subAccountId");
    var entry = newest(partner);
    assertThat(entry.get("actor").asText()).isEqualTo(keyId);
    assertThat(entry.get("action").asText()).isEqualTo("createSubAccount");
    assertThat(entry.get("target").asText()).isEqualTo(id);
    assertThat(entry.get("source").asText()).isEqualTo("127.0.0.1");
    assertThat(entry.get("requestId").asText()).isEqualTo("audit-1");
    assertThat(entry.get("status").asInt()).isEqualTo(201);
    assertThat(Instant.parse(entry.get("timestamp").asText()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));

    api.patch("/users/" + id, Map.of("status", "frozen")).expect(200);
    assertThat(newest(partner).get("target").asText()).isEqualTo(id);
  }

  @Test
  void what_a_rule_refused_is_told_and_what_decided_nothing_is_not(Partner partner) {
    var api = partner.sandbox();
    var key = UUID.randomUUID().toString();
    var once = api.request("POST", "/users").key(key).body(user("b"));
    once.send().expect(201);
    var after = newest(partner).get("sequence").asLong();
    api.request("POST", "/users").key(key).body(user("b")).send().expect(201);
    api.post("/users", Map.of("externalId", 5)).expect(400);
    api.get("/users").expect(200);
    assertThat(newest(partner).get("sequence").asLong()).isEqualTo(after);
    api.post("/users", user("b")).expect(409);
    var refused = newest(partner);
    assertThat(refused.get("sequence").asLong()).isEqualTo(after + 1);
    assertThat(refused.get("status").asInt()).isEqualTo(409);
    assertThat(refused.has("target")).isFalse();
  }

  @Test
  void each_entry_follows_from_the_one_before_as_the_contract_says(Partner partner)
      throws Exception {
    for (int i = 0; i < 3; i++) partner.sandbox().post("/users", user("c" + i)).expect(201);
    var all = entries(partner.sandbox().get("/audit")).reversed();
    assertThat(all).hasSizeGreaterThanOrEqualTo(4);
    var sha = MessageDigest.getInstance("SHA-256");
    var hash = sha.digest(partner.id().getBytes(StandardCharsets.UTF_8));
    long sequence = 0;
    for (var entry : all) {
      assertThat(entry.get("sequence").asLong()).isEqualTo(++sequence);
      var at = Instant.parse(entry.get("timestamp").asText());
      var micros = at.getEpochSecond() * 1_000_000 + at.getNano() / 1_000;
      var text = new ArrayList<String>(List.of("" + sequence, "" + micros));
      for (var field : List.of("actor", "action", "target", "source", "requestId", "status")) {
        text.add(entry.path(field).asText());
      }
      sha.update(hash);
      hash = sha.digest(String.join("\u001f", text).getBytes(StandardCharsets.UTF_8));
      assertThat(entry.get("hash").asText()).isEqualTo(HexFormat.of().formatHex(hash));
    }
  }

  @Test
  void the_log_is_read_page_by_page_and_filtered(Partner partner) {
    var api = partner.sandbox();
    var ids = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      ids.add(api.post("/users", user("d" + i)).expect(201).text("/subAccountId"));
    }
    api.post("/users/" + ids.getFirst() + "/kyc", Map.of("status", "VERIFIED", "level", "BASIC"))
        .expect(200);
    var seen = new ArrayList<String>();
    var page = api.get("/audit?action=createSubAccount&limit=2").expect(200);
    seen.addAll(page.texts("/entries", "target"));
    assertThat(page.at("/hasMore").asBoolean()).isTrue();
    page = api.get("/audit?action=createSubAccount&limit=2&cursor=" + page.text("/nextCursor"));
    seen.addAll(page.texts("/entries", "target"));
    assertThat(seen).containsExactlyElementsOf(ids.reversed());
    assertThat(page.at("/hasMore").asBoolean()).isFalse();

    var verified = entries(api.get("/audit?action=assertKyc")).getFirst();
    var at = verified.get("timestamp").asText();
    assertThat(entries(api.get("/audit?since=" + at))).containsExactly(verified);
    assertThat(entries(api.get("/audit?until=" + at))).hasSizeGreaterThanOrEqualTo(3);
    assertThat(entries(api.get("/audit?until=" + at))).doesNotContain(verified);
    var requestId = verified.get("requestId").asText();
    assertThat(entries(api.get("/audit?requestId=" + requestId))).containsExactly(verified);
    assertThat(entries(api.get("/audit?actor=nobody-of-mine"))).isEmpty();
    assertThat(entries(api.get("/audit?since=2999-01-01T00:00:00Z"))).isEmpty();
    assertThat(api.get("/audit?cursor=nonsense")).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.get("/audit?since=yesterday")).isRefused(400, "INVALID_TYPE");
    assertThat(entries(partner.live().get("/audit?action=createSubAccount"))).isEmpty();
  }

  @Test
  void a_reset_is_told_and_takes_nothing_from_the_log(Partner partner) {
    var id = partner.sandbox().post("/users", user("e")).expect(201).text("/subAccountId");
    service.at("/api/sandbox").as(partner.key()).post("/reset", "").expect(200);
    partner.sandbox().post("/users", user("e")).expect(201);
    var actions = partner.sandbox().get("/audit").texts("/entries", "action");
    assertThat(actions).startsWith("createSubAccount", "resetSandbox", "createSubAccount");
    assertThat(entries(partner.sandbox().get("/audit")).get(2).get("target").asText())
        .isEqualTo(id);
  }

  @Test
  void an_operator_is_told_of_in_the_partners_log_and_in_that_of_operators(Partner partner) {
    var operator = service.operator();
    var path = "/partners/" + partner.id() + "/top-up";
    var body = Map.of("amountUsd", 10, "environment", "sandbox");
    operator
        .request("POST", path)
        .header("X-Request-Id", "top-" + partner.id())
        .body(body)
        .send()
        .expect(200);
    assertThat(newest(partner).get("actor").asText()).isEqualTo("operator");
    assertThat(newest(partner).get("action").asText()).isEqualTo("topUpWallet");

    var own = entries(operator.get("/audit?requestId=top-" + partner.id()));
    assertThat(own).hasSize(2);
    assertThat(own.get(0).get("status").asInt()).isEqualTo(200);
    assertThat(own.get(1).get("status").isNull()).isTrue();
    assertThat(own.get(1).get("target").asText()).isEqualTo(partner.id());

    operator
        .request("POST", "/partners/ptn_none/top-up")
        .header("X-Request-Id", "no-" + partner.id())
        .body(body)
        .send()
        .expect(404);
    operator
        .request("POST", path)
        .header("X-Request-Id", "no-" + partner.id())
        .body(Map.of())
        .send()
        .expect(400);
    assertThat(entries(operator.get("/audit?requestId=no-" + partner.id())))
        .extracting(entry -> entry.get("status").asText())
        .containsExactly("400", "null", "404", "null");

    operator
        .request("GET", "/partners")
        .header("X-Request-Id", "list-" + partner.id())
        .send()
        .expect(200);
    assertThat(entries(operator.get("/audit?requestId=list-" + partner.id()))).hasSize(1);
    var ofPartner =
        operator.get("/partners/%s/audit?environment=sandbox&limit=1".formatted(partner.id()));
    assertThat(entries(ofPartner)).containsExactly(newest(partner));
    assertThat(operator.get("/partners/" + partner.id() + "/audit"))
        .isRefused(400, "MISSING_PARAM");
  }

  @Test
  void the_role_of_the_service_changes_and_takes_out_nothing(Partner partner) {
    for (var schema : List.of("sandbox", "live", "platform")) {
      for (var sql :
          List.of(
              "UPDATE %s.audit SET status = 200",
              "DELETE FROM %s.audit",
              "TRUNCATE %s.audit",
              "INSERT INTO %s.audit SELECT * FROM %1$s.audit",
              "UPDATE %s.audit_head SET sequence = 0",
              "DELETE FROM %s.audit_refusal",
              "DELETE FROM %s.audit_" + Instant.now().toString().substring(0, 4),
              "DROP TABLE %s.audit_head")) {
        assertThatThrownBy(() -> service.ask(Environment.SANDBOX, sql.formatted(schema)))
            .as(sql.formatted(schema))
            .hasMessageMatching("(?s).*(permission denied|must be owner).*");
      }
      assertThatThrownBy(
              () -> service.ask(Environment.SANDBOX, "SELECT %s.audit_upkeep(6)".formatted(schema)))
          .hasMessageContaining("7 years or more");
    }
  }

  @Test
  void behind_a_trusted_proxy_a_request_comes_from_whom_that_says(Partner partner) {
    try (var behind =
        service.another(
            config ->
                config
                    .with(Setting.TRUSTED_PROXIES, "127.0.0.0/8, ::1")
                    .with(Setting.LIMIT_OAUTH_RPM, "1"))) {
      var api = behind.at("/api/sandbox/v1/partner").as(partner.key());
      forwarded(api, "1.1.1.1, 198.51.100.1", "/users", user("f")).expect(201);
      assertThat(newest(partner).get("source").asText()).isEqualTo("198.51.100.1");
      forwarded(partner.sandbox(), "198.51.100.1", "/users", user("g")).expect(201);
      assertThat(newest(partner).get("source").asText()).isEqualTo("127.0.0.1");

      // Each has a minute of his own for what takes no credential.
      forwarded(api.as(null), "198.51.100.7", "/apply", Map.of()).expect(400);
      assertThat(forwarded(api.as(null), "198.51.100.7", "/apply", Map.of()))
          .isRefused(429, "RATE_LIMITED");
      forwarded(api.as(null), "198.51.100.8", "/apply", Map.of()).expect(400);
    }
  }

  private static Reply forwarded(Api api, String by, String path, Object body) {
    return api.request("POST", path).header("X-Forwarded-For", by).body(body).send();
  }

  @Test
  void refused_credentials_are_counted_by_source_and_reason(Partner partner) {
    var wrong = partner.sandbox().as("sk_sandbox_wrong");
    for (int i = 0; i < 3; i++) wrong.get("/account").expect(401);
    partner.sandbox().as(null).get("/account").expect(401);
    service.operator().as("wrong").get("/partners").expect(401);
    var listed =
        eventually(
            () -> service.operator().get("/refusals"),
            page -> page.texts("/refusals", "place").containsAll(List.of("sandbox", "operator")));
    for (var row : listed.at("/refusals")) {
      assertThat(row.get("source").asText()).isEqualTo("127.0.0.1");
      assertThat(row.get("reason").asText()).startsWith("AUTH_").isNotEqualTo("AUTH_MISSING");
    }
    assertThat(service.operator().get("/refusals?until=2001-01-01T00:00:00Z").at("/refusals"))
        .isEmpty();
  }
}
