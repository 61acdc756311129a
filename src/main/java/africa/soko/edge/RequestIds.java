package africa.soko.edge;

import io.vertx.core.http.HttpServerRequest;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Names requests: by the caller's own X-Request-Id where it is a plain one, else by a random
/// prefix and a count. It belongs to one event loop.
public final class RequestIds {
  private static final int CHARS_MAX = 64;

  private final String prefix;
  private long count;

  public RequestIds() {
    var random = new byte[6];
    new SecureRandom().nextBytes(random);
    prefix = "req_" + HexFormat.of().formatHex(random);
  }

  public String of(HttpServerRequest request) {
    var shown = request.getHeader(Headers.X_REQUEST_ID);
    return shown != null && isPlain(shown) ? shown : prefix + Long.toHexString(count++);
  }

  private static boolean isPlain(String id) {
    if (id.isEmpty() || id.length() > CHARS_MAX) return false;
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!plain) return false;
    }
    return true;
  }
}
