package africa.soko.security;

import static africa.soko.security.PolicyCalls.demand;
import static africa.soko.security.PolicyCalls.lift;
import static africa.soko.security.PolicyCalls.open;
import static africa.soko.security.PolicyCalls.policy;
import static africa.soko.security.PolicyCalls.put;
import static africa.soko.security.PolicyCalls.scoped;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Security policies over HTTP, rule by rule; those of signatures and certificates have tests of
/// their own.
@SokoTest
class SecurityPolicyIT {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "203.0.113.0/24";
  private static final String OLD =
      "UPDATE credential SET created_at = created_at - interval '%d days' WHERE partner_id = '%s'";

  @Test
  void policies_come_with_the_enterprise_tier(Service service, Partner partner) {
    assertThat(partner.sandbox().get("/security-policy")).isRefused(403, "FORBIDDEN");
    var wanted = policy("ipAllowlist", List.of(HERE));
    assertThat(put(partner.sandbox(), wanted)).isRefused(403, "FORBIDDEN");
    SecuritySamples.upgrade(service, partner.id());
    var none = partner.sandbox().get("/security-policy").expect(200);
    assertThat(none.at("/updatedAt").isNull()).isTrue();
    put(partner.sandbox(), wanted).expect(200);
    var set = partner.sandbox().get("/security-policy").expect(200);
    assertThat(set.text("/ipAllowlist/0")).isEqualTo(HERE);
    assertThat(Instant.parse(set.text("/updatedAt"))).isBefore(service.clock().instant());
    assertThat(partner.live().get("/security-policy").expect(200).at("/ipAllowlist")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0",
        "1",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "::ffff:10.0.0.0/95",
        "::/129",
        "fe80::1%eth0",
        "10.0.0.1 10.0.0.2",
        "example.com",
        "10.0.0.256",
        "10.0.0.0/08x",
        ":",
        "2001:db8::/"
      })
  void what_is_no_address_is_refused(String range, Service service, Partner partner) {
    SecuritySamples.upgrade(service, partner.id());
    assertThat(put(partner.sandbox(), policy("ipAllowlist", List.of(range))))
        .isRefused(400, "VALIDATION_ERROR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {HERE, "127.0.0.0/8", "::ffff:127.0.0.1", "::ffff:127.0.0.0/104", "0.0.0.0/0"})
  void an_address_of_the_list_is_let_in(String range, Service service, Partner partner) {
    demand(service, partner, "ipAllowlist", List.of("2001:db8::/32", range));
    open(partner.sandbox()).expect(201);
  }

  @Test
  void other_addresses_are_not_and_an_operator_lets_a_partner_in_again(
      Service service, Partner partner) {
    var token = device(partner);
    demand(service, partner, "ipAllowlist", List.of(ELSEWHERE, "::/0"));
    for (var key : List.of(partner.key(), token)) {
      var api = partner.sandbox().as(key);
      assertThat(open(api)).isRefused(403, "FORBIDDEN");
      assertThat(api.get("/stocks")).isRefused(403, "FORBIDDEN");
      assertThat(api.get("/stream")).isRefused(403, "FORBIDDEN");
      var forged = api.request("GET", "/stocks").header("X-Forwarded-For", "203.0.113.7").send();
      assertThat(forged).isRefused(403, "FORBIDDEN");
    }
    assertThat(put(partner.sandbox(), policy("keyRotationDays", null))).isRefused(403, "FORBIDDEN");
    partner.live().get("/account").expect(200);
    lift(service, partner);
    open(partner.sandbox()).expect(201);
  }

  @Test
  void a_key_is_revoked_from_anywhere_with_an_id_token(Service service, Partner partner) {
    demand(service, partner, "ipAllowlist", List.of(ELSEWHERE));
    var portal = partner.sandbox().as(partner.idToken());
    portal.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    lift(service, partner);
    assertThat(partner.sandbox().get("/account")).isRefused(403, "AUTH_REVOKED");
  }

  @Test
  void an_open_stream_ends_with_the_policy_that_let_it_in(Service service, Partner partner)
      throws Exception {
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      demand(service, partner, "ipAllowlist", List.of(ELSEWHERE));
      var last = stream.frame();
      for (var frame = last; !frame.isEmpty(); frame = stream.frame()) last = frame;
      assertThat(last.toString()).contains("security policy");
    }
  }

  @Test
  void a_key_with_all_scopes_is_good_for_keys_alone(Service service, Partner partner) {
    var wanted = List.of("accounts:read", "accounts:write", "keys:write").toArray(String[]::new);
    var narrow = scoped(service, partner, wanted);
    demand(service, partner, "scopedKeysOnly", true);
    var full = partner.sandbox();
    assertThat(open(full)).isRefused(403, "FORBIDDEN");
    assertThat(full.get("/account")).isRefused(403, "FORBIDDEN");
    assertThat(full.get("/stocks")).isRefused(403, "FORBIDDEN");
    full.get("/api-keys/data-key").expect(200);
    full.get("/security-policy").expect(200);
    open(narrow).expect(201);
    var rotated = narrow.post("/api-keys/rotate", "").expect(200);
    var next = full.as(rotated.text("/newKey"));
    open(next).expect(201);
    assertThat(next.get("/webhooks")).isRefused(403, "FORBIDDEN");
    put(full, policy("scopedKeysOnly", false)).expect(200);
    open(full).expect(201);
  }

  @Test
  void a_key_with_all_scopes_gets_tokens_with_fewer(Service service, Partner partner) {
    service.execute(
        "UPDATE partner_terms SET oauth_client_credentials_enabled = true WHERE partner_id = '%s'"
            .formatted(partner.id()));
    demand(service, partner, "scopedKeysOnly", true);
    var sandbox = partner.sandbox();
    var narrow = token(service, partner, "accounts:read").expect(200).text("/access_token");
    sandbox.as(narrow).get("/account").expect(200);
    var wide = token(service, partner, "").expect(200).text("/access_token");
    assertThat(sandbox.as(wide).get("/account")).isRefused(403, "FORBIDDEN");
    demand(service, partner, "ipAllowlist", List.of(ELSEWHERE));
    assertThat(token(service, partner, "")).isRefused(403, "FORBIDDEN");
  }

  private static Reply token(Service service, Partner partner, String scope) {
    var keyId =
        service.ask(
            Environment.SANDBOX,
            "SELECT key_id FROM platform.credential WHERE partner_id = '%s' AND NOT token"
                .formatted(partner.id()));
    var grant =
        Map.of(
            "grant_type",
            "client_credentials",
            "client_id",
            keyId,
            "client_secret",
            partner.key(),
            "scope",
            scope);
    var request = partner.sandbox().as(null).request("POST", "/oauth/token");
    return request.withoutKey().body(grant).send();
  }

  @Test
  void a_key_that_is_too_old_is_good_for_its_own_replacement(Service service, Partner partner) {
    var data = partner.sandbox().post("/api-keys/data-key", "").expect(201).text("/dataKey");
    demand(service, partner, "keyRotationDays", 30);
    open(partner.sandbox()).expect(201);
    service.execute(OLD.formatted(29, partner.id()));
    put(partner.sandbox(), policy("keyRotationDays", 30)).expect(200);
    open(partner.sandbox()).expect(201);
    service.execute(OLD.formatted(1, partner.id()));
    put(partner.sandbox(), policy("keyRotationDays", 30)).expect(200);
    assertThat(open(partner.sandbox())).isRefused(403, "FORBIDDEN");
    assertThat(partner.sandbox().as(data).get("/stocks")).isRefused(403, "FORBIDDEN");
    var rotated = partner.sandbox().post("/api-keys/rotate", "").expect(200);
    var next = partner.sandbox().as(rotated.text("/newKey"));
    open(next).expect(201);
    var fresh = next.post("/api-keys/data-key", "").expect(201).text("/dataKey");
    next.as(fresh).get("/stocks").expect(200);
  }

  @Test
  void every_change_of_a_policy_is_told_in_the_audit_log(Service service, Partner partner) {
    demand(service, partner, "keyRotationDays", 30);
    lift(service, partner);
    var entries = partner.sandbox().get("/audit").expect(200).texts("/entries", "action");
    assertThat(entries).contains("putSecurityPolicy", "liftSecurityPolicy");
  }

  @Test
  void a_change_that_another_policy_let_in_does_not_commit_on_any_node() {
    try (var one = new Service();
        var other = one.another(config -> config)) {
      var partner = one.partner();
      var there = other.at(Environment.SANDBOX.base()).as(partner.key());
      for (int i = 0; i < 10; i++) {
        open(there).expect(201);
        demand(one, partner, "ipAllowlist", List.of(ELSEWHERE));
        var answered = System.nanoTime();
        assertThat(open(there).status()).isIn(403, 503);
        eventually(() -> there.get("/account"), r -> r.status() == 403);
        assertThat(Duration.ofNanos(System.nanoTime() - answered))
            .isLessThan(Duration.ofSeconds(2));
        lift(one, partner);
        eventually(() -> there.get("/account"), r -> r.status() == 200);
      }
    }
  }

  private static String device(Partner partner) {
    var person = Map.of("uid", partner.id(), "name", "Asha", "email", "asha@karibu.example");
    return partner.sandbox().post("/auto-register", person).expect(201).text("/token");
  }
}
