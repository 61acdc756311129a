package africa.soko.edge.http;

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

/// Writes them below the encoder of HTTP/1, to which each of many connections would be a chunk of
/// its own to make.
///
/// What watches for idle connections does not see such writes, and is taken out: whoever writes
/// sees to it that a connection is not silent, and the network that it is not dead.
final class RawChunks implements ChunkWriter {
  private final ChannelHandlerContext encoder;
  private final boolean isFramed;
  private final Runnable roomAgain;
  private volatile boolean full;

  private RawChunks(ChannelHandlerContext encoder, boolean isFramed, Runnable roomAgain) {
    this.encoder = encoder;
    this.isFramed = isFramed;
    this.roomAgain = roomAgain;
  }

  /// On the event loop of the connection.
  ///
  /// @param roomAgain called there when what was full has room again
  static RawChunks of(HttpServerRequest request, Runnable roomAgain) {
    var connection = (HttpServerConnection) request.connection();
    var pipeline = connection.channelHandlerContext().pipeline();
    var idle = pipeline.get(IdleStateHandler.class);
    if (idle != null) pipeline.remove(idle);
    var encoder =
        Objects.requireNonNull(pipeline.context(HttpResponseEncoder.class), "no encoder of HTTP");
    return new RawChunks(encoder, request.version() != HttpVersion.HTTP_1_0, roomAgain);
  }

  @Override
  public EventLoop loop() {
    return channel().eventLoop();
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
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
