package africa.soko.platform.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import africa.soko.platform.jwt.JwtVerifier.Claims;
import africa.soko.testing.Reply;
import africa.soko.testing.SigningKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JwtVerifierTest {
  private static final String ISSUER = "https://idp.test";
  private static final String AUDIENCE = "soko";
  private static final SigningKey KEY = new SigningKey("one");
  private static final SigningKey STRANGER = new SigningKey("one");
  private static final Vertx VERTX = Vertx.vertx();

  private final JwtVerifier verifier = new JwtVerifier(VERTX, ISSUER, AUDIENCE);

  @BeforeEach
  void learn() {
    verifier.use(SigningKey.keySet(KEY));
  }

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  @Test
  void a_good_token_says_whom_it_speaks_of() {
    assertThat(verify(KEY.token(claims())).result())
        .isEqualTo(new Claims(ISSUER, "idp|1", "dev@karibu.example", "Karibu", false));
    var bare = claims();
    bare.remove("email");
    bare.remove("name");
    assertThat(verify(KEY.token(bare)).result())
        .isEqualTo(new Claims(ISSUER, "idp|1", null, null, false));
    for (var said : List.<Object>of(true, "true", 1)) {
      bare.put("email_verified", said);
      assertThat(verify(KEY.token(bare)).result().isVerified()).isEqualTo(said.equals(true));
    }
  }

  @Test
  void the_audience_may_be_one_of_several() {
    assertThat(verifies(with("aud", List.of("another", AUDIENCE)))).isTrue();
    assertThat(verifies(with("aud", List.of("another")))).isFalse();
  }

  @Test
  void clocks_may_differ_by_half_a_minute() {
    assertThat(verifies(with("exp", seconds(-20)))).isTrue();
    assertThat(verifies(with("exp", seconds(-40)))).isFalse();
    assertThat(verifies(with("nbf", seconds(20)))).isTrue();
    assertThat(verifies(with("nbf", seconds(40)))).isFalse();
    assertThat(verifies(with("iat", seconds(20)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"iss", "aud", "sub", "exp"})
  void a_token_without_what_it_needs_is_refused(String claim) {
    var claims = claims();
    claims.remove(claim);
    assertThat(verifies(claims)).isFalse();
  }

  static Stream<Map<String, Object>> wrongClaims() {
    return Stream.of(
        Map.of("iss", "https://idp.test/"),
        Map.of("iss", "https://another.test"),
        Map.of("aud", "SOKO"),
        Map.of("aud", ""),
        Map.of("aud", List.of()),
        Map.of("sub", ""),
        Map.of("sub", "  "),
        Map.of("sub", 7),
        Map.of("sub", Map.of("a", "b")),
        Map.of("exp", "tomorrow"),
        Map.of("exp", "9999999999"),
        Map.of("exp", true),
        Map.of("exp", 0),
        Map.of("nbf", "now"),
        Map.of("email", 7),
        Map.of("accessToken", Map.of("sub", "idp|2", "exp", 1), "sub", ""));
  }

  @ParameterizedTest
  @MethodSource("wrongClaims")
  void a_token_with_a_wrong_claim_is_refused(Map<String, Object> wrong) {
    var claims = claims();
    claims.putAll(wrong);
    assertThat(verifies(claims)).isFalse();
  }

  @Test
  void a_claim_cannot_speak_for_another_subject() {
    var claims = with("accessToken", Map.of("sub", "idp|2", "exp", seconds(60)));
    var verified = verify(KEY.token(claims));
    assertThat(verified.succeeded() ? verified.result().subject() : "idp|1").isEqualTo("idp|1");
  }

  static Stream<String> forged() {
    var good = KEY.token(claims());
    var parts = good.split("\\.", -1);
    var other = STRANGER.token(with("sub", "idp|2")).split("\\.", -1);
    var hs256 = KEY.header("HS256");
    var pem = "-----BEGIN PUBLIC KEY-----\n";
    return Stream.of(
        STRANGER.token(claims()),
        parts[0] + "." + other[1] + "." + parts[2],
        parts[0] + "." + parts[1] + "." + other[2],
        parts[0] + "." + parts[1] + ".",
        parts[0] + "." + parts[1],
        good.substring(0, good.length() - 8),
        good + ".x",
        "." + good,
        SigningKey.unsigned(KEY.header("none"), claims()) + ".",
        SigningKey.unsigned(KEY.header("none"), claims()) + "." + parts[2],
        SigningKey.unsigned(KEY.header("None"), claims()) + ".",
        SigningKey.unsigned(Map.of(), claims()) + "." + parts[2],
        SigningKey.hs256(KEY.publicBytes(), hs256, claims()),
        SigningKey.hs256(pem.getBytes(StandardCharsets.US_ASCII), hs256, claims()),
        SigningKey.hs256(KEY.publicBytes(), KEY.header("RS256"), claims()),
        KEY.sign("SHA512withRSA", KEY.header("RS512"), claims()),
        KEY.sign("SHA256withRSA", KEY.header("rs256"), claims()),
        KEY.sign("SHA256withRSA", Map.of("alg", "RS256", "kid", "two"), claims()),
        "",
        ".",
        "..",
        "not a token",
        "%s.%s.%s".formatted("{}", "{}", "{}"));
  }

  @ParameterizedTest
  @MethodSource("forged")
  void a_forged_token_is_refused(String token) {
    assertThat(verify(token).succeeded()).isFalse();
  }

  /// Other texts of the same bytes: unused bits that are set, padding, the other alphabet.
  @Test
  void a_signature_has_one_text_only() {
    var token = KEY.token(claims());
    var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int last = alphabet.indexOf(token.charAt(token.length() - 1));
    assertThat(last % 16).as("the last letter of 256 bytes has 4 unused bits").isZero();
    var cut = token.substring(0, token.length() - 1);
    assertThat(verify(cut + alphabet.charAt(last + 1)).succeeded()).isFalse();
    assertThat(verify(token + "==").succeeded()).isFalse();
    assertThat(verify(token + "\n").succeeded()).isFalse();
    assertThat(verify(token).succeeded()).isTrue();
  }

  @Test
  void a_token_may_leave_out_which_key_it_is_signed_with() {
    var header = Map.of("alg", "RS256");
    assertThat(verify(KEY.sign("SHA256withRSA", header, claims())).succeeded()).isTrue();
  }

  @Test
  void all_keys_of_a_set_are_good_and_a_new_set_replaces_them() {
    var second = new SigningKey("two");
    verifier.use(SigningKey.keySet(KEY, second));
    assertThat(verify(KEY.token(claims())).succeeded()).isTrue();
    assertThat(verify(second.token(claims())).succeeded()).isTrue();
    verifier.use(SigningKey.keySet(second));
    assertThat(verify(KEY.token(claims())).succeeded()).isFalse();
    assertThat(verify(second.token(claims())).succeeded()).isTrue();
  }

  @Test
  void keys_that_sign_nothing_are_passed_over() {
    var secret =
        Map.of("kty", "oct", "kid", "s", "alg", "HS256", "k", "c2VjcmV0LXNlY3JldC1zZWNyZXQ");
    var encrypting = new HashMap<>(new SigningKey("two").jwk());
    encrypting.put("use", "enc");
    var signing = new HashMap<>(KEY.jwk());
    signing.put("use", "sig");
    verifier.use(keySet(secret, encrypting, signing));
    assertThat(verify(KEY.token(claims())).succeeded()).isTrue();
    var forged =
        SigningKey.hs256(
            "secret-secret-secret".getBytes(StandardCharsets.US_ASCII),
            Map.of("alg", "HS256", "kid", "s"),
            claims());
    assertThat(verify(forged).succeeded()).isFalse();
  }

  @Test
  void a_key_that_encrypts_signs_no_token() {
    var second = new SigningKey("two");
    var encrypting = new HashMap<>(second.jwk());
    encrypting.put("use", "enc");
    verifier.use(keySet(KEY.jwk(), encrypting));
    assertThat(verify(second.token(claims())).succeeded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"keys\":[]}",
        "{\"keys\":null}",
        "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"b\"}]}",
        "{\"keys\":[7]}",
        "{\"keys\":7}",
        "[]",
        "<html>",
        ""
      })
  void what_is_no_key_set_leaves_the_keys_as_they_are(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> verifier.use(text));
    assertThat(verify(KEY.token(claims())).succeeded()).isTrue();
  }

  @Test
  void without_keys_there_is_no_verdict() {
    var blank = new JwtVerifier(VERTX, ISSUER, AUDIENCE);
    assertThat(settled(blank.verify(KEY.token(claims()))).cause()).isInstanceOf(KeysUnknown.class);
  }

  private boolean verifies(Map<String, Object> claims) {
    return verify(KEY.token(claims)).succeeded();
  }

  private Future<Claims> verify(String token) {
    return settled(verifier.verify(token));
  }

  private static <T> Future<T> settled(Future<T> future) {
    try {
      future
          .transform(_ -> Future.succeededFuture())
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return future;
  }

  private static Map<String, Object> claims() {
    var claims = new HashMap<String, Object>();
    claims.put("iss", ISSUER);
    claims.put("aud", AUDIENCE);
    claims.put("sub", "idp|1");
    claims.put("email", "dev@karibu.example");
    claims.put("name", "Karibu");
    claims.put("iat", seconds(0));
    claims.put("exp", seconds(600));
    return claims;
  }

  private static Map<String, Object> with(String claim, Object value) {
    var claims = claims();
    claims.put(claim, value);
    return claims;
  }

  private static long seconds(long fromNow) {
    return Instant.now().getEpochSecond() + fromNow;
  }

  private static String keySet(Map<?, ?>... keys) {
    return Reply.write(Map.of("keys", keys));
  }
}
