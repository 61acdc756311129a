package africa.soko.onboarding;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// From an application to a live key and a higher tier, over HTTP.
@SokoTest
class OnboardingIT {
  private static final String ME = "/me";
  private static final String UPGRADE = "/upgrade-request";

  private final Service service;
  private final Api operator;

  OnboardingIT(Service service) {
    this.service = service;
    operator = service.operator();
  }

  private Api live() {
    return service.at(Environment.LIVE.base());
  }

  private Api as(String email) {
    return live().as(service.idToken(email));
  }

  private static String address() {
    return UUID.randomUUID() + "@Karibu.example";
  }

  private static Map<String, Object> application(String email) {
    var body = new HashMap<String, Object>();
    body.put("businessName", "Karibu Invest");
    body.put("email", email);
    body.put("useCase", "Savings in African shares");
    body.put("termsAccepted", true);
    body.put("consentVersion", "2026-01");
    return body;
  }

  private String applied(String email) {
    live().post("/apply", application(email)).expect(202);
    var listed = operator.get("/applications?status=pending&limit=1").expect(200);
    assertThat(listed)
        .has("/applications/0/email", email)
        .has("/applications/0/consentVersion", "2026-01");
    return listed.text("/applications/0/applicationId");
  }

  @Test
  void an_application_is_answered_alike_and_told_to_who_holds_the_address(Partner partner) {
    var email = address();
    var first = live().post("/apply", application(email)).expect(202);
    var known = live().post("/apply", application(email)).expect(202);
    var ofPartner = partner.sandbox().get("/account").text("/email");
    var registered = service.at(Environment.SANDBOX.base()).as(null);
    assertThat(registered.post("/apply", application(ofPartner)).expect(202).body())
        .isEqualTo(first.body())
        .isEqualTo(known.body());
    assertThat(as(email.toLowerCase(Locale.ROOT)).get(ME).expect(200))
        .has("/status", "pending")
        .has("/businessName", "Karibu Invest")
        .has("/email", email);
    assertThat(as(address()).get(ME)).has("/status", "not_found");
    assertThat(as(email).get(UPGRADE)).has("/status", "none");
    assertThat(as(email).post(UPGRADE, Map.of())).isRefused(403, "FORBIDDEN");
  }

  @Test
  void what_is_wrong_with_an_application_is_told() {
    for (var wrong :
        List.<Map.Entry<String, Object>>of(
            Map.entry("termsAccepted", false),
            Map.entry("email", "nobody"),
            Map.entry("businessName", " "),
            Map.entry("useCase", ""),
            Map.entry("consentVersion", " "),
            Map.entry("website", "javascript:alert(1)"),
            Map.entry("technicalContactEmail", "nobody"),
            Map.entry("password", "x"))) {
      var body = application(address());
      body.put(wrong.getKey(), wrong.getValue());
      assertThat(live().post("/apply", body)).isRefused(400, "VALIDATION_ERROR");
    }
    for (var missing : List.of("businessName", "email", "useCase", "termsAccepted")) {
      var body = application(address());
      body.remove(missing);
      assertThat(live().post("/apply", body)).isRefused(400, "MISSING_PARAM");
    }
  }

  @Test
  void a_rejection_tells_its_reason_and_stays() {
    var email = address();
    var at = "/applications/" + applied(email);
    var reason = Map.of("reason", "The use case is not served");
    assertThat(operator.post(at + "/reject", reason).expect(200)).has("/status", "rejected");
    assertThat(operator.post(at + "/reject", reason).expect(200)).has("/status", "rejected");
    assertThat(operator.post(at + "/approve", "")).isRefused(409, "CONFLICT");
    assertThat(as(email).get(ME))
        .has("/status", "rejected")
        .has("/applicationRejectionReason", "The use case is not served");
    assertThat(operator.post("/applications/app_none/approve", "")).isRefused(404, "NOT_FOUND");
    assertThat(operator.post(at + "/reject", Map.of())).isRefused(400, "MISSING_PARAM");
  }

