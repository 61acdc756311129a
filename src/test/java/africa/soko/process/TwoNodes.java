package africa.soko.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Two equal nodes on one PostgreSQL and one Redis. The second one is started as in production, by
/// `start`.
public final class TwoNodes implements AutoCloseable {
  private static final Map<String, String> START =
      Map.of(
          "SOKO_HTTP_HOST", "127.0.0.1",
          "SOKO_LOG_FORMAT", "text",
          "SOKO_IDP_JWKS_URI", "https://idp.invalid/jwks.json",
          "SOKO_IDP_ISSUER", "https://idp.invalid",
          "SOKO_IDP_AUDIENCE", "soko");
  private static final int COMPLAINTS_MAX = 200;
  private static final Duration ANSWER_MAX = Duration.ofSeconds(25);

  private final Path directory;
  private final Map<String, String> settings;
  public final Servers servers;
  final ServiceProcess a;
  private ServiceProcess b;

  /// @param more settings of both nodes
  public TwoNodes(Path directory, Map<String, String> more) throws Exception {
    this.directory = directory;
    servers = new Servers(directory.resolve("servers"));
    settings = servers.settings();
    settings.putAll(more);
    try {
      a = ServiceProcess.startDev(directory.resolve("a"), settings);
    } catch (Exception | AssertionError e) {
      servers.close();
      throw e;
    }
    try {
      b = startedB();
    } catch (Exception | AssertionError e) {
      a.close();
      servers.close();
      throw e;
    }
  }

  public URI addressOfA() throws IOException {
    return URI.create(a.dev().get("publicUrl").asText());
  }

  public URI addressOfB() {
    var port = b.output().replaceAll("(?s).*Soko answers on port (\\d+).*", "$1");
    return URI.create("http://127.0.0.1:" + port);
  }

  ServiceProcess b() {
    return b;
  }

  /// As `kill -9` does.
  public void killB() throws InterruptedException {
    b.kill();
  }

  /// B starts again, under another address.
  public void startB() throws Exception {
    b = startedB();
  }

  /// The sandbox key of a partner that has done nothing yet.
  public String newPartner(String name) throws IOException, InterruptedException {
    var email = "{\"email\":\"%s@example.com\"}".formatted(name);
    var token = post("/dev/idp/token", "", email).get("idToken").asText();
    return post("/api/sandbox/register", "Bearer " + token, "").get("apiKey").asText();
  }

  /// PostgreSQL knows how large its tables are, and plans as for large ones.
  public void analyze() throws SQLException {
    try (var connection = servers.postgres.connect();
        var statement = connection.createStatement()) {
      statement.execute("ANALYZE");
    }
  }

  /// What both said that is worth a look, B since it was last started.
  public String complaints() {
    return Stream.of(a, b)
        .flatMap(node -> node.output().lines())
        .filter(line -> !line.contains(" INFO "))
        .limit(COMPLAINTS_MAX)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /// Proves the books of both environments, as an operator would.
  public void verifyBooks() throws Exception {
    Servers.verifyBooks(directory.resolve("a"), settings);
  }

  @Override
  public void close() {
    try (var _ = servers;
        var _ = a;
        var _ = b) {
      // The nodes first, then what they run on.
    }
  }

  private ServiceProcess startedB() throws Exception {
    var ofB = new HashMap<>(settings);
    ofB.putAll(START);
    return ServiceProcess.run(directory.resolve("b"), ofB, "Soko answers on port", "start")
        .awaitReady();
  }

  private JsonNode post(String path, String authorization, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(addressOfA().resolve(path))
            .timeout(ANSWER_MAX)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!authorization.isEmpty()) request.header("Authorization", authorization);
    try (var http = HttpClient.newHttpClient()) {
      var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) throw new AssertionError(path + ": " + response.body());
      return ServiceProcess.JSON.readTree(response.body());
    }
  }
}
