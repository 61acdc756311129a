package africa.soko.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/// Reads credentials from the headers of a request.
final class Bearer {
  private static final String SCHEME = "bearer ";

  private Bearer() {}

  /// What `Authorization: Bearer` carries, or null if that is not there, once.
  static @Nullable String token(MultiMap headers) {
    var value = only(headers, HttpHeaders.AUTHORIZATION);
    if (value == null || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) return null;
    return value.substring(SCHEME.length()).strip();
  }

  /// A header that is sent once: of two nobody knows which one somebody before us looked at.
  static @Nullable String only(MultiMap headers, CharSequence name) {
    var values = headers.getAll(name);
    return values.size() == 1 ? values.getFirst() : null;
  }
}
