package africa.soko.key;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The life of keys, over HTTP (SPEC "Keys", DECISIONS 3).
@SokoTest
class KeysIT {
  private static final String ENDS_NOW =
      "UPDATE credential SET expires_at = now() WHERE partner_id = '%s' AND expires_at > now()";

  private static Api revoking(Partner partner) {
    return partner.sandbox().as(partner.idToken());
  }

  @Test
  void both_keys_work_until_the_old_one_ends(Partner partner, Service service) {
    var old = partner.sandbox();
    var rotated = old.post("/api-keys/rotate", "").expect(200);
    var fresh = old.as(rotated.text("/newKey"));
    assertThat(rotated.text("/newKey")).startsWith("sk_sandbox_").isNotEqualTo(partner.key());
    assertThat(rotated.text("/maskedKey")).endsWith(last(rotated.text("/newKey")));
    assertThat(
            Duration.between(Instant.now(), Instant.parse(rotated.text("/previousKeyExpiresAt"))))
        .isBetween(Duration.ofSeconds(-60), Duration.ofSeconds(120));
    old.get("/account").expect(200);
    fresh.get("/account").expect(200);
    assertThat(old.post("/api-keys/rotate", "")).isRefused(409, "CONFLICT");

    service.execute(ENDS_NOW.formatted(partner.id()));
    eventually(() -> old.get("/account").status(), status -> status == 401);
    assertThat(old.get("/account")).isRefused(401, "AUTH_INVALID");
    assertThat(old.post("/users", Map.of("externalId", "x"))).isRefused(401, "AUTH_INVALID");
    fresh.get("/account").expect(200);
    fresh.post("/api-keys/rotate", "").expect(200);
  }

  @Test
  void a_rotation_that_is_repeated_tells_the_same_key(Partner partner) {
    var key = UUID.randomUUID().toString();
    var first = partner.sandbox().request("POST", "/api-keys/rotate").key(key).send().expect(200);
    var again = partner.sandbox().request("POST", "/api-keys/rotate").key(key).send().expect(200);
    assertThat(again.body()).isEqualTo(first.body());
  }

  @Test
  void registering_again_tells_the_key_of_the_last_rotation(Partner partner, Service service) {
    var rotated = partner.sandbox().post("/api-keys/rotate", "").expect(200);
    var again = service.at("/api/sandbox").as(partner.idToken()).post("/register", "").expect(201);
    assertThat(again.text("/apiKey")).isEqualTo(rotated.text("/newKey"));
  }

  @Test
  void a_revoked_key_changes_nothing_more_and_another_is_got_by_registering(
      Partner partner, Service service) {
    var revoked =
        revoking(partner).post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(revoked.at("/revoked").booleanValue()).isTrue();
    assertThat(partner.sandbox().post("/users", Map.of("externalId", "late")))
        .isRefused(403, "AUTH_REVOKED");
    assertThat(partner.sandbox().get("/account")).isRefused(403, "AUTH_REVOKED");
    var repeated =
        revoking(partner).post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(repeated.text("/revokedAt")).isEqualTo(revoked.text("/revokedAt"));
    var next = service.at("/api/sandbox").as(partner.idToken()).post("/register", "").expect(201);
    partner.sandbox().as(next.text("/apiKey")).get("/account").expect(200);
  }

  @Test
  void a_key_revokes_itself_and_its_data_key_and_tokens_die_with_it(Partner partner) {
    var sandbox = partner.sandbox();
    var data = sandbox.as(sandbox.post("/api-keys/data-key", "").expect(201).text("/dataKey"));
    var token = sandbox.as(token(sandbox));
    data.get("/stocks").expect(200);
    token.get("/stocks").expect(200);
    sandbox.post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
    assertThat(data.get("/stocks")).isRefused(401, "AUTH_INVALID");
    assertThat(token.get("/stocks")).isRefused(403, "AUTH_REVOKED");
  }

  @Test
  void a_token_ends_with_the_key_that_was_replaced(Partner partner, Service service) {
    var token = partner.sandbox().as(token(partner.sandbox()));
    partner.sandbox().post("/api-keys/rotate", "").expect(200);
    token.get("/stocks").expect(200);
    service.execute(ENDS_NOW.formatted(partner.id()));
    eventually(() -> token.get("/stocks").status(), status -> status == 401);
  }

