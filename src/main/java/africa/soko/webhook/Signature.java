package africa.soko.webhook;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The headers by which a receiver knows a delivery for ours (SPEC "Signature and delivery" 1): the
/// service's own, and those of the Standard Webhooks specification beside them.
///
/// `x-service-signature` is keyed with the secret's text as it was shown. `webhook-signature` is
/// keyed with the bytes behind `whsec_`, or with the text if it is not of that form. Times are Unix
/// seconds.
///
/// While a secret is being replaced, `webhook-signature` holds one signature by each, parted by a
/// space; `x-service-signature` is by the new one, `x-service-signature-previous` by the other.
public final class Signature {
  /// What a generated secret starts with.
  static final String PREFIX = "whsec_";

  private static final int SECRET_BYTES = 32;

  private static final String HMAC = "HmacSHA256";

  private Signature() {}

  /// A secret as the service makes them.
  public static String newSecret(SecureRandom random) {
    var bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /// @param secrets what signs, the newest first: one or two
  public static MultiMap headers(
      Buffer body, List<String> secrets, String eventId, String attemptId, Instant now) {
    var seconds = Long.toString(now.getEpochSecond());
    var signed = Buffer.buffer(eventId + "." + seconds + ".").appendBuffer(body);
    var headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("content-type", "application/json")
            .add("user-agent", "Soko-Webhooks/1")
            .add("x-service-signature", serviceSignature(secrets.getFirst(), body))
            .add("x-service-event-id", eventId)
            .add("x-service-delivery-id", attemptId)
            .add("x-service-timestamp", seconds)
            .add("webhook-id", eventId)
            .add("webhook-timestamp", seconds)
            .add(
                "webhook-signature",
                secrets.stream()
                    .map(secret -> standardSignature(secret, signed))
                    .collect(Collectors.joining(" ")));
    return secrets.size() == 1
        ? headers
        : headers.add("x-service-signature-previous", serviceSignature(secrets.getLast(), body));
  }

  private static String serviceSignature(String secret, Buffer body) {
    return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), body));
  }

  private static String standardSignature(String secret, Buffer signed) {
    return "v1," + Base64.getEncoder().encodeToString(hmac(standardKey(secret), signed));
  }

  private static byte[] standardKey(String secret) {
    if (secret.startsWith(PREFIX)) {
      try {
        var key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        if (key.length > 0) return key;
      } catch (IllegalArgumentException _) {
        // A partner's own secret that only looks like a generated one.
        return secret.getBytes(StandardCharsets.UTF_8);
      }
    }
    return secret.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hmac(byte[] key, Buffer message) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(message.getBytes());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign", e);
    }
  }
}
