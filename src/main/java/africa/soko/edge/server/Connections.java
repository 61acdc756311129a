package africa.soko.edge.server;

import africa.soko.edge.Cut;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/// Closes connections on which no request becomes whole: Vert.x knows no deadline for headers, and
/// its idle time-out begins anew with every byte. One whose client does not take its last answer is
/// waited for as long again. It belongs to one event loop.
final class Connections {
  private static final long LOOK_MILLIS = 1_000;

  private final class State {
    private long sinceNanos = System.nanoTime();
    private long allowedNanos = settings.header().toNanos();
    private int requests;
  }

  private final Vertx vertx;
  private final HttpSettings settings;
  private final ConnectionLimit limit;
  private final Map<HttpConnection, State> open = new HashMap<>();

  Connections(Vertx vertx, HttpSettings settings, ConnectionLimit limit) {
    this.vertx = vertx;
    this.settings = settings;
    this.limit = limit;
    arm();
  }

  void opened(HttpConnection connection) {
    if (!limit.enter()) {
      Cut.off(connection);
      return;
    }
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
    request
        .response()
        .endHandler(
            end -> {
              state.requests--;
              state.sinceNanos = System.nanoTime();
              state.allowedNanos = settings.idle().toNanos();
            });
  }

  private void arm() {
    vertx.setTimer(
        LOOK_MILLIS,
        timer -> {
          long now = System.nanoTime();
          for (var entry : new ArrayList<>(open.entrySet())) {
            var state = entry.getValue();
            long waited = state.requests == 0 ? now - state.sinceNanos : 0;
            if (waited > 2 * state.allowedNanos) Cut.off(entry.getKey());
            else if (waited > state.allowedNanos) entry.getKey().close();
          }
          arm();
        });
  }
}
