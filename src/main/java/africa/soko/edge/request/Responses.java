package africa.soko.edge.request;

import africa.soko.edge.Answer;
import africa.soko.edge.http.Headers;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;

/// Writes answers. The headers that every answer carries are set here and nowhere else.
final class Responses {
  private static final int NOT_MODIFIED = 304;

  private Responses() {}

  /// The headers that are known before the answer is.
  static void head(Pending pending, HttpServerResponse response) {
    var headers = response.headers();
    headers.set(Headers.X_REQUEST_ID, pending.name().id());
    var admission = pending.admission();
    if (admission == null || !admission.isCounted()) return;
    headers.set(Headers.X_RATE_LIMIT, Integer.toString(admission.limit()));
    headers.set(Headers.X_RATE_REMAINING, Integer.toString(admission.remaining()));
    headers.set(Headers.X_RATE_RESET, Long.toString(admission.resetSeconds()));
  }

  /// What a caller has to know of an operation that will not stay.
  private static void announce(Pending pending, MultiMap headers) {
    var route = pending.route();
    if (route == null || route.operation().lifecycle() == null) return;
    var lifecycle = route.operation().lifecycle();
    headers.set(Headers.DEPRECATION, Headers.TRUE);
    headers.set(Headers.LINK, lifecycle.links(route.base()));
    var sunset = lifecycle.sunset();
    if (sunset != null) headers.set(Headers.SUNSET, sunset);
  }

  static void write(Pending pending, Answer answer) {
    var response = pending.request().response();
    if (!begin(pending, response, answer)) return;
    if (isWithoutBody(pending, answer)) response.end();
    else response.end(answer.body());
  }

  /// Writes the last answer of a connection and leaves it open on purpose: as long as an answer has
  /// not ended, Vert.x reads and drops whatever comes to a connection that is being shut down.
  static void writeLast(Pending pending, Answer answer) {
    var response = pending.request().response();
    if (!begin(pending, response, answer)) return;
    response
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()));
    if (isWithoutBody(pending, answer)) response.writeHead();
    else response.write(answer.body());
  }

  /// Everything before the body; false if there is nobody, or no more, to tell.
  private static boolean begin(Pending pending, HttpServerResponse response, Answer answer) {
    if (response.closed() || response.headWritten()) return false;
    response.setStatusCode(answer.status());
    head(pending, response);
    var headers = response.headers();
    if (!answer.has(HttpHeaders.CACHE_CONTROL)) {
      headers.set(HttpHeaders.CACHE_CONTROL, Headers.NO_STORE);
    }
    announce(pending, headers);
    // Beside those that are there already: an answer may vary by more than the origin.
    for (var header : answer.headers()) headers.add(header.name(), header.value());
    if (answer.replayed()) headers.set(Headers.REPLAYED, Headers.TRUE);
    if (answer.status() == NOT_MODIFIED) return true;
    headers.set(HttpHeaders.CONTENT_TYPE, answer.type().header());
    if (isHead(pending)) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()));
    }
    return true;
  }

  private static boolean isWithoutBody(Pending pending, Answer answer) {
    return answer.status() == NOT_MODIFIED || isHead(pending);
  }

  private static boolean isHead(Pending pending) {
    return HttpMethod.HEAD.equals(pending.request().method());
  }
}
