package africa.soko.platform.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/// Redis on a loopback port, without any file of its own: it holds nothing that must outlive it. It
/// keeps its port for its whole life, so it can be stopped and started again under its clients.
public final class LocalRedis implements LocalServer {
  static final String PID_FILE = "redis.pid";
  private static final String HOST = "127.0.0.1";
  private static final Duration START = Duration.ofSeconds(20);
  private static final int ANSWER_TIMEOUT_MS = 1_000;

  private final DataDirectory data;
  private final int port;
  private @Nullable Watchdog server;

  /// Names the server; [#start()] runs it.
  public LocalRedis(DataDirectory data) {
    this.data = data;
    this.port = FreePort.find();
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
  }

  public String uri() {
    return "redis://%s:%d".formatted(HOST, port);
  }

  /// Runs the server and returns once it answers.
  ///
  /// @throws CannotStart if it does not
  public synchronized LocalRedis start() {
    if (server != null) throw new IllegalStateException("Redis is already running");
    try {
      var binaries = data.directory("bin").toFile();
      var program = ExecutableProvider.newJarResourceProvider(binaries).get();
      var starting = Watchdog.start(data, "TERM", command(program.getPath()), log(), Map.of());
      server = starting;
      boolean settled = Wait.until(START, () -> !starting.isRunning() || answers());
      if (!settled || !starting.isRunning())
        throw new CannotStart("Redis does not start, see " + log());
      return this;
    } catch (IOException e) {
      throw new CannotStart("Redis cannot start: " + e.getMessage(), e);
    } catch (CannotStart e) {
      stop();
      throw e;
    }
  }

  /// Ends the server and all it held. Does nothing when it is not running.
  public synchronized void stop() {
    if (server == null) return;
    server.stop();
    server = null;
  }

  @Override
  public String name() {
    return "Redis";
  }

  @Override
  public synchronized boolean revive() {
    if (server == null || server.isRunning()) return false;
    stop();
    start();
    return true;
  }

  @Override
  public void close() {
    stop();
  }

  private Path log() {
    return data.resolve("redis.log");
  }

  private List<String> command(String program) throws IOException {
    Files.deleteIfExists(log());
    return List.of(
        program,
        "--bind",
        HOST,
        "--port",
        Integer.toString(port),
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        data.path().toString(),
        "--pidfile",
        data.resolve(PID_FILE).toString());
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral(HOST), port), ANSWER_TIMEOUT_MS);
      socket.setSoTimeout(ANSWER_TIMEOUT_MS);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      var answer = socket.getInputStream().readNBytes(5);
      return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
    } catch (IOException e) {
      return false;
    }
  }
}
