package africa.soko.sandbox;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.ApiKeys;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SigningKey;
import africa.soko.testing.SokoTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// An ID token becomes a sandbox partner (SPEC "Onboarding and account").
@SokoTest
class RegistrationIT {

  @Test
  void who_registers_gets_a_key_that_works_and_a_seeded_wallet(Service service) {
    var registered = register(service, service.idToken("amina@karibu.example")).expect(201);
    assertThat(registered).hasNumber("/walletBalance", "100000");
    var key = registered.text("/apiKey");
    assertThat(key).startsWith("sk_sandbox_");
    assertThat(ApiKeys.valid(key)).isTrue();
    assertThat(registered.text("/maskedKey")).startsWith("sk_sandbox_").isNotEqualTo(key);
    assertThat(registered.header("Cache-Control")).isEqualTo("no-store");

    var account = sandbox(service).as(key).get("/account").expect(200);
    assertThat(account).hasNumber("/walletBalance", "100000").has("/email", "amina@karibu.example");
    assertThat(account.text("/partnerId")).isEqualTo(registered.text("/partnerId"));
    assertThat(service.events(registered.text("/partnerId"))).isEmpty();
    assertThat(sandbox(service).as(registered.text("/maskedKey")).get("/account"))
        .isRefused(401, "AUTH_INVALID");
  }

  @Test
  void the_same_person_gets_the_same_key_again_and_no_second_seed(
      Service service, Partner partner) {
    partner.user().funded("40000");
    var again = register(service, partner.idToken()).expect(201);
    assertThat(again).has("/apiKey", partner.key()).hasNumber("/walletBalance", "60000");
    // Another token of the same identity; a body and a key say nothing.
    var email = SigningKey.claims(partner.idToken()).get("email").asText();
    var other =
        root(service)
            .as(service.idToken(email.toUpperCase(Locale.ROOT)))
            .request("POST", "/register")
            .withoutKey()
            .send()
            .expect(201);
    assertThat(other).has("/apiKey", partner.key());
  }

  @Test
  void after_a_revocation_comes_the_next_key(Service service, Partner partner) {
    revoke(service, partner);
    var second = register(service, partner.idToken()).expect(201);
    assertThat(second.text("/apiKey")).isNotEqualTo(partner.key());
    assertThat(second).has("/partnerId", partner.id());
    assertThat(register(service, partner.idToken())).has("/apiKey", second.text("/apiKey"));
    sandbox(service).as(second.text("/apiKey")).get("/account").expect(200);
    var old = eventually(() -> partner.sandbox().get("/account"), reply -> reply.status() != 200);
    assertThat(old).isRefused(403, "AUTH_REVOKED");

    revoke(service, partner);
    var third = register(service, partner.idToken()).expect(201).text("/apiKey");
    assertThat(List.of(partner.key(), second.text("/apiKey"))).doesNotContain(third);
  }

  @Test
  void twenty_registrations_at_once_make_one_partner_with_one_key(Service service) {
    var token = service.idToken("crowd@karibu.example");
    var sent =
        IntStream.range(0, 20)
            .mapToObj(_ -> root(service).as(token).request("POST", "/register").sendAsync())
            .toList();
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
    var replies = sent.stream().map(CompletableFuture::join).toList();
    assertThat(replies).allSatisfy(reply -> assertThat(reply).hasStatus(201));
    assertThat(replies.stream().map(Reply::body).distinct()).hasSize(1);
    var reply = replies.getFirst();
    assertThat(reply).hasNumber("/walletBalance", "100000");
    var keys = sandbox(service).as(reply.text("/apiKey")).get("/account").at("/apiKeys");
    assertThat(keys).hasSize(1);
  }

  @Test
  void a_suspended_partner_is_told_so(Service service, Partner partner) {
    service.execute(
        "UPDATE partner SET status = 'SUSPENDED' WHERE partner_id = '%s'".formatted(partner.id()));
    assertThat(register(service, partner.idToken())).isRefused(403, "AUTH_SUSPENDED");
  }

  @Test
  void without_a_token_that_is_good_nobody_registers(Service service, Partner partner)
      throws Exception {
    var root = root(service);
    assertThat(root.post("/register", "")).isRefused(401, "AUTH_MISSING");
    var good = service.idToken("forger@karibu.example");
    var claims = claims(good);
    var parts = good.split("\\.", -1);
    var victim = claims(partner.idToken());
    var stranger = new SigningKey(key(service).get("kid").asText());
    var none = stranger.header("none");
    var hs256 = stranger.header("HS256");
    for (var token :
        List.of(
            stranger.token(claims),
            expired(service),
            parts[0]
                + "."
                + SigningKey.unsigned(Map.of(), victim).split("\\.", -1)[1]
                + "."
                + parts[2],
            parts[0] + "." + parts[1] + ".",
            parts[0] + "." + parts[1],
            SigningKey.unsigned(none, claims) + ".",
            SigningKey.unsigned(none, claims) + "." + parts[2],
            SigningKey.hs256(publicKey(service), hs256, claims),
            SigningKey.hs256(
                key(service).get("n").asText().getBytes(StandardCharsets.US_ASCII), hs256, claims),
            partner.key(),
            "null",
            "x".repeat(6000))) {
      assertThat(root.as(token).post("/register", "")).isRefused(401, "AUTH_INVALID");
      assertThat(sandbox(service).as(token).get("/me")).isRefused(401, "AUTH_INVALID");
    }
    assertThat(root.request("POST", "/register").header("Authorization", "Basic eDp5").send())
        .isRefused(401, "AUTH_MISSING");
    // A token is no key, and a key is no token, wherever they are sent.
    assertThat(root.request("POST", "/register").header("x-api-key", good).send())
        .isRefused(401, "AUTH_MISSING");
    assertThat(sandbox(service).as(good).get("/account")).isRefused(401, "AUTH_INVALID");
    register(service, good).expect(201);
  }

  private static String expired(Service service) {
    try (var shift = service.clock().ahead(Duration.ofMinutes(-62))) {
      assertThat(shift).isNotNull();
      return service.idToken("late@karibu.example");
    }
  }

  private static Map<String, Object> claims(String token) {
    var claims = new HashMap<String, Object>();
    ((ObjectNode) SigningKey.claims(token))
        .properties()
        .forEach(
            claim ->
                claims.put(
                    claim.getKey(),
                    claim.getValue().isNumber()
                        ? (Object) claim.getValue().longValue()
                        : claim.getValue().asText()));
    return claims;
  }

  private static JsonNode key(Service service) {
    return service.at("/dev/idp").get("/jwks.json").expect(200).at("/keys/0");
  }

  private static byte[] publicKey(Service service) throws Exception {
    var key = key(service);
    return KeyFactory.getInstance("RSA")
        .generatePublic(new RSAPublicKeySpec(number(key.get("n")), number(key.get("e"))))
        .getEncoded();
  }

  private static BigInteger number(JsonNode text) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(text.asText()));
  }

  private static void revoke(Service service, Partner partner) {
    service.execute(
        "UPDATE credential SET revoked_at = now() WHERE partner_id = '%s'".formatted(partner.id()));
  }

  private static Reply register(Service service, String token) {
    return root(service).as(token).post("/register", "");
  }

  private static Api root(Service service) {
    return service.at("/api/sandbox");
  }

  private static Api sandbox(Service service) {
    return service.at("/api/sandbox/v1/partner");
  }
}
