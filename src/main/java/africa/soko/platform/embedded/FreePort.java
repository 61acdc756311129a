package africa.soko.platform.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Picks a port of the loopback address that nobody listens on.
final class FreePort {
  private FreePort() {}

  static int find() {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new CannotStart("No free port on 127.0.0.1", e);
    }
  }
}
