package africa.soko.edge.request;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;

/// Reads a body whole, up to a limit.
final class BodyReader {
  static final int BYTES_MAX = 256 * 1024;
  private static final int LENGTH_DIGITS_MAX = 9;
  private static final Pattern NOTHING = Pattern.compile("\\s*+(\\{\\s*+}\\s*+)?+");

  private BodyReader() {}

  /// A body that never ends, or breaks off, is not the reader's concern.
  static Future<Buffer> read(HttpServerRequest request) {
    var declared = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (declared != null && isTooLong(declared)) return Future.failedFuture(tooLarge());
    var done = Promise.<Buffer>promise();
    var body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() > BYTES_MAX) done.tryFail(tooLarge());
          else body.appendBuffer(chunk);
        });
    request.endHandler(end -> done.tryComplete(body));
    if (Negotiation.isKeptBack(request)) request.response().writeContinue();
    request.resume();
    return done.future();
  }

  /// Whether there is nothing in a body: it is empty, or an object without fields.
  static boolean saysNothing(Buffer body) {
    return body.length() == 0 || NOTHING.matcher(body.toString()).matches();
  }

  private static boolean isTooLong(String length) {
    return length.length() > LENGTH_DIGITS_MAX || Integer.parseInt(length) > BYTES_MAX;
  }

  private static RefusedException tooLarge() {
    return Refused.of(ErrorCode.PAYLOAD_TOO_LARGE, "The body is larger than 256 KB")
        .with("max", BYTES_MAX)
        .asException();
  }
}
