package africa.soko.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// An RSA key that signs tokens of whatever content, good and bad.
public final class SigningKey {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final String id;
  private final KeyPair pair;

  public SigningKey(String id) {
    this.id = id;
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /// The public key as it stands in a key set.
  public Map<String, Object> jwk() {
    var key = (RSAPublicKey) pair.getPublic();
    var jwk = new HashMap<String, Object>();
    jwk.put("kty", "RSA");
    jwk.put("kid", id);
    jwk.put("n", unsigned(key.getModulus().toByteArray()));
    jwk.put("e", unsigned(key.getPublicExponent().toByteArray()));
    return jwk;
  }

  /// The public key as X.509 has it.
  public byte[] publicBytes() {
    return pair.getPublic().getEncoded();
  }

  /// A token signed with RS256.
  public String token(Map<String, ?> claims) {
    return sign("SHA256withRSA", header("RS256"), claims);
  }

  /// @param algorithm as Java names it
  public String sign(String algorithm, Map<String, ?> header, Map<String, ?> claims) {
    var text = unsigned(header, claims);
    try {
      var signature = Signature.getInstance(algorithm);
      signature.initSign(pair.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  public Map<String, Object> header(String alg) {
    var header = new HashMap<String, Object>();
    header.put("alg", alg);
    header.put("typ", "JWT");
    header.put("kid", id);
    return header;
  }

  /// A token that is signed with a secret; a forger takes the public key for one.
  public static String hs256(byte[] secret, Map<String, ?> header, Map<String, ?> claims) {
    var text = unsigned(header, claims);
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return text
          + "."
          + BASE64.encodeToString(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /// Header and claims without any signature.
  public static String unsigned(Map<String, ?> header, Map<String, ?> claims) {
    return part(header) + "." + part(claims);
  }

  /// What a token claims.
  public static JsonNode claims(String token) {
    var payload = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
    return Reply.read(new String(payload, StandardCharsets.UTF_8));
  }

  public static String keySet(SigningKey... keys) {
    return Reply.write(Map.of("keys", List.of(Arrays.stream(keys).map(SigningKey::jwk).toArray())));
  }

  private static String part(Map<String, ?> values) {
    return BASE64.encodeToString(Reply.write(values).getBytes(StandardCharsets.UTF_8));
  }

  private static String unsigned(byte[] number) {
    return BASE64.encodeToString(
        number[0] == 0 ? Arrays.copyOfRange(number, 1, number.length) : number);
  }
}
