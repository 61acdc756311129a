package africa.soko.platform.crypto;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// SHA-256, plain and keyed.
public final class Sha256 {
  /// Never used itself: a copy of it costs less than to ask for another one.
  private static final MessageDigest FRESH = fresh();

  private Sha256() {}

  /// The hash of the parts, one after the other.
  public static byte[] of(byte[]... parts) {
    try {
      var digest = (MessageDigest) FRESH.clone();
      for (var part : parts) digest.update(part);
      return digest.digest();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// HMAC-SHA256 of a text.
  public static byte[] keyed(byte[] key, byte[] text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
