package africa.soko.platform.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.jwt.JwtVerifier.Claims;
import africa.soko.testing.Reply;
import africa.soko.testing.SigningKey;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// What Keycloak and Auth0 publish and issue, with keys of the test in the place of theirs.
class ProviderShapesTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final SigningKey KEY =
      new SigningKey("FJ86GcF3jTbNLOco4NvZkUCIUmfYCqoqtOQeMfbhNlE");
  private static final SigningKey OTHER =
      new SigningKey("Zf5WnrJ4kWvTqg6i0bBq2S1yE1hT7cOa3uJ0mC9dXwQ");

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  /// One key encrypts, one signs; both come with a certificate.
  @Test
  void keycloak() {
    var issuer = "https://id.example/realms/soko";
    var verifier = new JwtVerifier(VERTX, issuer, "soko-portal");
    verifier.use(
        set(
            key(OTHER, Map.of("alg", "RSA-OAEP", "use", "enc")),
            key(KEY, Map.of("alg", "RS256", "use", "sig"))));
    var claims = new HashMap<String, Object>();
    claims.putAll(
        Map.of(
            "iss", issuer,
            "aud", "soko-portal",
            "sub", "6f8b2c1e-6a0f-4a52-9b8e-2f6f0a3f7d11",
            "typ", "ID",
            "azp", "soko-portal",
            "auth_time", now(),
            "jti", "a9d2a6a5-8f0e-4f0a-9a35-0b8f6b2f7a10",
            "sid", "b1f9a3b8-5a6e-4d43-8c57-5cf8d5e4b0aa",
            "acr", "1"));
    claims.putAll(
        Map.of(
            "iat",
            now(),
            "exp",
            now() + 300,
            "email_verified",
            true,
            "email",
            "dev@karibu.example",
            "name",
            "Karibu",
            "preferred_username",
            "dev@karibu.example"));
    assertThat(verified(verifier, KEY, claims))
        .isEqualTo(
            new Claims(
                issuer,
                "6f8b2c1e-6a0f-4a52-9b8e-2f6f0a3f7d11",
                "dev@karibu.example",
                "Karibu",
                true));
    assertThat(isRefused(verifier, OTHER, claims)).isTrue();
    claims.put("aud", List.of("account"));
    assertThat(isRefused(verifier, KEY, claims)).isTrue();
  }

  /// The issuer ends with a slash, and the subject names the connection.
  @Test
  void auth0() {
    var issuer = "https://soko.eu.auth0.com/";
    var verifier = new JwtVerifier(VERTX, issuer, "k8QyqE3mJ5z1TnXb7hPd0sWcRvL2aUfG");
    verifier.use(
        set(
            key(KEY, Map.of("alg", "RS256", "use", "sig")),
            key(OTHER, Map.of("alg", "RS256", "use", "sig"))));
    var claims = new HashMap<String, Object>();
    claims.putAll(
        Map.of(
            "iss", issuer,
            "aud", "k8QyqE3mJ5z1TnXb7hPd0sWcRvL2aUfG",
            "sub", "auth0|65f0c2a1b7d4e9001c3a5f77",
            "iat", now(),
            "exp", now() + 36_000,
            "nickname", "dev",
            "name", "dev@karibu.example",
            "picture", "https://cdn.example/dev.png",
            "updated_at", "2026-11-02T09:15:10.000Z"));
    claims.putAll(Map.of("email", "dev@karibu.example", "email_verified", true, "nonce", "n-0S6"));
    var expected =
        new Claims(
            issuer,
            "auth0|65f0c2a1b7d4e9001c3a5f77",
            "dev@karibu.example",
            "dev@karibu.example",
            true);
    assertThat(verified(verifier, KEY, claims)).isEqualTo(expected);
    assertThat(verified(verifier, OTHER, claims)).isEqualTo(expected);
    claims.put("iss", "https://soko.eu.auth0.com");
    assertThat(isRefused(verifier, KEY, claims)).isTrue();
  }

  private static String set(Object... keys) {
    return Reply.write(Map.of("keys", List.of(keys)));
  }

  private static Map<String, Object> key(SigningKey key, Map<String, String> more) {
    var all = new HashMap<>(key.jwk());
    all.putAll(more);
    all.put("x5t", "NjU1MDk0MkQxN0ZEMUVFMkYxQkU0QjM1");
    all.put("x5c", List.of("MIIClzCCAX8CBgGN"));
    return all;
  }

  private static Claims verified(JwtVerifier verifier, SigningKey key, Map<String, ?> claims) {
    return verifier.verify(key.token(claims)).await();
  }

  private static boolean isRefused(JwtVerifier verifier, SigningKey key, Map<String, ?> claims) {
    return verifier.verify(key.token(claims)).map(false).otherwise(true).await();
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }
}
