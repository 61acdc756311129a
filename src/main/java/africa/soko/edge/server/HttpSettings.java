package africa.soko.edge.server;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How the public port is served.
///
/// @param corsOrigins the origins whose pages may call the service; none by default
/// @param idle how long a connection may wait for its next request
/// @param header how long a new connection may take for its first request
/// @param drain how long a stopping server waits for the requests it has
/// @param tls what it shows, or null to speak in clear
/// @param clientPort another port, whose clients have to show certificates; null for none
public record HttpSettings(
    String host,
    int port,
    Set<String> corsOrigins,
    Duration idle,
    Duration header,
    Duration drain,
    @Nullable Tls tls,
    @Nullable Integer clientPort) {
  /// What Vert.x takes for one free port; with 0 each event loop asks for one of its own. A second
  /// port is another number.
  private static final int SHARED_FREE_PORT = -1;

  private static final int OTHER_FREE_PORT = -2;

  /// In clear, on one port.
  public HttpSettings(
      String host,
      int port,
      Set<String> corsOrigins,
      Duration idle,
      Duration header,
      Duration drain) {
    this(host, port, corsOrigins, idle, header, drain, null, null);
  }

  /// The same, where a free port is asked for once and shared by all event loops of this process.
  public HttpSettings shared() {
    int same = port == 0 ? SHARED_FREE_PORT : port;
    var other =
        Integer.valueOf(0).equals(clientPort) ? Integer.valueOf(OTHER_FREE_PORT) : clientPort;
    return new HttpSettings(host, same, corsOrigins, idle, header, drain, tls, other);
  }

  /// The same, shown at the port whose clients have to show certificates.
  HttpSettings ofClients() {
    int other = clientPort == null ? port : clientPort;
    return new HttpSettings(host, other, corsOrigins, idle, header, drain, tls, null);
  }
}
