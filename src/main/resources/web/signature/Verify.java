import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Scanner;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks that a delivery is Soko's. It needs nothing beside Java 17. */
public class Verify {
  static final long TOLERANCE_SECONDS = 300;

  static byte[] keyOf(String secret) {
    if (secret.startsWith("whsec_")) {
      try {
        byte[] key = Base64.getDecoder().decode(secret.substring(6));
        if (key.length > 0) return key;
      } catch (IllegalArgumentException e) {
        // A secret of your own that only looks like a generated one.
      }
    }
    return secret.getBytes(UTF_8);
  }

  static byte[] mac(byte[] key, byte[]... parts) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    for (byte[] part : parts) mac.update(part);
    return mac.doFinal();
  }

  static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
  }

  /** By `webhook-signature`, which covers the time as well. `body` is the raw bytes. */
  static boolean isStandardWebhook(
      String secret, Map<String, String> headers, byte[] body, long now)
      throws GeneralSecurityException {
    String id = headers.get("webhook-id");
    String timestamp = headers.get("webhook-timestamp");
    if (!timestamp.matches("[0-9]{1,18}")) return false;
    if (Math.abs(now - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
    byte[] mac = mac(keyOf(secret), (id + "." + timestamp + ".").getBytes(UTF_8), body);
    String expected = "v1," + Base64.getEncoder().encodeToString(mac);
    for (String given : headers.get("webhook-signature").split(" ")) {
      if (isSame(expected, given)) return true;
    }
    return false;
  }

  /** By `x-service-signature`, which covers the body alone. */
  static boolean isServiceSignature(String secret, Map<String, String> headers, byte[] body)
      throws GeneralSecurityException {
    String expected = HexFormat.of().formatHex(mac(secret.getBytes(UTF_8), body));
    return isSame(expected, headers.get("x-service-signature").replaceFirst("^sha256=", ""));
  }

  /** The test vectors, one a line. */
  public static void main(String[] args) throws GeneralSecurityException {
    Scanner lines = new Scanner(System.in, UTF_8);
    while (lines.hasNextLine()) {
      String[] part = lines.nextLine().split("\t");
      Map<String, String> headers =
          Map.of(
              "webhook-id", part[3],
              "webhook-timestamp", part[4],
              "webhook-signature", part[5],
              "x-service-signature", part[6]);
      byte[] body = part[7].getBytes(UTF_8);
      boolean first = isStandardWebhook(part[1], headers, body, Long.parseLong(part[2]));
      System.out.println(
          part[0] + "\t" + first + "\t" + isServiceSignature(part[1], headers, body));
    }
  }
}
