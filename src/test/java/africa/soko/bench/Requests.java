package africa.soko.bench;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/// Requests as bytes, made before the measuring begins.
final class Requests {
  private Requests() {}

  static Buffer get(String path, String key) {
    return get(path, key, false);
  }

  static Buffer get(String path, String key, boolean isGzip) {
    var coding = isGzip ? "Accept-Encoding: gzip\r\n" : "";
    return Buffer.buffer(
        "GET %s HTTP/1.1\r\nHost: bench\r\n%sx-api-key: %s\r\n\r\n".formatted(path, coding, key));
  }

  static Buffer post(String path, String key, String idempotencyKey, String body) {
    return send("POST", path, "x-api-key: " + key, idempotencyKey, body);
  }

  static Buffer withToken(String path, String token, String body) {
    return send("POST", path, "Authorization: Bearer " + token, "none", body);
  }

  private static Buffer send(
      String method, String path, String credential, String idempotencyKey, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return Buffer.buffer(
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: bench\r\n"
            + credential
            + "\r\nIdempotency-Key: "
            + idempotencyKey
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + body);
  }

  /// The same requests again and again until a moment is reached.
  static Iterator<Buffer> until(long endNanos, List<Buffer> requests) {
    return new Iterator<>() {
      private int sent;

      @Override
      public boolean hasNext() {
        return System.nanoTime() < endNanos;
      }

      @Override
      public Buffer next() {
        return requests.get(sent++ % requests.size());
      }
    };
  }
}
