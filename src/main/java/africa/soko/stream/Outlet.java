package africa.soko.stream;

import africa.soko.edge.Abort;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.atomic.AtomicLong;

/// Writes to one connection from wherever the frames come. What is written and not yet taken by the
/// network is counted, so that a slow reader shows.
final class Outlet {
  /// From here on nothing more is written until something was taken.
  static final long PENDING_BYTES_MAX = 65_536;

  private final Context context;
  private final HttpServerRequest request;
  private final AtomicLong pendingBytes = new AtomicLong();
  private final Runnable roomAgain;

  /// @param context the event loop of the connection
  /// @param roomAgain called when a full outlet has room again
  Outlet(Context context, HttpServerRequest request, Runnable roomAgain) {
    this.context = context;
    this.request = request;
    this.roomAgain = roomAgain;
  }

  boolean isFull() {
    return pendingBytes.get() >= PENDING_BYTES_MAX;
  }

  void write(Buffer frames) {
    var bytes = frames.length();
    pendingBytes.addAndGet(bytes);
    context.runOnContext(
        _ -> {
          if (response().closed() || response().ended()) return;
          response().write(frames).onSuccess(_ -> taken(bytes));
        });
  }

  /// Ends the stream in order; the client connects again and resumes.
  void end() {
    context.runOnContext(
        _ -> {
          if (!response().closed() && !response().ended()) response().end();
        });
  }

  /// Breaks the connection: its reader does not take what it is sent.
  void cut() {
    Abort.off(request.connection());
  }

  private void taken(int bytes) {
    var before = pendingBytes.getAndAdd(-bytes);
    if (before >= PENDING_BYTES_MAX && before - bytes < PENDING_BYTES_MAX) roomAgain.run();
  }

  private HttpServerResponse response() {
    return request.response();
  }
}
