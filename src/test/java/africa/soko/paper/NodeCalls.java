package africa.soko.paper;

import africa.soko.process.TwoNodes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Asks two nodes in turns. What is not answered is asked of the other one, under the same
/// Idempotency-Key, until it is known what came of it.
final class NodeCalls implements AutoCloseable {
  private static final String BASE = "/api/sandbox/v1/partner";
  private static final Duration ANSWER_MAX = Duration.ofSeconds(25);
  private static final Duration KNOWN_MAX = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final TwoNodes nodes;
  private final String apiKey;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final List<URI> addresses = new ArrayList<>();
  private int turn;
  private int keys;
  private int repeated;
  private boolean kills;

  /// An answer as it came.
  record Reply(int status, String body) {
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException e) {
        throw new AssertionError(body, e);
      }
    }
  }

  NodeCalls(TwoNodes nodes, String apiKey) throws IOException {
    this.nodes = nodes;
    this.apiKey = apiKey;
    addresses.add(nodes.addressOfA());
    addresses.add(nodes.addressOfB());
  }

  /// B is killed while it works on the next change.
  void killNext() {
    kills = true;
  }

  /// B is there again, under another address.
  void found() {
    addresses.set(1, nodes.addressOfB());
  }

  /// How often something had to be asked again.
  int repeated() {
    return repeated;
  }

  Reply read(String path) {
    return untilKnown("GET", path, null, null);
  }

  Reply change(String method, String path, @Nullable JsonNode body) {
    return untilKnown(method, path, body, "paper-" + keys++);
  }

  /// Returns once both nodes that are there know a price.
  void awaitPrice(String symbol, BigDecimal price) {
    for (int node = 0; node < addresses.size(); node++) {
      int each = node;
      var path = "/market/quotes?symbols=" + symbol;
      until(() -> shows(each, path, price), "%s at %s".formatted(symbol, price));
    }
  }

  private boolean shows(int node, String path, BigDecimal price) {
    try {
      var shown = send(node, "GET", path, null, null).join().json().path("data").path(0);
      return shown.path("price").isNumber()
          && shown.get("price").decimalValue().compareTo(price) == 0;
    } catch (CompletionException e) {
      // A node that is gone knows nothing that is old.
      return true;
    }
  }

  void until(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + KNOWN_MAX.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) throw new AssertionError("There is no " + what);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private Reply untilKnown(
      String method, String path, @Nullable JsonNode body, @Nullable String key) {
    long end = System.nanoTime() + KNOWN_MAX.toNanos();
    for (int attempt = 0; System.nanoTime() < end; attempt++) {
      if (attempt > 0) repeated++;
      try {
        var reply =
            key != null && kills ? killed(method, path, body, key) : next(method, path, body, key);
        var isRunning = reply.status() == 409 && reply.body().contains("still running");
        if (reply.status() < 500 && !isRunning) return reply;
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof IOException)) throw e;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("Nobody says what became of %s %s %s".formatted(method, path, body));
  }

  private Reply next(String method, String path, @Nullable JsonNode body, @Nullable String key) {
    return send(turn++ % addresses.size(), method, path, body, key).join();
  }

  private Reply killed(String method, String path, @Nullable JsonNode body, String key) {
    kills = false;
    var asked = send(1, method, path, body, key);
    try {
      nodes.killB();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return asked.join();
  }

  private CompletableFuture<Reply> send(
      int node, String method, String path, @Nullable JsonNode body, @Nullable String key) {
    var publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body.toString());
    var request =
        HttpRequest.newBuilder(addresses.get(node).resolve(BASE + path))
            .timeout(ANSWER_MAX)
            .header("x-api-key", apiKey)
            .method(method, publisher);
    if (body != null) request.header("Content-Type", "application/json");
    if (key != null) request.header("Idempotency-Key", key);
    return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(answer -> new Reply(answer.statusCode(), answer.body()));
  }

  @Override
  public void close() {
    http.close();
  }
}
