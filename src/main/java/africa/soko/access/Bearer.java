package africa.soko.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/// Reads credentials from the headers of a request.
public final class Bearer {
  private static final String SCHEME = "bearer ";

  private Bearer() {}

  /// What `Authorization: Bearer` carries, or null if that is not there, once.
  static @Nullable String token(MultiMap headers) {
    var value = only(headers, HttpHeaders.AUTHORIZATION);
    if (value == null || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) return null;
    return value.substring(SCHEME.length()).strip();
  }

  /// The text of the key that a request shows, which it shows once or twice the same; nothing if it
  /// shows none.
  public static String key(MultiMap headers) {
    var key = only(headers, "x-api-key");
    if (key == null) key = token(headers);
    return key == null ? "" : key;
  }

  /// A header that is sent once: of two nobody knows which one somebody before us looked at.
  static @Nullable String only(MultiMap headers, CharSequence name) {
    var values = headers.getAll(name);
    return values.size() == 1 ? values.getFirst() : null;
  }
}