  private static String token(Api api) {
    var profile =
        Map.of(
            "uid",
            UUID.randomUUID().toString(),
            "name",
            "Asha",
            "email",
            "asha@karibu.example",
            "country",
            "TZ");
    return api.post("/auto-register", profile).expect(201).text("/token");
  }

  @Test
  void only_what_is_ones_own_is_revoked(Partner partner, Partner other, Service service) {
    var live = service.liveKey(partner.id());
    for (var foreign : new String[] {other.key(), live, "sk_sandbox_nonsense"}) {
      assertThat(revoking(partner).post("/api-keys/revoke", Map.of("apiKey", foreign)))
          .isRefused(404, "NOT_FOUND");
      assertThat(partner.sandbox().post("/api-keys/revoke", Map.of("apiKey", foreign)))
          .isRefused(404, "NOT_FOUND");
    }
    other.sandbox().get("/account").expect(200);
    partner.live().as(live).get("/account").expect(200);
    var nobody = partner.sandbox().as(service.idToken("nobody@karibu.example"));
    assertThat(nobody.post("/api-keys/revoke", Map.of("apiKey", partner.key())))
        .isRefused(404, "NOT_FOUND");
    assertThat(partner.sandbox().as(null).post("/api-keys/revoke", Map.of("apiKey", "x")))
        .isRefused(401, "AUTH_MISSING");
  }

  @Test
  void there_is_one_data_key_and_it_reads_market_data_alone(Partner partner) {
    var sandbox = partner.sandbox();
    assertThat(sandbox.get("/api-keys/data-key").expect(200).at("/dataKey").isNull()).isTrue();
    assertThat(sandbox.delete("/api-keys/data-key")).isRefused(404, "NOT_FOUND");
    var first = sandbox.post("/api-keys/data-key", "").expect(201).text("/dataKey");
    var second = sandbox.post("/api-keys/data-key", "").expect(201);
    assertThat(first).startsWith("pk_data_");
    assertThat(sandbox.as(first).get("/stocks")).isRefused(401, "AUTH_INVALID");
    var data = sandbox.as(second.text("/dataKey"));
    data.get("/stocks").expect(200);
    assertThat(data.get("/account")).isRefused(403, "FORBIDDEN");
    assertThat(data.post("/api-keys/revoke", Map.of("apiKey", first))).isRefused(403, "FORBIDDEN");

    var shown = sandbox.get("/api-keys/data-key").expect(200);
    assertThat(shown)
        .has("/dataKey", second.text("/maskedKey"))
        .has("/keyId", second.text("/keyId"));
    var rotated = sandbox.post("/api-keys/rotate", "").expect(200);
    data.get("/stocks").expect(200);

    sandbox.as(rotated.text("/newKey")).delete("/api-keys/data-key").expect(200);
    assertThat(data.get("/stocks")).isRefused(401, "AUTH_INVALID");
  }

  @Test
  void an_open_stream_ends_with_its_key_and_says_why(Partner partner) throws Exception {
    try (var stream = SseClient.of(partner.sandbox(), "")) {
      revoking(partner).post("/api-keys/revoke", Map.of("apiKey", partner.key())).expect(200);
      var last = stream.frame();
      for (var frame = last; !frame.isEmpty(); frame = stream.frame()) last = frame;
      assertThat(last.getFirst()).startsWith(": AUTH_REVOKED, The key is revoked");
    }
  }

  @Test
  void no_text_of_a_key_is_kept(Partner partner, Service service) {
    var fresh = partner.sandbox().post("/api-keys/rotate", "").expect(200).text("/newKey");
    var found =
        "SELECT count(*) FROM idempotency i WHERE partner_id = '%s' AND position('%s' in"
            + " encode(body, 'escape')) > 0";
    assertThat(service.ask(Environment.SANDBOX, found.formatted(partner.id(), fresh)))
        .isEqualTo(0L);
  }

  private static String last(String text) {
    return text.substring(text.length() - 4);
  }
}
