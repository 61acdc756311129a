package africa.soko.edge.server;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.TimeUnit;

/// One port as one event loop serves it.
///
/// @param asksClients whether its clients have to show certificates
record Listener(
    HttpServer server, Connections connections, HttpSettings settings, boolean asksClients) {

  Future<?> show(Tls tls) {
    return server.updateSSLOptions(tls.options(asksClients));
  }

  /// Closes what is idle, and waits for the requests that are open, up to the time to drain.
  Future<?> stop() {
    connections.announceEnd();
    return server.shutdown(settings.drain().toMillis(), TimeUnit.MILLISECONDS);
  }
}
