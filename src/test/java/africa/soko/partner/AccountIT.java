package africa.soko.partner;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.FullScopes;
import africa.soko.edge.Environment;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// What a partner is told of itself: `GET /account` with a key, `GET /me` with an ID token.
@SokoTest
class AccountIT {

  @Test
  void an_account_has_the_fields_of_the_specification(Partner partner) {
    var account = partner.sandbox().get("/account").expect(200);
    assertThat(account)
        .has("/partnerId", partner.id())
        .has("/businessName", "Karibu")
        .has("/tier", "starter")
        .has("/status", "active")
        .has("/environment", "sandbox")
        .has("/currency", "USD")
        .hasNumber("/walletBalance", "100000")
        .has("/featureFlags/oauthClientCredentialsEnabled", "false");
    assertThat(account.text("/email")).contains("@karibu.example");
    assertThat(account.text("/createdAt")).endsWith("Z");
    assertThat(account.at("/apiKeys")).hasSize(1);
    var key = account.at("/apiKeys/0");
    assertThat(key.get("type").asText()).isEqualTo("full");
    assertThat(key.get("keyId").asText()).startsWith("key_");
    assertThat(key.get("maskedKey").asText()).startsWith("sk_sandbox_");
    assertThat(StreamSupport.stream(key.get("scopes").spliterator(), false).map(s -> s.asText()))
        .containsExactlyInAnyOrderElementsOf(FullScopes.ALL);
    assertThat(key.get("expiresAt").isNull()).isTrue();
    assertThat(account.body()).doesNotContain(partner.key());
    eventually(
        () -> partner.sandbox().get("/account").at("/apiKeys/0/lastUsedAt"),
        used -> used.isTextual());
  }

  @Test
  void each_environment_shows_its_own_wallet_and_keys(Partner partner) {
    partner.user().funded("1000");
    assertThat(partner.sandbox().get("/account")).hasNumber("/walletBalance", "99000");
    var live = partner.live().get("/account").expect(200);
    assertThat(live).has("/environment", "live").has("/partnerId", partner.id());
    assertThat(live).hasNumber("/walletBalance", "100000");
    assertThat(live.at("/apiKeys")).hasSize(1);
    assertThat(live.text("/apiKeys/0/maskedKey")).startsWith("pk_live_");
    assertThat(partner.sandbox().get("/account").text("/apiKeys/0/maskedKey"))
        .startsWith("sk_sandbox_");
  }

  @Test
  void a_token_of_a_sub_account_is_no_key_of_the_account(Partner partner) {
    var registered =
        partner
            .sandbox()
            .post(
                "/auto-register",
                Map.of("uid", "u-1", "name", "Wanjiru", "email", "wanjiru@karibu.example"))
            .expect(201);
    assertThat(partner.sandbox().get("/account").at("/apiKeys")).hasSize(1);
    var token = registered.text("/token");
    assertThat(token).startsWith("svc_oauth_");
    assertThat(partner.sandbox().as(token).get("/account")).isRefused(403, "FORBIDDEN");
  }

  @Test
  void an_identity_that_never_registered_is_not_found(Service service) {
    var token = service.idToken("nobody@karibu.example");
    for (var environment : Environment.values()) {
      var me = me(service, token, environment);
      assertThat(me).has("/status", "not_found");
      assertThat(me.json().size()).isOne();
    }
  }

  @Test
  void who_registered_is_active_with_the_key_of_each_environment(Service service, Partner partner) {
    var me = me(service, partner.idToken(), Environment.SANDBOX);
    assertThat(me).has("/status", "active").has("/businessName", "Karibu");
    assertThat(me.text("/email")).contains("@karibu.example");
    assertThat(me.text("/maskedKey")).startsWith("sk_sandbox_").isNotEqualTo(partner.key());
    assertThat(me.json().has("applicationSubmittedAt")).isFalse();

    assertThat(me(service, partner.idToken(), Environment.LIVE).json().has("maskedKey")).isFalse();
    partner.live();
    assertThat(me(service, partner.idToken(), Environment.LIVE).text("/maskedKey"))
        .startsWith("pk_live_");
  }

