package africa.soko.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// A TCP balancer as operators have one in front of their nodes: it asks each for its readiness ten
/// times a second, and gives each new connection to one that is ready, in turn.
final class Balancer implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration LOOK_MAX = Duration.ofSeconds(2);
  private static final int BACKLOG = 1_000;
  private static final int CONNECT_MILLIS_MAX = 2_000;

  /// One node, by the ports that it keeps when it starts again.
  static final class Node {
    private final int httpPort;
    private final int managementPort;
    private volatile boolean isReady;

    Node(int httpPort, int managementPort) {
      this.httpPort = httpPort;
      this.managementPort = managementPort;
    }

    boolean isReady() {
      return isReady;
    }
  }

  private final List<Node> nodes;
  private final ServerSocket door;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LOOK_MAX).build();
  private final AtomicInteger turns = new AtomicInteger();

  Balancer(List<Node> nodes) {
    this.nodes = List.copyOf(nodes);
    try {
      door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (var node : nodes) Thread.ofVirtual().start(() -> look(node));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    door.close();
    http.shutdownNow();
  }

  private void look(Node node) {
    var uri = URI.create("http://127.0.0.1:" + node.managementPort + "/readyz");
    var question = HttpRequest.newBuilder(uri).timeout(LOOK_MAX).build();
    while (!door.isClosed()) {
      try {
        node.isReady = http.send(question, BodyHandlers.discarding()).statusCode() == 200;
      } catch (HttpTimeoutException busy) {
        // A machine that is busy is no word of the node: what it said last holds.
      } catch (IOException e) {
        node.isReady = false;
      } catch (InterruptedException e) {
        return;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        var client = door.accept();
        Thread.ofVirtual().start(() -> join(client));
      } catch (IOException e) {
        // The door was closed.
      }
    }
  }

  private void join(Socket client) {
    for (int tries = 0; tries < nodes.size(); tries++) {
      var node = nodes.get(Math.floorMod(turns.getAndIncrement(), nodes.size()));
      if (!node.isReady) continue;
      var server = new Socket();
      try {
        server.connect(new InetSocketAddress("127.0.0.1", node.httpPort), CONNECT_MILLIS_MAX);
      } catch (IOException e) {
        close(server);
        continue;
      }
      Thread.ofVirtual().start(() -> pump(client, server));
      pump(server, client);
      return;
    }
    close(client);
  }

  /// Passes on what one side says, and that it says no more.
  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
