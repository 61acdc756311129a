package africa.soko.edge.http;

import io.netty.channel.EventLoop;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;

/// Writes them as HTTP/2 does, where many streams share a connection.
final class FramedChunks implements ChunkWriter {
  private final HttpServerResponse response;
  private final EventLoop loop;
  private final Runnable roomAgain;
  private volatile boolean full;

  FramedChunks(HttpServerRequest request, Runnable roomAgain) {
    this.roomAgain = roomAgain;
    response = request.response();
    var connection = (HttpServerConnection) request.connection();
    loop = connection.channelHandlerContext().channel().eventLoop();
  }

  @Override
  public EventLoop loop() {
    return loop;
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public void write(Chunk chunk) {
    if (response.closed() || response.ended()) return;
    response.write(chunk.bytes());
    if (full || !response.writeQueueFull()) return;
    full = true;
    response.drainHandler(
        _ -> {
          full = false;
          roomAgain.run();
        });
  }
}
