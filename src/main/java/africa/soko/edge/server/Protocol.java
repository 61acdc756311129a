package africa.soko.edge.server;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What RFC 9110 and RFC 9112 ask of every request, whatever it is for.
final class Protocol {
  private static final int HEADERS_MAX = 64;
  private static final String CONTINUE = "100-continue";
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._~!$&'()*+,;=%-]*|\\[[0-9A-Fa-f:.]+])(:[0-9]{0,5})?");

  private Protocol() {}

  /// Why a request cannot be answered, after which its connection ends; null if it can.
  static @Nullable Refused refusal(HttpServerRequest request) {
    if (request.path() == null || request.headers().size() > HEADERS_MAX) return unreadable();
    // HTTP/2 names the authority in the request itself, and Vert.x looks at it.
    if (request.version() == HttpVersion.HTTP_2) return null;
    var hosts = request.headers().getAll(HttpHeaders.HOST);
    boolean old = request.version() == HttpVersion.HTTP_1_0;
    if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
      return Refused.invalid("Host", "A request has one header Host")
          .with("received", hosts.size());
    }
    if (!hosts.isEmpty() && !HOST.matcher(hosts.getFirst()).matches()) {
      return Refused.invalid("Host", "The header Host is no host");
    }
    for (var expected : request.headers().getAll(HttpHeaders.EXPECT)) {
      if (!old && !expected.strip().equalsIgnoreCase(CONTINUE)) {
        return Refused.of(
            ErrorCode.EXPECTATION_FAILED,
            "Nothing but 100-continue can be expected of the service");
      }
    }
    return null;
  }

  /// What is no HTTP, or too much of it: told once, then the connection ends.
  static Refused unreadable() {
    return Refused.of(ErrorCode.VALIDATION_ERROR, "The request cannot be read as HTTP");
  }
}
