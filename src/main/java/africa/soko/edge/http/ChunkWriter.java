package africa.soko.edge.http;

import io.netty.channel.EventLoop;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/// Writes ready-made chunks to a response that has begun and whose head is sent.
public interface ChunkWriter {

  /// On the event loop of the connection.
  ///
  /// @param roomAgain called there when what was full has room again
  static ChunkWriter of(HttpServerRequest request, Runnable roomAgain) {
    return request.version() == HttpVersion.HTTP_2
        ? new FramedChunks(request, roomAgain)
        : RawChunks.of(request, roomAgain);
  }

  /// The event loop that alone may write.
  EventLoop loop();

  /// Whether so much waits for the network that no more should come. From any thread.
  boolean isFull();

  void write(Chunk chunk);
}
