package africa.soko.edge.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/// Requests of a version that is not served, the preface of HTTP/2 among them, are taken for what
/// cannot be read. Vert.x itself answers them with 501, as if the service had failed.
final class OtherVersions extends ChannelInboundHandlerAdapter {
  private static final String NAME = "soko-versions";

  private OtherVersions() {}

  static void refuseOn(HttpConnection connection) {
    var last = ((HttpServerConnection) connection).channelHandlerContext();
    // One of HTTP/2 was agreed on before.
    if (last.pipeline().get(HttpRequestDecoder.class) == null) return;
    last.pipeline().addBefore(last.name(), NAME, new OtherVersions());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request && !isServed(request.protocolVersion())) {
      request.setProtocolVersion(HttpVersion.HTTP_1_1);
      request.setDecoderResult(
          DecoderResult.failure(new IllegalArgumentException("No such version is served")));
    }
    context.fireChannelRead(message);
  }

  private static boolean isServed(HttpVersion version) {
    return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
  }
}
