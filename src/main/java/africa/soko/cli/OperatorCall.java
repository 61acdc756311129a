package africa.soko.cli;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// One request to the management port, put together from what was typed.
@Command(mixinStandardHelpOptions = true)
final class OperatorCall implements Callable<Integer> {
  private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final OperatorOperation operation;
  private final Map<String, String> parameters = new HashMap<>();
  private final ObjectNode body = JsonNodeFactory.instance.objectNode();

  @Option(names = "--json", description = "Print the answer as it came.")
  private boolean json;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:SOKO_OPERATOR_URL}",
      description = "Where the management port is; also SOKO_OPERATOR_URL.")
  private @Nullable String url;

  @Option(
      names = "--data.dir",
      paramLabel = "FOLDER",
      description = "The data directory of a start-dev; also SOKO_DATA_DIR.")
  private @Nullable String dataDirectory;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Repeats a change that was not answered; a new one otherwise.")
  private @Nullable String idempotencyKey;

  @Spec private @Nullable CommandSpec spec;

  /// Where the service is, and what lets in there.
  private record Door(String url, String token) {}

  OperatorCall(OperatorOperation operation) {
    this.operation = operation;
  }

  ISetter taking(String name) {
    return new ISetter() {
      @Override
      public <T> @Nullable T set(@Nullable T value) {
        if (value != null) parameters.put(name, value.toString());
        return null;
      }
    };
  }

  ISetter filling(OperatorOperation.Field field) {
    return new ISetter() {
      @Override
      public <T> @Nullable T set(@Nullable T value) {
        if (value != null) body.set(field.name(), read(field, value.toString()));
        return null;
      }
    };
  }

  private JsonNode read(OperatorOperation.Field field, String text) {
    if (field.isText()) return JsonNodeFactory.instance.textNode(text);
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new ParameterException(
          command().commandLine(), "--%s is no JSON: %s".formatted(field.name(), text), e);
    }
  }

  @Override
  public Integer call() throws Exception {
    requireFields();
    var reply = send(door());
    var out = command().commandLine().getOut();
    var err = command().commandLine().getErr();
    boolean isDone = reply.statusCode() < 300;
    (isDone || json ? out : err).println(json ? reply.body() : readable(reply.body()));
    (isDone || json ? out : err).flush();
    if (isDone) return ExitCode.DONE;
    return reply.statusCode() < 500 ? ExitCode.NO : ExitCode.FAILED;
  }

  private void requireFields() {
    var missing =
        operation.fields().stream()
            .filter(field -> field.isRequired() && !body.has(field.name()))
            .map(field -> "--" + field.name())
            .toList();
    if (missing.isEmpty()) return;
    throw new ParameterException(command().commandLine(), "Missing: " + String.join(", ", missing));
  }

  private HttpResponse<String> send(Door door) throws InterruptedException {
    var publisher =
        operation.takesBody() ? BodyPublishers.ofString(body.toString()) : BodyPublishers.noBody();
    var request =
        HttpRequest.newBuilder(URI.create(door.url + target()))
            .timeout(ANSWER_MAX)
            .header("Authorization", "Bearer " + door.token)
            .header("User-Agent", "soko-operator")
            .method(operation.method(), publisher);
    if (operation.takesBody()) request.header("Content-Type", "application/json");
    if (!operation.method().equals("GET")) {
      request.header(
          "Idempotency-Key",
          Objects.requireNonNullElseGet(idempotencyKey, () -> UUID.randomUUID().toString()));
    }
    try (var client = HttpClient.newBuilder().connectTimeout(CONNECT_MAX).build()) {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new CannotStart("%s does not answer: %s".formatted(door.url, e), e);
    }
  }

  private String target() {
    var path = operation.path();
    for (var one : operation.parameters()) {
      if (!one.in().equals("path")) continue;
      path = path.replace("{" + one.name() + "}", encoded(one.name()));
    }
    var query =
        operation.parameters().stream()
            .filter(one -> one.in().equals("query") && parameters.containsKey(one.name()))
            .map(one -> one.name() + "=" + encoded(one.name()))
            .collect(Collectors.joining("&"));
    return "/operator/v1" + path + (query.isEmpty() ? "" : "?" + query);
  }

  private String encoded(String name) {
    var value = Objects.requireNonNull(parameters.get(name), name);
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String readable(String answer) {
    try {
      return new ContractDocument(MAPPER.readTree(answer)).asYaml().toString().stripTrailing();
    } catch (JsonProcessingException _) {
      return answer;
    }
  }

  private Door door() throws IOException {
    var arguments =
        dataDirectory == null ? List.<String>of() : List.of("--data.dir=" + dataDirectory);
    var config = Config.load(Mode.DEVELOPMENT, arguments, System.getenv());
    var token = config.optional(Setting.OPERATOR_TOKEN);
    if (url != null && token.isPresent()) return new Door(url, token.get());
    var file = config.path(Setting.DATA_DIR).resolve(Welcome.FILE);
    if (!Files.exists(file)) {
      throw new CannotStart(
          "Say where the service is with --url and what lets in with %s; no start-dev runs on %s (%s)"
              .formatted(
                  Setting.OPERATOR_TOKEN.variable(),
                  file.getParent(),
                  Setting.DATA_DIR.variable()));
    }
    var dev = Json.decode(Buffer.buffer(Files.readString(file)), JsonNode.class);
    return new Door(
        Objects.requireNonNullElseGet(url, () -> dev.path("managementUrl").asText()),
        token.orElseGet(() -> dev.path("operatorToken").asText()));
  }

  private CommandSpec command() {
    return Objects.requireNonNull(spec, "not called by picocli");
  }
}
