package africa.soko.edge.request;

import africa.soko.edge.RequestName;
import africa.soko.edge.http.Headers;
import io.vertx.core.http.HttpServerRequest;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Names requests: by the caller's own X-Request-Id where it is a plain one, else by a random
/// prefix and a count. It belongs to one event loop.
public final class RequestIds {
  private static final int CHARS_MAX = 64;

  private final String prefix;
  private final String site;
  private long count;

  /// @param site where partners reach the service, or nothing
  public RequestIds(String site) {
    this.site = site;
    var random = new byte[6];
    new SecureRandom().nextBytes(random);
    prefix = "req_" + HexFormat.of().formatHex(random);
  }

  public RequestName of(HttpServerRequest request) {
    var shown = request.getHeader(Headers.X_REQUEST_ID);
    boolean own = shown != null && isPlain(shown);
    return new RequestName(own ? shown : prefix + Long.toHexString(count++), site);
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
