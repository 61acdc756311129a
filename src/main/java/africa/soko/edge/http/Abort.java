package africa.soko.edge.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;

/// Breaks connections off whose client may not take what it is sent.
public final class Abort {
  private Abort() {}

  /// Ends what is sent on one request at once; in HTTP/2 others of its connection go on.
  public static void off(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) request.response().reset();
    else off(request.connection());
  }

  /// Ends a connection at once. Every way of Vert.x to close it first waits for what is queued,
  /// which never goes if nobody reads it; so this starts below its handler.
  public static void off(HttpConnection connection) {
    ((HttpServerConnection) connection).channelHandlerContext().close();
  }
}
