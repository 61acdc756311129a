package africa.soko.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A partner's program: it knows an address, a key, and how to place an order.
final class PartnerClient implements AutoCloseable {
  static final String BASE = "/api/sandbox/v1/partner";
  private static final Duration ANSWER_MAX = Duration.ofSeconds(25);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final String key;
  private volatile String url;

  /// An answer as it came, with its body to the byte.
  record Reply(int status, byte[] bytes, Map<String, String> headers) {
    JsonNode json() {
      try {
        return ServiceProcess.JSON.readTree(bytes);
      } catch (IOException e) {
        throw new AssertionError(text(), e);
      }
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    String code() {
      return json().path("error").path("code").asText("");
    }
  }

  PartnerClient(String url, String key) {
    this.url = url;
    this.key = key;
  }

  /// The client of the demo partner.
  static PartnerClient of(ServiceProcess service) throws IOException {
    var dev = service.dev();
    return new PartnerClient(dev.get("publicUrl").asText(), dev.get("sandboxKey").asText());
  }

  String key() {
    return key;
  }

  /// From now on requests go to another address.
  void moveTo(String url) {
    this.url = url;
  }

  Reply get(String path) throws IOException, InterruptedException {
    return send(request(BASE + path).GET());
  }

  /// A stream of lines that stays open.
  HttpResponse<java.util.stream.Stream<String>> stream(String path)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url + BASE + path)).header("x-api-key", key).build(),
        HttpResponse.BodyHandlers.ofLines());
  }

  Reply quote() throws IOException, InterruptedException {
    return get("/quote/SCOM.KE?type=BUY&quantity=1");
  }

  Reply trade(String quoteId, String idempotencyKey) throws IOException, InterruptedException {
    return trade("", quoteId, idempotencyKey);
  }

  /// @param user where the sub-account is, `/users/{userId}`; empty for the master account
  Reply trade(String user, String quoteId, String idempotencyKey)
      throws IOException, InterruptedException {
    var body =
        "{\"symbol\":\"SCOM.KE\",\"type\":\"BUY\",\"quantity\":1,\"quoteId\":\"" + quoteId + "\"}";
    return post(user + "/trade", idempotencyKey, body);
  }

  Reply post(String path, String idempotencyKey, String body)
      throws IOException, InterruptedException {
    return send(
        request(BASE + path)
            .header("Idempotency-Key", idempotencyKey)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /// Takes the partner's sandbox back to its first day.
  Reply reset() throws IOException, InterruptedException {
    return send(request("/api/sandbox/reset").POST(HttpRequest.BodyPublishers.noBody()));
  }

  /// All orders of the master account.
  List<JsonNode> orders() throws IOException, InterruptedException {
    return orders("");
  }

  /// All orders of an account, page by page.
  ///
  /// @param user where the sub-account is, `/users/{userId}`; empty for the master account
  List<JsonNode> orders(String user) throws IOException, InterruptedException {
    var orders = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = get(user + "/orders?limit=200" + cursor).json();
      page.get("orders").forEach(orders::add);
      cursor = page.get("hasMore").asBoolean() ? "&cursor=" + page.get("nextCursor").asText() : "";
    } while (!cursor.isEmpty());
    return orders;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).header("x-api-key", key);
  }

  private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var response =
        http.send(request.timeout(ANSWER_MAX).build(), HttpResponse.BodyHandlers.ofByteArray());
    var headers = new HashMap<String, String>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
    return new Reply(response.statusCode(), response.body(), headers);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
