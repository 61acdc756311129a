package africa.soko.edge.server;

import java.time.Duration;
import java.util.Set;

/// How the public port is served.
///
/// @param corsOrigins the origins whose pages may call the service; none by default
/// @param idle how long a connection may wait for its next request
/// @param header how long a new connection may take for its first request
/// @param drain how long a stopping server waits for the requests it has
public record HttpSettings(
    String host,
    int port,
    Set<String> corsOrigins,
    Duration idle,
    Duration header,
    Duration drain) {
  /// What Vert.x takes for one free port; with 0 each event loop asks for one of its own.
  private static final int SHARED_FREE_PORT = -1;

  /// The same, where a free port is asked for once and shared by all event loops of this process.
  public HttpSettings shared() {
    int same = port == 0 ? SHARED_FREE_PORT : port;
    return new HttpSettings(host, same, corsOrigins, idle, header, drain);
  }
}
