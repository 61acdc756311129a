package africa.soko.platform.embedded;

import africa.soko.platform.crypto.SecretFile;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Redis on a loopback port, without any data on disk: it holds nothing that must outlive it. Who
/// does not know its password, which only the owner of the data directory can read, is refused. It
/// keeps its port for its whole life, so it can be stopped and started again under its clients.
public final class LocalRedis implements LocalServer {
  static final String PID_FILE = "redis.pid";
  private static final String HOST = "127.0.0.1";

  /// What would let a client write files or load code has no name.
  private static final List<String> HARMFUL =
      List.of(
          "CONFIG", "MODULE", "REPLICAOF", "SLAVEOF", "MIGRATE", "SAVE", "BGSAVE", "BGREWRITEAOF");

  private static final Duration START = Duration.ofSeconds(20);
  private static final String ANSWER = "+OK\r\n+PONG";
  private static final int ANSWER_TIMEOUT_MS = 1_000;

  private final DataDirectory data;
  private final int port;
  private final String password;
  private final boolean harmless;
  private @Nullable Watchdog server;

  /// Names the server; [#start()] runs it.
  public LocalRedis(DataDirectory data) {
    this(data, true);
  }

  /// One that an operator can make a replica, or short of memory, for tests of what becomes of it.
  public static LocalRedis withAllCommands(DataDirectory data) {
    return new LocalRedis(data, false);
  }

  private LocalRedis(DataDirectory data, boolean harmless) {
    this.data = data;
    this.harmless = harmless;
    this.port = FreePort.find();
    this.password = data.password("redis");
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
  }

  public String password() {
    return password;
  }

  /// With the password, without which it answers nobody.
  public String uri() {
    return "redis://default:%s@%s:%d".formatted(password, HOST, port);
  }

  /// Runs the server and returns once it answers.
  ///
  /// @throws CannotStart if it does not
  public synchronized LocalRedis start() {
    if (server != null) throw new IllegalStateException("Redis is already running");
    try {
      var program = RedisBinary.unpackInto(data.directory("bin"));
      var starting = Watchdog.start(data, "TERM", command(program), log(), Map.of());
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

  private List<String> command(Path program) throws IOException {
    Files.deleteIfExists(log());
    var settings = data.resolve("redis.conf");
    SecretFile.write(settings, settings());
    return List.of(program.toString(), settings.toString());
  }

  /// In a file, as everybody can read a command line.
  private String settings() {
    var withoutNames =
        HARMFUL.stream()
            .filter(_ -> harmless)
            .map("rename-command %s \"\"\n"::formatted)
            .collect(Collectors.joining());
    return """
    bind %s
    port %d
    requirepass %s
    save ""
    appendonly no
    dir "%s"
    pidfile "%s"
    """
            .formatted(HOST, port, password, quoted(data.path()), quoted(data.resolve(PID_FILE)))
        + withoutNames;
  }

  private static String quoted(Path path) {
    return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral(HOST), port), ANSWER_TIMEOUT_MS);
      socket.setSoTimeout(ANSWER_TIMEOUT_MS);
      var question = "AUTH %s\r\nPING\r\n".formatted(password);
      socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      var answer = socket.getInputStream().readNBytes(ANSWER.length());
      return new String(answer, StandardCharsets.US_ASCII).equals(ANSWER);
    } catch (IOException e) {
      return false;
    }
  }
}
