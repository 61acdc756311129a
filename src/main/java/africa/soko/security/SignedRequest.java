package africa.soko.security;

import africa.soko.edge.Policy;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What a request says of when it was signed, and its signature (DECISIONS 3).
record SignedRequest(String timestamp, Buffer signature) {
  private static final String TIMESTAMP = "x-request-timestamp";
  private static final String SIGNATURE = "x-request-signature";
  private static final int TIMESTAMP_DIGITS_MAX = 12;
  private static final int SIGNATURE_CHARS = 64;

  /// Null if a request does not have both, once and as they are written.
  static @Nullable SignedRequest of(MultiMap headers) {
    var timestamp = only(headers, TIMESTAMP);
    var signature = only(headers, SIGNATURE);
    if (timestamp == null || signature == null || signature.length() != SIGNATURE_CHARS)
      return null;
    if (timestamp.isEmpty() || timestamp.length() > TIMESTAMP_DIGITS_MAX) return null;
    if (!timestamp.chars().allMatch(c -> c >= '0' && c <= '9')) return null;
    try {
      return new SignedRequest(timestamp, Buffer.buffer(HexFormat.of().parseHex(signature)));
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private static @Nullable String only(MultiMap headers, String name) {
    var values = headers.getAll(name);
    return values.size() == 1 ? values.getFirst() : null;
  }

  /// Whether its time is near enough.
  boolean isOf(Instant now, Duration window) {
    var away = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now).abs();
    return away.compareTo(window) <= 0;
  }

  /// Whether it is made with a key over what is shown.
  boolean isMadeWith(String key, Policy.Shown shown) {
    var right =
        Sha256.keyed(
            key.getBytes(StandardCharsets.UTF_8), text(shown).getBytes(StandardCharsets.UTF_8));
    return MessageDigest.isEqual(right, signature.getBytes());
  }

  private String text(Policy.Shown shown) {
    var request = shown.request();
    var query = request.query();
    return String.join(
        "\n",
        timestamp,
        request.method().name(),
        query == null ? request.path() : request.path() + "?" + query,
        HexFormat.of().formatHex(Sha256.of(shown.body().getBytes())));
  }
}
