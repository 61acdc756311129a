package africa.soko.subaccount;

import africa.soko.platform.crypto.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Makes of an identity number what is kept in its place. Whoever has the rows and not the server's
/// secret cannot try numbers until one fits: there are too few national numbers for a plain hash to
/// hide one (DECISIONS 5).
final class IdentityNumbers {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int TAIL_CHARS = Fingerprint.TAIL_CHARS;

  private final SecretKeySpec key;

  IdentityNumbers(String serverSecret) {
    var secret = new SecretKeySpec(serverSecret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    key = new SecretKeySpec(mac(secret, "identity numbers"), ALGORITHM);
  }

  @Nullable Fingerprint fingerprint(@Nullable String number) {
    if (number == null) return null;
    var hash = HexFormat.of().formatHex(Sha256.of(number.getBytes(StandardCharsets.UTF_8)));
    var chars = number.codePoints().toArray();
    var from = Math.max(0, chars.length - TAIL_CHARS);
    var tail = new String(chars, from, chars.length - from);
    return new Fingerprint(HexFormat.of().formatHex(mac(key, hash)), tail);
  }

  private static byte[] mac(SecretKeySpec key, String text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("No " + ALGORITHM, e);
    }
  }
}
