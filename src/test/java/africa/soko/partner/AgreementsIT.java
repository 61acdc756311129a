package africa.soko.partner;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What operators agree with a partner, its keys, and what they do with its sub-accounts: on one
/// node, seen on another.
@SokoTest
class AgreementsIT {
  private final Service service;
  private final Api operator;

  AgreementsIT(Service service) {
    this.service = service;
    operator = service.operator();
  }

  private static String path(Partner partner) {
    return "/partners/" + partner.id();
  }

  private static Map<String, Object> user() {
    var id = UUID.randomUUID().toString();
    return Map.of("externalId", id, "displayName", "Wanjiru", "email", "w@karibu.example");
  }

  @Test
  void an_operator_changes_where_notices_go(Partner partner) {
    assertThat(operator.get(path(partner)).expect(200).at("/technicalContactEmail").isNull())
        .isTrue();
    var contact = Map.of("technicalContactEmail", "tech@karibu.example");
    assertThat(operator.patch(path(partner), contact).expect(200))
        .has("/technicalContactEmail", "tech@karibu.example");
    operator.patch(path(partner), Map.of("status", "active")).expect(200);
    assertThat(operator.get(path(partner))).has("/technicalContactEmail", "tech@karibu.example");
    assertThat(operator.patch(path(partner), Map.of("technicalContactEmail", "nobody")))
        .isRefused(400, "VALIDATION_ERROR");
    operator.patch(path(partner), "{\"technicalContactEmail\":null}").expect(200);
    assertThat(operator.get(path(partner)).at("/technicalContactEmail").isNull()).isTrue();
  }

  @Test
  void a_suspension_holds_at_once_and_ends_streams_and_is_lifted(Partner partner) throws Exception {
    try (var other = service.another(UnaryOperator.identity());
        var stream = SseClient.of(partner.sandbox(), "")) {
      var elsewhere = other.at("/api/sandbox/v1/partner").as(partner.key());
      elsewhere.get("/account").expect(200);
      operator.patch(path(partner), Map.of("status", "suspended")).expect(200);
      assertThat(elsewhere.post("/users", user())).isRefused(403, "AUTH_SUSPENDED");
      assertThat(partner.sandbox().get("/account")).isRefused(403, "AUTH_SUSPENDED");
      eventually(() -> elsewhere.get("/account").status(), status -> status == 403);
      assertThat(partner.live().get("/account")).isRefused(403, "AUTH_SUSPENDED");
      var last = stream.frame();
      for (var frame = last; !frame.isEmpty(); frame = stream.frame()) last = frame;
      assertThat(last.getFirst()).containsIgnoringCase("suspended");
      assertThat(operator.get(path(partner))).has("/status", "suspended");
      operator.patch(path(partner), Map.of("status", "active")).expect(200);
      eventually(() -> elsewhere.get("/account").status(), status -> status == 200);
      partner.sandbox().post("/users", user()).expect(201);
    }
  }

  @Test
  void terms_are_those_of_one_environment(Partner partner) {
    var body = new HashMap<String, Object>();
    body.put("environment", "sandbox");
    body.put("tier", "growth");
    body.put("baseFeeBps", 20);
    body.put("requestsPerMinute", 7_777);
    body.put("featureFlags", Map.of("oauthClientCredentialsEnabled", true));
    var changed = operator.patch(path(partner), body).expect(200);
    assertThat(changed)
        .has("/environment", "sandbox")
        .has("/terms/tier", "growth")
        .has("/status", "active");
    assertThat(changed.at("/terms/markupFeeBps").asInt()).isEqualTo(50);
    var whole = operator.get(path(partner)).expect(200);
    assertThat(whole).has("/sandbox/tier", "growth").has("/live/tier", "starter");
    assertThat(whole.at("/sandbox/requestsPerMinute").asInt()).isEqualTo(7_777);
    assertThat(whole.at("/live/requestsPerMinute").isNull()).isTrue();
    var account =
        eventually(
            () -> partner.sandbox().get("/account"), reply -> reply.text("/tier").equals("growth"));
    assertThat(account.at("/featureFlags/oauthClientCredentialsEnabled").asBoolean()).isTrue();
    assertThat(account.header("X-RateLimit-Limit")).isEqualTo("7777");
    assertThat(partner.live().get("/account")).has("/tier", "starter");

    body.clear();
    body.put("environment", "sandbox");
    body.put("requestsPerMinute", null);
    operator.patch(path(partner), body).expect(200);
    assertThat(operator.get(path(partner)).at("/sandbox/requestsPerMinute").isNull()).isTrue();
    assertThat(operator.get(path(partner))).has("/sandbox/tier", "growth");
  }

