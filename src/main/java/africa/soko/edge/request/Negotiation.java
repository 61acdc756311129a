package africa.soko.edge.request;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation;
import africa.soko.edge.Refused;
import africa.soko.edge.http.MediaType;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What bodies may be written in, in both directions, is what the contract says of an operation. An
/// error is JSON in any case.
final class Negotiation {
  /// The header that is told to be at fault.
  static final String CONTENT_ENCODING = "Content-Encoding";

  private static final List<MediaType> JSON = List.of(MediaType.JSON);

  private Negotiation() {}

  static @Nullable Refused refusal(HttpServerRequest request, Operation operation) {
    var headers = request.headers();
    var answers = operation.answerTypes();
    if (!isAccepted(headers, answers)) {
      return Refused.of(ErrorCode.NOT_ACCEPTABLE, "The answer is %s", either(answers));
    }
    if (!hasBody(request)) return null;
    if (isEncoded(headers)) {
      return Refused.of(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must come without a Content-Encoding")
          .with("param", CONTENT_ENCODING);
    }
    // Where there is to be no body, one that says nothing may come.
    var bodies = operation.takesBody() ? operation.bodyTypes() : JSON;
    for (var type : bodies) {
      if (type.isOf(headers)) return null;
    }
    return Refused.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must be %s", either(bodies));
  }

  /// In HTTP/2 a body need not say how long it is; one that is nothing may have no type.
  static boolean hasBody(HttpServerRequest request) {
    var headers = request.headers();
    if (headers.contains(HttpHeaders.TRANSFER_ENCODING)) return true;
    var length = headers.get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) return !length.equals("0");
    return request.version() == HttpVersion.HTTP_2 && headers.contains(HttpHeaders.CONTENT_TYPE);
  }

  /// Whether the body may not come before it is asked for. HTTP/1.0 knows no such thing.
  static boolean isKeptBack(HttpServerRequest request) {
    return request.version() != HttpVersion.HTTP_1_0
        && hasBody(request)
        && request.headers().contains(HttpHeaders.EXPECT);
  }

  private static boolean isEncoded(MultiMap headers) {
    for (var coding : headers.getAll(HttpHeaders.CONTENT_ENCODING)) {
      if (!coding.strip().equalsIgnoreCase("identity")) return true;
    }
    return false;
  }

  private static boolean isAccepted(MultiMap headers, List<MediaType> types) {
    // By index: every request comes here.
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).isAccepted(headers)) return true;
    }
    return false;
  }

  private static String either(List<MediaType> types) {
    return types.stream().map(MediaType::toString).collect(Collectors.joining(" or "));
  }
}
