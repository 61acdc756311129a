package africa.soko.edge;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;

/// Writes answers. The headers that every answer carries are set here and nowhere else.
final class Responses {
  private static final int NOT_MODIFIED = 304;

  private Responses() {}

  /// The headers that are known before the answer is.
  static void head(Exchange exchange, HttpServerResponse response) {
    var headers = response.headers();
    headers.set(Headers.X_REQUEST_ID, exchange.requestId());
    var admission = exchange.admission();
    if (admission == null) return;
    headers.set(Headers.X_RATE_LIMIT, Integer.toString(admission.limit()));
    headers.set(Headers.X_RATE_REMAINING, Integer.toString(admission.remaining()));
    headers.set(Headers.X_RATE_RESET, Long.toString(admission.resetSeconds()));
  }

  static void write(Exchange exchange, Answer answer, boolean closing) {
    var request = exchange.request();
    var response = request.response();
    if (response.closed() || response.headWritten()) return;
    response.setStatusCode(answer.status());
    head(exchange, response);
    var headers = response.headers();
    if (answer.headers().isEmpty()) headers.set(HttpHeaders.CACHE_CONTROL, Headers.NO_STORE);
    for (var header : answer.headers()) headers.set(header.name(), header.value());
    if (answer.replayed()) headers.set(Headers.REPLAYED, Headers.TRUE);
    if (closing) headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    if (answer.status() == NOT_MODIFIED) {
      response.end();
      return;
    }
    headers.set(HttpHeaders.CONTENT_TYPE, Headers.JSON);
    if (HttpMethod.HEAD.equals(request.method())) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()));
      response.end();
    } else {
      response.end(answer.body());
    }
  }
}
