package africa.soko.edge.server;

import africa.soko.edge.http.Abort;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes connections on which no request becomes whole: Vert.x knows no deadline for headers, and
/// its idle time-out begins anew with every byte. One whose client does not take its last answer is
/// waited for as long again. When the service stops, it ends each connection after its next answer,
/// which says so. It belongs to one event loop.
final class Connections {
  private static final long LOOK_MILLIS = 1_000;

  /// Longer than any request waits for its answer.
  private static final long ANSWER_SECONDS_MAX = 60;

  private final class State {
    private long sinceNanos = System.nanoTime();
    private long allowedNanos = settings.header().toNanos();
    private int requests;
    private @Nullable HttpServerRequest request;

    /// Answered, while the rest of its body is still read past.
    private @Nullable HttpServerRequest trailing;
  }

  private final Vertx vertx;
  private final HttpSettings settings;
  private final ConnectionLimit limit;
  private final Duration body;
  private final Map<HttpConnection, State> open = new HashMap<>();
  private @Nullable Channel listener;
  private boolean ending;

  /// @param body how long the rest of a body may take, also where nobody wants it
  Connections(Vertx vertx, HttpSettings settings, ConnectionLimit limit, Duration body) {
    this.body = body;
    this.vertx = vertx;
    this.settings = settings;
    this.limit = limit;
    arm();
  }

  void opened(HttpConnection connection) {
    if (listener == null) listener = listenerOf(connection);
    if (!limit.enter()) {
      Abort.off(connection);
      return;
    }
    OtherVersions.refuseOn(connection);
    open.put(connection, new State());
    connection.closeHandler(
        closed -> {
          open.remove(connection);
          limit.leave();
        });
  }

  void begins(HttpServerRequest request) {
    var state = open.get(request.connection());
    if (state == null) return;
    state.requests++;
    state.request = request;
    if (ending) endAfter(request);
    request
        .response()
        .endHandler(
            end -> {
              state.requests--;
              if (state.requests == 0) state.request = null;
              state.sinceNanos = System.nanoTime();
              state.trailing = request.isEnded() ? null : request;
              state.allowedNanos = (request.isEnded() ? settings.idle() : body).toNanos();
            });
  }

  /// From now on every answer says that its connection ends with it, and it does.
  void announceEnd() {
    ending = true;
    for (var state : open.values()) {
      if (state.request != null) endAfter(state.request);
    }
  }

  /// Takes no more connections, on any event loop. Vert.x would do so only after the last of them
  /// has no place for one any more, and fail to register what comes in between.
  Future<Void> closeListener() {
    var closed = Promise.<Void>promise();
    if (listener == null) closed.complete();
    else listener.close().addListener(_ -> closed.complete());
    return closed.future();
  }

  /// Vert.x closes the connection once both the request and its answer are whole.
  private static void endAfter(HttpServerRequest request) {
    var response = request.response();
    if (!response.headWritten() && request.version() != HttpVersion.HTTP_2) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    request.connection().shutdown(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
  }

  private static Channel listenerOf(HttpConnection connection) {
    return ((HttpServerConnection) connection).channelHandlerContext().channel().parent();
  }

  private void arm() {
    vertx.setTimer(
        LOOK_MILLIS,
        timer -> {
          long now = System.nanoTime();
          for (var entry : new ArrayList<>(open.entrySet())) {
            var state = entry.getValue();
            if (state.trailing != null && state.trailing.isEnded()) {
              state.trailing = null;
              state.allowedNanos = settings.idle().toNanos();
            }
            long waited = state.requests == 0 ? now - state.sinceNanos : 0;
            if (waited > 2 * state.allowedNanos) Abort.off(entry.getKey());
            else if (waited > state.allowedNanos) entry.getKey().close();
          }
          arm();
        });
  }
}
