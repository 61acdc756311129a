package africa.soko.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The service, run by `scripts/run` in a process of its own.
final class Service implements AutoCloseable {
  private static final long START_SECONDS_MAX = 90;
  private static final long STOP_SECONDS_MAX = 40;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path data;
  private final Process process;
  private final long startMillis;
  private final JsonNode dev;

  private Service(Path root, Path data) throws Exception {
    this.data = data;
    Files.deleteIfExists(data.resolve("dev.json"));
    var builder =
        new ProcessBuilder(root.resolve("scripts/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("bench.log").toFile()));
    var settings = builder.environment();
    settings.put("SOKO_DATA_DIR", data.toString());
    settings.put("SOKO_HTTP_PORT", "" + freePort());
    settings.put("SOKO_MANAGEMENT_PORT", "" + freePort());
    settings.put("SOKO_LIMIT_SANDBOX_RPM", "10000000");
    settings.put("SOKO_LIMIT_SANDBOX_STREAMS", "100000");
    settings.put("SOKO_HTTP_CONNECTIONS_MAX", "15000");
    // The time of a compiler thread that ended could not be told from that of the service's own.
    settings.put("SOKO_JAVA_OPTS", "-XX:-UseDynamicNumberOfCompilerThreads");
    long begin = System.nanoTime();
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    dev = awaitReady(begin);
    startMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
  }

  static Service start(Path root, Path data) throws Exception {
    return new Service(root, data);
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  long startMillis() {
    return startMillis;
  }

  URI url() {
    return URI.create(dev.path("publicUrl").asText());
  }

  String sandboxKey() {
    return dev.path("sandboxKey").asText();
  }

  /// Where its PostgreSQL is, with every right: `postgresql://user:password@host:port/database`.
  URI postgres() throws IOException {
    return URI.create(Files.readString(data.resolve("pg.admin.uri")).strip());
  }

  /// The options of its JVM, without those of its class archive.
  List<String> jvmOptions() {
    var arguments = List.of(process.info().arguments().orElseThrow());
    return arguments.subList(0, arguments.indexOf("-jar")).stream()
        .filter(option -> !option.contains("SharedArchive"))
        .toList();
  }

  String command() {
    return process.info().command().orElseThrow();
  }

  long pid() {
    return process.pid();
  }

  Connection connect() throws Exception {
    var server = postgres();
    var user = server.getUserInfo().split(":");
    var url = "jdbc:postgresql://" + server.getHost() + ":" + server.getPort() + server.getPath();
    return DriverManager.getConnection(url, user[0], user[1]);
  }

  /// Runs SQL with every right.
  void execute(String sql) throws Exception {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// The process id of its PostgreSQL.
  long postmaster() throws IOException {
    return firstLine("pg/postmaster.pid");
  }

  /// The process id of its Redis.
  long redis() throws IOException {
    return firstLine("redis.pid");
  }

  private long firstLine(String file) throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve(file)).getFirst().strip());
  }

  /// After the heap was collected: what is in use, and not what has become free.
  long residentKilobytes() throws Exception {
    var jcmd = Path.of(command()).resolveSibling("jcmd").toString();
    Programs.output(List.of(jcmd, "" + process.pid(), "GC.run"));
    return resident();
  }

  long residentMegabytes() throws IOException {
    return resident() / 1024;
  }

  private long resident() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc", "" + process.pid(), "status"))) {
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", ""));
    }
    throw new IOException("No VmRSS");
  }

  /// The sum of a metric over its labels.
  long metric(String name, String label) throws Exception {
    return ask(dev.path("managementUrl").asText() + "/metrics")
        .lines()
        .filter(line -> line.matches(name + "[{ ].*") && line.contains(label))
        .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ')))))
        .sum();
  }

  /// How often the service said that one of its threads was blocked.
  long blockedThreads() throws IOException {
    try (var lines = Files.lines(data.resolve("bench.log"))) {
      return lines.filter(line -> line.contains("has been blocked for")).count();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException _) {
      process.destroyForcibly();
    }
  }

  private JsonNode awaitReady(long begin) throws Exception {
    var file = data.resolve("dev.json");
    while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(START_SECONDS_MAX)) {
      if (!process.isAlive())
        throw new IOException("The service ended; see " + data + "/bench.log");
      if (Files.exists(file)) {
        var found = JSON.readTree(file.toFile());
        if (isReady(found.path("managementUrl").asText() + "/readyz")) return found;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    process.destroy();
    throw new IOException("The service is not ready; see " + data + "/bench.log");
  }

  private boolean isReady(String url) throws Exception {
    try {
      return http.send(request(url), BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException _) {
      return false;
    }
  }

  private String ask(String url) throws Exception {
    return http.send(request(url), BodyHandlers.ofString()).body();
  }

  private static HttpRequest request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build();
  }
}
