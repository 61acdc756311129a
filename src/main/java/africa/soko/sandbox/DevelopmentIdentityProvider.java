package africa.soko.sandbox;

import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.buffer.Buffer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Signs ID tokens for whoever asks: the identity provider of a developer's machine. `start` never
/// makes one.
///
/// Its key lives as long as the process. The subject of a token follows from the email address, so
/// that the same person stays the same over restarts.
public final class DevelopmentIdentityProvider {
  /// How long a token is good.
  public static final Duration LIFETIME = Duration.ofHours(1);

  private static final int KEY_BITS = 2048;
  private static final int SUBJECT_CHARS = 32;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final String issuer;
  private final String audience;
  private final InstantSource clock;
  private final KeyPair keys;
  private final String keyId;

  record Header(String alg, String typ, String kid) {}

  record Claims(
      String iss,
      String aud,
      String sub,
      String email,
      @JsonProperty("email_verified") boolean isVerified,
      String name,
      long iat,
      long exp) {}

  record KeySet(List<PublicKey> keys) {}

  record PublicKey(String kty, String use, String alg, String kid, String n, String e) {}

  public DevelopmentIdentityProvider(String issuer, String audience, InstantSource clock) {
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
    this.keys = generate();
    var hash = HexFormat.of().formatHex(Sha256.of(keys.getPublic().getEncoded()));
    this.keyId = hash.substring(0, SUBJECT_CHARS);
  }

  /// An ID token signed with RS256.
  public String token(String email, @Nullable String name) {
    var now = clock.instant();
    var address = email.toLowerCase(Locale.ROOT);
    var hash = HexFormat.of().formatHex(Sha256.of(address.getBytes(StandardCharsets.UTF_8)));
    var claims =
        new Claims(
            issuer,
            audience,
            "dev|" + hash.substring(0, SUBJECT_CHARS),
            email,
            true,
            Objects.requireNonNullElse(name, email),
            now.getEpochSecond(),
            now.plus(LIFETIME).getEpochSecond());
    var signed = part(new Header("RS256", "JWT", keyId)) + "." + part(claims);
    return signed + "." + BASE64.encodeToString(sign(signed));
  }

  /// The public key as a JSON Web Key Set.
  public Buffer jwks() {
    var key = (RSAPublicKey) keys.getPublic();
    return Json.encode(
        new KeySet(
            List.of(
                new PublicKey(
                    "RSA",
                    "sig",
                    "RS256",
                    keyId,
                    unsigned(key.getModulus()),
                    unsigned(key.getPublicExponent())))));
  }

  private byte[] sign(String text) {
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign", e);
    }
  }

  private static String part(Object value) {
    return BASE64.encodeToString(Json.encode(value).getBytes());
  }

  /// Big-endian and without the sign byte that Java puts in front.
  private static String unsigned(BigInteger number) {
    var bytes = number.toByteArray();
    return BASE64.encodeToString(
        bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  private static KeyPair generate() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot make a key", e);
    }
  }
}
