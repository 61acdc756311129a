package africa.soko.webhook;

import africa.soko.webhook.DeliveryAttempt.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One request and its answer, read as far as it matters and no further. It lives on one context.
final class Attempt {
  private static final int BODY_BYTES_MAX = 16_384;
  private static final int SNIPPET_BYTES_MAX = 512;

  private final Vertx vertx;
  private final Promise<Reply> reply = Promise.promise();
  private final long startedNanos = System.nanoTime();
  private final long timer;
  private final Buffer snippet = Buffer.buffer();
  private @Nullable HttpClientRequest request;
  private @Nullable Integer statusCode;
  private int bytesRead;
  private boolean over;

  Attempt(Vertx vertx, Duration deadline) {
    this.vertx = vertx;
    this.timer = vertx.setTimer(deadline.toMillis(), _ -> abort(Failure.TIMED_OUT));
  }

  Future<Reply> reply() {
    return reply.future();
  }

  void send(HttpClientRequest fresh, Buffer body) {
    if (over) {
      // The connection came after the deadline.
      fresh.reset();
      return;
    }
    request = fresh;
    fresh.send(body).onSuccess(this::read).onFailure(this::failed);
  }

  void failed(Throwable cause) {
    finish(
        cause instanceof Poster.ForbiddenAddress ? Failure.FORBIDDEN_ADDRESS : Failure.UNREACHABLE);
  }

  private void read(HttpClientResponse response) {
    statusCode = response.statusCode();
    response.exceptionHandler(this::failed);
    response.handler(this::read);
    response.endHandler(_ -> finish(verdict(response.statusCode())));
  }

  private void read(Buffer chunk) {
    if (over) return;
    var wanted = Math.min(chunk.length(), SNIPPET_BYTES_MAX - snippet.length());
    snippet.appendBuffer(chunk, 0, wanted);
    bytesRead += chunk.length();
    // The status says it all; nobody needs the rest.
    if (bytesRead > BODY_BYTES_MAX && statusCode != null) abort(verdict(statusCode));
  }

  private void abort(@Nullable Failure failure) {
    finish(failure);
    if (request != null) request.reset();
  }

  private void finish(@Nullable Failure failure) {
    if (over) return;
    over = true;
    vertx.cancelTimer(timer);
    var durationMs = (int) Duration.ofNanos(System.nanoTime() - startedNanos).toMillis();
    reply.complete(new Reply(statusCode, failure, text(snippet), durationMs));
  }

  private static @Nullable Failure verdict(int statusCode) {
    return statusCode >= 200 && statusCode < 300 ? null : Failure.STATUS;
  }

  /// The bytes as text that can be stored: without control characters, and no longer than they
  /// were.
  private static @Nullable String text(Buffer bytes) {
    var text = new StringBuilder();
    var bytesUsed = 0;
    for (int c : bytes.toString(StandardCharsets.UTF_8).codePoints().toArray()) {
      var shown = Character.isISOControl(c) && c != '\n' && c != '\t' ? ' ' : c;
      bytesUsed += Character.toString(shown).getBytes(StandardCharsets.UTF_8).length;
      if (bytesUsed > SNIPPET_BYTES_MAX) break;
      text.appendCodePoint(shown);
    }
    return text.isEmpty() ? null : text.toString();
  }
}