  @Test
  void what_is_wrong_is_told_and_changes_nothing(Partner partner) {
    var before = operator.get(path(partner)).expect(200).body();
    var at = path(partner);
    assertThat(operator.patch(at, Map.of())).isRefused(400, "VALIDATION_ERROR");
    assertThat(operator.patch(at, Map.of("tier", "growth"))).isRefused(400, "MISSING_PARAM");
    for (var wrong :
        List.<Map<String, Object>>of(
            Map.of("status", "closed"),
            Map.of("environment", "live", "tier", "gold"),
            Map.of("environment", "live", "baseFeeBps", -1),
            Map.of("environment", "live", "markupFeeBps", 10_001),
            Map.of("environment", "live", "requestsPerMinute", 0),
            Map.of("environment", "live", "streams", -1),
            Map.of("environment", "live", "featureFlags", Map.of("other", true)),
            Map.of("partnerId", "x"))) {
      assertThat(operator.patch(at, wrong)).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.patch("/partners/ptn_none", Map.of("status", "suspended")))
        .isRefused(404, "NOT_FOUND");
    assertThat(operator.get("/partners/ptn_none")).isRefused(404, "NOT_FOUND");
    assertThat(operator.get("/partners/ptn_none/keys?environment=live"))
        .isRefused(404, "NOT_FOUND");
    assertThat(operator.get(at).body()).isEqualTo(before);
  }

  @Test
  void a_key_is_issued_with_its_scopes_which_rotation_keeps_and_revoked(Partner partner) {
    var keys = path(partner) + "/keys";
    var body = Map.of("environment", "sandbox", "scopes", List.of("accounts:read", "keys:write"));
    var once = UUID.randomUUID().toString();
    var issued = operator.request("POST", keys).key(once).body(body).send().expect(201);
    var again = operator.request("POST", keys).key(once).body(body).send().expect(201);
    assertThat(again.body()).isEqualTo(issued.body());
    var scoped = partner.sandbox().as(issued.text("/apiKey"));
    scoped.get("/account").expect(200);
    assertThat(scoped.get("/webhooks")).isRefused(403, "FORBIDDEN");
    var rotated = scoped.post("/api-keys/rotate", "").expect(200);
    var fresh = partner.sandbox().as(rotated.text("/newKey"));
    fresh.get("/account").expect(200);
    assertThat(fresh.get("/webhooks")).isRefused(403, "FORBIDDEN");

    var listed = operator.get(keys + "?environment=sandbox").expect(200);
    assertThat(listed.texts("/keys", "keyId"))
        .contains(issued.text("/keyId"), rotated.text("/keyId"));
    assertThat(listed.body()).doesNotContain(issued.text("/apiKey"), partner.key());

    var revoke = keys + "/" + rotated.text("/keyId") + "/revoke";
    assertThat(operator.post(revoke, Map.of("environment", "live"))).isRefused(404, "NOT_FOUND");
    operator.post(revoke, Map.of("environment", "sandbox")).expect(200);
    assertThat(fresh.get("/account")).isRefused(403, "AUTH_REVOKED");
    partner.sandbox().get("/account").expect(200);
  }

