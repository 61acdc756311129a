package africa.soko.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Bodies are JSON, in both directions; a stream is a text of events.
final class Negotiation {
  private static final Pattern JSON_TYPE =
      Pattern.compile(
          "application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);
  private static final List<String> JSON = List.of("application/json", "application/*", "*/*");
  private static final List<String> EVENTS = List.of("text/event-stream", "text/*", "*/*");
  private static final Pattern ZERO = Pattern.compile("q\\s*=\\s*0(\\.0*)?");

  private Negotiation() {}

  static @Nullable Refused refusal(HttpServerRequest request, Operation operation) {
    var headers = request.headers();
    var answer = operation.kind() == Operation.Kind.STREAM ? EVENTS : JSON;
    if (!accepts(headers, answer)) {
      return Refused.of(ErrorCode.NOT_ACCEPTABLE, "The answer is %s", answer.getFirst());
    }
    if (!hasBody(headers)) return null;
    var types = headers.getAll(HttpHeaders.CONTENT_TYPE);
    if (types.size() == 1 && JSON_TYPE.matcher(types.getFirst().strip()).matches()) return null;
    return Refused.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json");
  }

  static boolean hasBody(MultiMap headers) {
    if (headers.contains(HttpHeaders.TRANSFER_ENCODING)) return true;
    var length = headers.get(HttpHeaders.CONTENT_LENGTH);
    return length != null && !length.equals("0");
  }

  /// Whether the body may not come before it is asked for. HTTP/1.0 knows no such thing.
  static boolean isKeptBack(HttpServerRequest request) {
    return request.version() != HttpVersion.HTTP_1_0
        && hasBody(request.headers())
        && request.headers().contains(HttpHeaders.EXPECT);
  }

  /// @param answer the type of the answer, then the ranges that hold it, the most specific first
  private static boolean accepts(MultiMap headers, List<String> answer) {
    var accept = headers.get(HttpHeaders.ACCEPT);
    if (accept == null || accept.equals("*/*") || accept.equals(answer.getFirst())) return true;
    var ranges = String.join(",", headers.getAll(HttpHeaders.ACCEPT)).toLowerCase(Locale.ROOT);
    if (ranges.isBlank()) return true;
    // The most specific range decides: "application/json;q=0, */*" excludes JSON.
    for (var wanted : answer) {
      for (var range : ranges.split(",", -1)) {
        int end = range.indexOf(';');
        if (!(end < 0 ? range : range.substring(0, end)).strip().equals(wanted)) continue;
        return end < 0 || !isExcluded(range.substring(end + 1));
      }
    }
    return false;
  }

  private static boolean isExcluded(String parameters) {
    for (var parameter : parameters.split(";", -1)) {
      if (ZERO.matcher(parameter.strip()).matches()) return true;
    }
    return false;
  }
}
