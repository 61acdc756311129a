package africa.soko.stream;

import africa.soko.edge.http.Abort;
import africa.soko.edge.http.Chunk;
import africa.soko.edge.http.ChunkWriter;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;

/// The way to one reader. It is full while the network has not taken what was written, so that a
/// slow reader shows.
final class Outlet {
  private final Context context;
  private final HttpServerRequest request;
  private final ChunkWriter writer;
  private final Runnable ended;

  /// @param context the event loop of the connection, on which this is made
  /// @param roomAgain called when a full outlet has room again
  /// @param ended called after the stream was ended in order
  Outlet(Context context, HttpServerRequest request, Runnable roomAgain, Runnable ended) {
    this.context = context;
    this.request = request;
    this.writer = ChunkWriter.of(request, roomAgain);
    this.ended = ended;
  }

  EventLoop loop() {
    return writer.loop();
  }

  boolean isFull() {
    return writer.isFull();
  }

  /// On the event loop alone.
  void write(Chunk chunk) {
    if (!request.response().ended()) writer.write(chunk);
  }

  /// Ends the stream in order, after what was given to be written before; the client connects again
  /// and resumes.
  void end() {
    context.runOnContext(
        _ -> {
          var response = request.response();
          if (response.closed() || response.ended()) return;
          response.end().onComplete(_ -> ended.run());
        });
  }

  /// Breaks the connection: its reader does not take what it is sent.
  void cut() {
    Abort.off(request);
  }
}
