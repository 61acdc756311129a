package africa.soko.edge;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Objects;

/// Writes ready-made chunks to a response that has begun and whose head is sent. It starts below
/// the encoder of HTTP, to which each of many connections would be a chunk of its own to make.
///
/// What watches for idle connections does not see such writes, and is taken out: whoever writes
/// sees to it that a connection is not silent, and the network that it is not dead.
public final class ChunkWriter {
  private final ChannelHandlerContext encoder;
  private final boolean isFramed;
  private final Runnable roomAgain;
  private volatile boolean full;

  private ChunkWriter(ChannelHandlerContext encoder, boolean isFramed, Runnable roomAgain) {
    this.encoder = encoder;
    this.isFramed = isFramed;
    this.roomAgain = roomAgain;
  }

  /// On the event loop of the connection.
  ///
  /// @param roomAgain called there when what was full has room again
  public static ChunkWriter of(HttpServerRequest request, Runnable roomAgain) {
    var connection = (HttpServerConnection) request.connection();
    var pipeline = connection.channelHandlerContext().pipeline();
    var idle = pipeline.get(IdleStateHandler.class);
    if (idle != null) pipeline.remove(idle);
    var encoder =
        Objects.requireNonNull(pipeline.context(HttpResponseEncoder.class), "no encoder of HTTP");
    return new ChunkWriter(encoder, request.version() != HttpVersion.HTTP_1_0, roomAgain);
  }

  /// The event loop that alone may write.
  public EventLoop loop() {
    return channel().eventLoop();
  }

  /// Whether so much waits for the network that no more should come. From any thread.
  public boolean isFull() {
    return full;
  }

  public void write(Chunk chunk) {
    if (!channel().isActive()) return;
    encoder.writeAndFlush(chunk.copy(isFramed), channel().voidPromise());
    if (full || channel().isWritable()) return;
    full = true;
    // Done once everything before it is.
    encoder
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            _ -> {
              full = false;
              roomAgain.run();
            });
  }

  private Channel channel() {
    return encoder.channel();
  }
}