  @Test
  void a_partner_without_keys_gets_one(Partner partner) {
    var sandbox = partner.sandbox();
    sandbox.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(sandbox.get("/account")).isRefused(403, "AUTH_REVOKED");
    var issued =
        operator.post(path(partner) + "/keys", Map.of("environment", "sandbox")).expect(201);
    sandbox.as(issued.text("/apiKey")).post("/users", user()).expect(201);
    for (var wrong : List.of(List.of(), List.of("all"), List.of("market:read", "x:y"))) {
      assertThat(
              operator.post(
                  path(partner) + "/keys", Map.of("environment", "live", "scopes", wrong)))
          .isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.post("/partners/ptn_none/keys", Map.of("environment", "live")))
        .isRefused(404, "NOT_FOUND");
  }

  @Test
  void a_kyc_result_is_overridden_and_told(Partner partner) {
    var id = partner.sandbox().post("/users", user()).expect(201).text("/subAccountId");
    var kyc = "/sub-accounts/" + id + "/kyc";
    var body = Map.of("environment", "sandbox", "status", "VERIFIED", "level", "FULL");
    operator.post(kyc, body).expect(200);
    assertThat(partner.sandbox().get("/users/" + id))
        .has("/kycStatus", "VERIFIED")
        .has("/kycLevel", "FULL");
    var told = partner.events("kyc.updated");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().get("overriddenByAdmin").asBoolean()).isTrue();
    assertThat(operator.post(kyc, Map.of("environment", "sandbox", "status", "VERIFIED")))
        .isRefused(400, "MISSING_PARAM");
    assertThat(operator.post(kyc, Map.of("environment", "live", "status", "REJECTED")))
        .isRefused(404, "NOT_FOUND");
    assertThat(
            operator.post(
                "/sub-accounts/master/kyc", Map.of("environment", "sandbox", "status", "REJECTED")))
        .isRefused(404, "NOT_FOUND");
  }

  @Test
  void a_freeze_by_compliance_is_lifted_by_an_operator_alone(Partner partner) {
    var api = partner.sandbox();
    var id = api.post("/users", user()).expect(201).text("/subAccountId");
    var at = "/sub-accounts/" + id;
    var freeze = Map.of("environment", "sandbox", "reason", "Sanctions screening");
    var lift = Map.of("environment", "sandbox");
    assertThat(operator.post(at + "/freeze", freeze).expect(200))
        .has("/status", "frozen")
        .has("/frozenBy", "compliance")
        .has("/partnerId", partner.id());
    assertThat(api.get("/users/" + id))
        .has("/frozenBy", "compliance")
        .has("/frozenReason", "Sanctions screening");
    assertThat(api.patch("/users/" + id, Map.of("status", "active"))).isRefused(403, "FORBIDDEN");
    operator.post(at + "/freeze", freeze).expect(200);
    assertThat(operator.post(at + "/unfreeze", lift).expect(200)).has("/status", "active");
    operator.post(at + "/unfreeze", lift).expect(200);
    var told = partner.events("account.frozen");
    assertThat(told).hasSize(2);
    assertThat(told.getFirst().get("frozenBy").asText()).isEqualTo("compliance");

    api.patch("/users/" + id, Map.of("status", "frozen")).expect(200);
    assertThat(operator.post(at + "/unfreeze", lift)).isRefused(409, "CONFLICT");
    assertThat(api.get("/users/" + id)).has("/frozenBy", "partner");
    assertThat(operator.post("/sub-accounts/sub_none/freeze", freeze)).isRefused(404, "NOT_FOUND");
    assertThat(operator.post(at + "/freeze", lift)).isRefused(400, "MISSING_PARAM");
  }

  @Test
  void the_books_are_proven(Partner partner) {
    partner.sandbox().post("/users", user()).expect(201);
    var proof = operator.get("/ledger/verification?environment=sandbox").expect(200);
    assertThat(proof.at("/isProven").asBoolean()).isTrue();
    assertThat(proof.at("/rows/account").asInt()).isPositive();
    assertThat(operator.get("/ledger/verification")).isRefused(400, "MISSING_PARAM");
    assertThat(operator.get("/ledger/verification?environment=x"))
        .isRefused(400, "VALIDATION_ERROR");
  }
}
