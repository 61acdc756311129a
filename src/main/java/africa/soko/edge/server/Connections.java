package africa.soko.edge.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Closes connections on which no request becomes whole: Vert.x knows no deadline for headers, and
/// its idle time-out begins anew with every byte. It belongs to one event loop.
final class Connections {
  private static final long FIRST_REQUEST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NEXT_REQUEST_NANOS = TimeUnit.SECONDS.toNanos(75);
  private static final long LOOK_MILLIS = 1_000;

  private static final class State {
    private long sinceNanos = System.nanoTime();
    private long allowedNanos = FIRST_REQUEST_NANOS;
    private int requests;
  }

  private final Vertx vertx;
  private final Map<HttpConnection, State> open = new HashMap<>();

  Connections(Vertx vertx) {
    this.vertx = vertx;
    arm();
  }

  void opened(HttpConnection connection) {
    open.put(connection, new State());
    connection.closeHandler(closed -> open.remove(connection));
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
              state.allowedNanos = NEXT_REQUEST_NANOS;
            });
  }

  private void arm() {
    vertx.setTimer(
        LOOK_MILLIS,
        timer -> {
          long now = System.nanoTime();
          for (var entry : new ArrayList<>(open.entrySet())) {
            var state = entry.getValue();
            boolean waits = state.requests == 0 && now - state.sinceNanos > state.allowedNanos;
            if (waits) entry.getKey().close();
          }
          arm();
        });
  }
}