  @Test
  void from_an_approved_application_to_a_live_key_that_is_shown_until_its_first_use() {
    var email = address();
    var at = "/applications/" + applied(email);
    var approved = operator.post(at + "/approve", "").expect(200);
    var partnerId = approved.text("/partnerId");
    assertThat(operator.post(at + "/approve", "").expect(200)).has("/partnerId", partnerId);
    assertThat(operator.post(at + "/reject", Map.of("reason", "x"))).isRefused(409, "CONFLICT");

    var owner = as(email.toLowerCase(Locale.ROOT));
    assertThat(owner.get(ME)).has("/status", "active").has("/email", email);
    assertThat(owner.post("/session", "")).isRefused(403, "FORBIDDEN");
    var asked = owner.post(UPGRADE, Map.of("message", "We are ready")).expect(202);
    assertThat(asked).has("/status", "pending").has("/type", "live_access");
    assertThat(
            Duration.between(
                Instant.parse(asked.text("/submittedAt")),
                Instant.parse(asked.text("/expectedBy"))))
        .isBetween(Duration.ofDays(2), Duration.ofDays(4));
    assertThat(owner.post(UPGRADE, "").expect(202)).has("/requestId", asked.text("/requestId"));
    assertThat(owner.get(UPGRADE + "?type=tier_upgrade")).has("/status", "none");

    var decide = "/upgrade-requests/" + asked.text("/requestId");
    var answer = operator.post(decide + "/approve", "").expect(200);
    assertThat(answer).has("/status", "approved");
    assertThat(answer.body()).doesNotContain("apiKey");
    operator.post(decide + "/approve", "").expect(200);
    assertThat(operator.post(decide + "/reject", Map.of("reason", "x"))).isRefused(409, "CONFLICT");

    var shown = service.at(Environment.SANDBOX.base()).as(owner.credential()).get(UPGRADE);
    var key = shown.expect(200).text("/apiKey");
    assertThat(key).startsWith("pk_live_");
    assertThat(owner.get(UPGRADE)).has("/apiKey", key).has("/maskedKey", shown.text("/maskedKey"));
    assertThat(live().as(key).get("/account").expect(200))
        .has("/partnerId", partnerId)
        .hasNumber("/walletBalance", "0");
    assertThat(owner.get(ME)).has("/maskedKey", shown.text("/maskedKey"));
    service.execute(
        "UPDATE credential SET last_used_at = now() WHERE partner_id = '%s'".formatted(partnerId));
    var used = owner.get(UPGRADE).expect(200);
    assertThat(used.body()).doesNotContain("apiKey");
    assertThat(used).has("/maskedKey", shown.text("/maskedKey"));
    owner.post("/session", "").expect(200);
  }

  @Test
  void a_key_that_nobody_used_is_shown_for_a_week() {
    var owner = onTheWay();
    var request = owner.post(UPGRADE, "").expect(202).text("/requestId");
    operator.post("/upgrade-requests/" + request + "/approve", "").expect(200);
    assertThat(owner.get(UPGRADE).text("/apiKey")).startsWith("pk_live_");
    service.execute(
        "UPDATE upgrade_request SET decided_at = decided_at - interval '7 days' WHERE request_id = '%s'"
            .formatted(request));
    assertThat(owner.get(UPGRADE).body()).doesNotContain("apiKey");
  }

  @Test
  void a_request_is_rejected_and_made_again() {
    var owner = onTheWay();
    var request = owner.post(UPGRADE, "").expect(202).text("/requestId");
    var reject = "/upgrade-requests/" + request + "/reject";
    operator.post(reject, Map.of("reason", "Not certified yet")).expect(200);
    assertThat(owner.get(UPGRADE))
        .has("/status", "rejected")
        .has("/rejectionReason", "Not certified yet");
    var again = owner.post(UPGRADE, "").expect(202).text("/requestId");
    assertThat(again).isNotEqualTo(request);
    assertThat(operator.post("/upgrade-requests/" + request + "/approve", ""))
        .isRefused(404, "NOT_FOUND");
    assertThat(operator.get("/upgrade-requests?status=pending&limit=1"))
        .has("/upgradeRequests/0/requestId", again);
  }

  @Test
  void a_tier_is_asked_for_with_a_live_key(Partner partner) {
    var owner = live().as(partner.idToken());
    var growth = Map.of("targetTier", "growth");
    assertThat(owner.post(UPGRADE, growth)).isRefused(409, "CONFLICT");
    for (var wrong : List.of("starter", "gold")) {
      assertThat(owner.post(UPGRADE, Map.of("targetTier", wrong)))
          .isRefused(400, "VALIDATION_ERROR");
    }
    partner.live().get("/account").expect(200);
    assertThat(owner.post(UPGRADE, "")).isRefused(409, "CONFLICT");
    var request = owner.post(UPGRADE, growth).expect(202).text("/requestId");
    assertThat(owner.post(UPGRADE, Map.of("targetTier", "enterprise"))).isRefused(409, "CONFLICT");
    operator.post("/upgrade-requests/" + request + "/approve", "").expect(200);
    assertThat(owner.get(UPGRADE + "?type=tier_upgrade"))
        .has("/status", "approved")
        .has("/targetTier", "growth");
    assertThat(operator.get("/partners/" + partner.id()))
        .has("/live/tier", "growth")
        .has("/sandbox/tier", "starter");
    assertThat(owner.post(UPGRADE, growth)).isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void who_is_suspended_asks_for_nothing(Partner partner) {
    operator.patch("/partners/" + partner.id(), Map.of("status", "suspended")).expect(200);
    var owner = live().as(partner.idToken());
    assertThat(owner.get(ME)).has("/status", "suspended");
    assertThat(owner.post(UPGRADE, "")).isRefused(403, "AUTH_SUSPENDED");
  }

  @Test
  void the_application_of_a_registered_address_is_that_partners(Partner partner) {
    var email = partner.sandbox().get("/account").text("/email");
    var approved = operator.post("/applications/" + applied(email) + "/approve", "").expect(200);
    assertThat(approved).has("/partnerId", partner.id());
    assertThat(live().as(partner.idToken()).get(ME)).has("/businessName", "Karibu Invest");
  }

  /// The owner of a partner that was approved a moment ago.
  private Api onTheWay() {
    var email = address();
    operator.post("/applications/" + applied(email) + "/approve", "").expect(200);
    return as(email);
  }
}
