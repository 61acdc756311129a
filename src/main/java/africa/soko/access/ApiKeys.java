package africa.soko.access;

import africa.soko.platform.crypto.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/// The text of keys: a prefix, 256 random bits in base 62, and a checksum over both, by which a
/// wrong key is told without asking any store.
public final class ApiKeys {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());
  private static final int SECRET_BYTES = 32;
  private static final int SECRET_CHARS = 43;
  private static final int CHECK_CHARS = 6;
  private static final int SHOWN_CHARS = 4;

  private final SecureRandom random = new SecureRandom();
  private final byte[] serverSecret;

  public ApiKeys(byte[] serverSecret) {
    this.serverSecret = serverSecret.clone();
  }

  /// A fresh key.
  public String generate(KeyKind kind) {
    var bits = new byte[SECRET_BYTES];
    random.nextBytes(bits);
    return text(kind, bits);
  }

  /// The sandbox key of a partner: the same for the same generation, so that it can be told again
  /// without being stored.
  public String sandbox(String partnerId, int generation) {
    var seed = "sandbox\n" + partnerId + "\n" + generation;
    return text(KeyKind.SANDBOX, Sha256.keyed(serverSecret, seed.getBytes(StandardCharsets.UTF_8)));
  }

  /// True if the prefix is known and the checksum is right.
  public static boolean valid(String key) {
    var kind = KeyKind.of(key);
    if (kind == null) return false;
    int check = kind.prefix().length() + SECRET_CHARS;
    if (key.length() != check + CHECK_CHARS) return false;
    for (int i = kind.prefix().length(); i < key.length(); i++) {
      if (!isDigit(key.charAt(i))) return false;
    }
    return key.substring(check).equals(checksum(key.substring(0, check)));
  }

  private static boolean isDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /// A form to show: enough to recognise a key, useless as one.
  public static String mask(String key) {
    var kind = KeyKind.of(key);
    var prefix = kind == null ? "" : kind.prefix();
    return prefix + "****" + key.substring(Math.max(0, key.length() - SHOWN_CHARS));
  }

  /// SHA-256 of a key, the only form in which it is stored.
  public static byte[] hash(String key) {
    return Sha256.of(key.getBytes(StandardCharsets.US_ASCII));
  }

  private static String text(KeyKind kind, byte[] bits) {
    var body = kind.prefix() + base62(new BigInteger(1, bits), SECRET_CHARS);
    return body + checksum(body);
  }

  private static String checksum(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.US_ASCII));
    long rest = crc.getValue();
    var digits = new char[CHECK_CHARS];
    for (int i = CHECK_CHARS - 1; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
      rest /= DIGITS.length();
    }
    return new String(digits);
  }

  private static String base62(BigInteger number, int chars) {
    var digits = new char[chars];
    var rest = number;
    for (int i = chars - 1; i >= 0; i--) {
      var parts = rest.divideAndRemainder(BASE);
      digits[i] = DIGITS.charAt(parts[1].intValue());
      rest = parts[0];
    }
    return new String(digits);
  }
}