  @Test
  void calls_with_an_id_token_are_counted_for_its_holder_and_environment(Service service) {
    var first = me(service, service.idToken("first@karibu.example"), Environment.SANDBOX);
    var token = service.idToken("first@karibu.example");
    assertThat(remaining(me(service, token, Environment.SANDBOX))).isEqualTo(remaining(first) - 1);
    assertThat(remaining(me(service, token, Environment.LIVE))).isEqualTo(remaining(first));
    var other = service.idToken("other@karibu.example");
    assertThat(remaining(me(service, other, Environment.SANDBOX))).isEqualTo(remaining(first));
  }

  @Test
  void a_revoked_key_is_shown_nowhere(Service service, Partner partner) {
    service.execute(
        "UPDATE credential SET revoked_at = now() WHERE partner_id = '%s'".formatted(partner.id()));
    var me = me(service, partner.idToken(), Environment.SANDBOX);
    assertThat(me).has("/status", "active");
    assertThat(me.json().has("maskedKey")).isFalse();
  }

  @Test
  void a_suspended_partner_sees_why_its_key_is_refused(Service service, Partner partner) {
    status(service, partner, "SUSPENDED");
    var me = me(service, partner.idToken(), Environment.SANDBOX);
    assertThat(me).has("/status", "suspended").has("/businessName", "Karibu");
    assertThat(me.text("/maskedKey")).startsWith("sk_sandbox_");
    var refused =
        eventually(() -> partner.sandbox().get("/account"), reply -> reply.status() != 200);
    assertThat(refused).isRefused(403, "AUTH_SUSPENDED");
    status(service, partner, "ACTIVE");
    eventually(() -> partner.sandbox().get("/account"), reply -> reply.status() == 200);
  }

  @Test
  void the_two_environments_take_their_own_keys_alone(Service service, Partner partner) {
    var liveKey = service.liveKey(partner.id());
    for (var path : List.of("/account", "/market/status", "/no/such/path")) {
      assertThat(partner.sandbox().as(liveKey).get(path)).isRefused(401, "AUTH_INVALID");
      assertThat(partner.live().as(partner.key()).get(path)).isRefused(401, "AUTH_INVALID");
    }
  }

  @Test
  void what_is_agreed_is_agreed_for_each_environment_by_itself(Service service, Partner partner) {
    var live = partner.live();
    service.execute(
        """
        UPDATE partner_terms SET tier = 'GROWTH', requests_per_minute = 777,
          oauth_client_credentials_enabled = true
        WHERE environment = 'LIVE' AND partner_id = '%s'
        """
            .formatted(partner.id()));
    eventually(() -> live.get("/account"), reply -> limit(reply) == 777);
    assertThat(live.get("/account").text("/tier")).isEqualTo("growth");
    assertThat(live.get("/account").at("/featureFlags/oauthClientCredentialsEnabled").asBoolean())
        .isTrue();
    var sandbox = partner.sandbox().get("/account");
    assertThat(limit(sandbox)).isNotEqualTo(777);
    assertThat(sandbox.text("/tier")).isEqualTo("starter");
    assertThat(sandbox.at("/featureFlags/oauthClientCredentialsEnabled").asBoolean()).isFalse();
  }

  private static long limit(Reply reply) {
    return Long.parseLong(reply.header("X-RateLimit-Limit"));
  }

  private static long remaining(Reply reply) {
    return Long.parseLong(reply.header("X-RateLimit-Remaining"));
  }

  private static Reply me(Service service, String token, Environment environment) {
    return service.at(environment.base()).as(token).get("/me").expect(200);
  }

  private static void status(Service service, Partner partner, String status) {
    service.execute(
        "UPDATE partner SET status = '%s' WHERE partner_id = '%s'".formatted(status, partner.id()));
  }
}
