package africa.soko.subaccount;

import africa.soko.platform.crypto.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What is kept of an identity number in its place (SPEC "KYC assertion").
///
/// @param sha256 in hexadecimal digits
/// @param last4 its last four characters
public record Fingerprint(String sha256, String last4) {
  static final int TAIL_CHARS = 4;

  static @Nullable Fingerprint of(@Nullable String number) {
    if (number == null) return null;
    var hash = Sha256.of(number.getBytes(StandardCharsets.UTF_8));
    var chars = number.codePoints().toArray();
    var from = Math.max(0, chars.length - TAIL_CHARS);
    var tail = new String(chars, from, chars.length - from);
    return new Fingerprint(HexFormat.of().formatHex(hash), tail);
  }

  static @Nullable Fingerprint stored(@Nullable String sha256, @Nullable String last4) {
    return sha256 == null || last4 == null ? null : new Fingerprint(sha256, last4);
  }

  static @Nullable String sha256Of(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? null : fingerprint.sha256;
  }

  static @Nullable String last4Of(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? null : fingerprint.last4;
  }
}
