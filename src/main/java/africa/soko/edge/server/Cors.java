package africa.soko.edge.server;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/// Lets the pages of configured origins call the service; no credentials of a browser are ever
/// involved.
final class Cors {
  private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
  private static final String ASKED =
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Api-Key,"
          + " X-Request-Id";
  private static final String SHOWN =
      "Deprecation, ETag, Idempotent-Replayed, Link, Retry-After, Sunset, X-RateLimit-Limit,"
          + " X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";
  private static final int NO_CONTENT = 204;

  private final Set<String> origins;

  Cors(Set<String> origins) {
    this.origins = Set.copyOf(origins);
  }

  /// True if the request was a question of a browser and is answered.
  boolean answers(HttpServerRequest request) {
    if (origins.isEmpty()) return false;
    var response = request.response();
    response.putHeader(HttpHeaders.VARY, "Origin");
    var origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin == null || !origins.contains(origin)) return false;
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    boolean asks =
        request.method().equals(HttpMethod.OPTIONS)
            && request.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    if (asks) {
      response
          .setStatusCode(NO_CONTENT)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, ASKED)
          .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, "600")
          .end();
      return true;
    }
    response.putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
    return false;
  }
}
