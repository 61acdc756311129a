package africa.soko.subaccount;

import org.jspecify.annotations.Nullable;

/// What is kept of an identity number in its place (SPEC "KYC assertion", DECISIONS 5).
///
/// @param hmac of the SHA-256 of the number, in hexadecimal digits
/// @param last4 its last four characters
public record Fingerprint(String hmac, String last4) {
  static final int TAIL_CHARS = 4;

  static @Nullable Fingerprint stored(@Nullable String hmac, @Nullable String last4) {
    return hmac == null || last4 == null ? null : new Fingerprint(hmac, last4);
  }

  static @Nullable String hmacOf(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? null : fingerprint.hmac;
  }

  static @Nullable String last4Of(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? null : fingerprint.last4;
  }
}
