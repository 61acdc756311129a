package africa.soko.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// HAProxy in front of nodes, as an operator would set it up, where the machine has it.
final class HaProxy implements AutoCloseable {
  private static final String CONFIGURATION =
      """
      defaults
        mode tcp
        timeout connect 5s
        timeout client 60s
        timeout server 60s
      listen nodes
        bind 127.0.0.1:%d
        balance roundrobin
        option httpchk GET /readyz
      %s
      """;

  private static final String NODE =
      "  server node%1$d 127.0.0.1:%1$d check port %2$d inter 100ms fall 1 rise 1";

  private final Process process;
  private final int port;

  /// The ports of one node.
  record Backend(int httpPort, int managementPort) {}

  private HaProxy(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// Starts it before nodes that are ready; empty where the machine has none.
  static Optional<HaProxy> before(List<Backend> nodes, Path directory) throws Exception {
    var program =
        Stream.of("/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    if (program.isEmpty()) return Optional.empty();
    int port = freePort();
    var servers =
        nodes.stream().map(node -> NODE.formatted(node.httpPort, node.managementPort)).toList();
    var file = directory.resolve("haproxy.cfg");
    Files.writeString(file, CONFIGURATION.formatted(port, String.join("\n", servers)));
    var process =
        new ProcessBuilder(program.get().toString(), "-db", "-f", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("haproxy.log").toFile())
            .start();
    var started = new HaProxy(process, port);
    Polling.until("HAProxy answers", Duration.ofSeconds(20), started::answers);
    return Optional.of(started);
  }

  int port() {
    return port;
  }

  private boolean answers() {
    var uri = URI.create("http://127.0.0.1:" + port + "/api/v1/status");
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build();
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
