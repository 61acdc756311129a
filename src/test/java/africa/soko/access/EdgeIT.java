package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.edge.Environment.SANDBOX;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Maintenance;
import africa.soko.edge.Policy;
import africa.soko.edge.Refused;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// The edge over HTTP: every failure has the error shape, and the steps come in their order.
class EdgeIT {
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";
  private static final String STOCKS = LIVE.base() + "/stocks";

  @TempDir static Path temp;
  private static EdgeService service;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    service = new EdgeService(temp, EdgeService.PATIENT);
    key = service.key("p1", LIVE, CredentialType.FULL, 10_000);
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
  }

  private static void assertRefused(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body())
        .startsWith("{\"error\":{\"code\":\"" + code + "\",\"message\":\"")
        .contains("\"requestId\":\"" + response.headers().firstValue("x-request-id").orElseThrow());
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
  }

  private static String fresh() {
    return UUID.randomUUID().toString();
  }

  @Test
  void credentials_are_told_apart() throws Exception {
    assertRefused(service.send(service.request(STOCKS)), 401, "AUTH_MISSING");
    assertRefused(service.get(STOCKS, "nonsense"), 401, "AUTH_INVALID");
    assertRefused(service.get(STOCKS, service.keys.generate(KeyKind.LIVE)), 401, "AUTH_INVALID");
    assertRefused(service.get(SANDBOX.base() + "/stocks", key), 401, "AUTH_INVALID");
    assertRefused(
        service.send(
            service
                .request(STOCKS)
                .header("x-api-key", key)
                .header("Authorization", "Bearer " + service.keys.generate(KeyKind.LIVE))),
        401,
        "AUTH_INVALID");
    var both =
        service.request(STOCKS).header("X-Api-Key", key).header("Authorization", "Bearer " + key);
    assertThat(service.send(both).statusCode()).isEqualTo(200);

    var revoked = service.key("p1", LIVE, CredentialType.FULL, null);
    EdgeService.await(
        service
            .pool
            .preparedQuery("UPDATE credential SET revoked_at = now() WHERE key_hash = $1")
            .execute(Tuple.of(Buffer.buffer(ApiKeys.hash(revoked)))));
    assertRefused(service.get(STOCKS, revoked), 403, "AUTH_REVOKED");

    var suspended = service.key("p2", LIVE, CredentialType.FULL, null);
    EdgeService.await(
        service
            .pool
            .query("UPDATE partner SET status = 'SUSPENDED' WHERE partner_id = 'p2'")
            .execute());
    assertRefused(service.get(STOCKS, suspended), 403, "AUTH_SUSPENDED");
  }

  @Test
  void a_data_key_reads_what_is_listed() throws Exception {
    var data = service.key("p1", LIVE, CredentialType.DATA, null);
    assertThat(service.get(STOCKS, data).statusCode()).isEqualTo(200);
    assertRefused(service.get(LIVE.base() + "/users/u1/orders", data), 403, "FORBIDDEN");
    assertRefused(service.get(LIVE.base() + "/nothing", data), 403, "FORBIDDEN");
    assertRefused(service.get(LIVE.base() + "/stocks/%2e%2e/users", data), 403, "FORBIDDEN");
    assertRefused(service.send(service.trade(data, fresh(), TRADE)), 403, "FORBIDDEN");
  }

  @Test
  void paths_and_methods() throws Exception {
    assertRefused(service.get(LIVE.base() + "/nothing", key), 404, "NOT_FOUND");
    assertRefused(service.send(service.request("/api/other")), 404, "NOT_FOUND");
    assertRefused(service.get(LIVE.base() + "/users/a%2Fb/orders", key), 404, "NOT_FOUND");
    var wrong = service.send(service.request(STOCKS).header("x-api-key", key).DELETE());
    assertRefused(wrong, 405, "METHOD_NOT_ALLOWED");
    assertThat(wrong.headers().firstValue("allow")).hasValue("GET, HEAD");
    assertThat(wrong.headers().firstValue("cache-control")).hasValue("no-store");
    var head = service.send(service.request(STOCKS).header("x-api-key", key).HEAD());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("content-length").orElse(0)).isPositive();
    assertThat(service.send(service.request("/api/v1/status")).statusCode()).isEqualTo(200);
  }

  @Test
  void every_answer_carries_its_headers() throws Exception {
    var named =
        service.send(
            service.request(STOCKS).header("x-api-key", key).header("X-Request-Id", "my.id-1"));
    assertThat(named.headers().firstValue("x-request-id")).hasValue("my.id-1");
    var crooked =
        service.send(
            service.request(STOCKS).header("x-api-key", key).header("X-Request-Id", "a b"));
    assertThat(crooked.headers().firstValue("x-request-id").orElseThrow()).startsWith("req_");
    assertThat(named.headers().firstValue("x-ratelimit-limit")).hasValue("10000");
    assertThat(named.headers().firstValue("x-ratelimit-remaining")).isPresent();
    long now = EdgeService.CLOCK.millis() / 1000;
    assertThat(named.headers().firstValueAsLong("x-ratelimit-reset").orElseThrow())
        .isBetween(now - 1, now + 61);
  }

  @Test
  void entity_tags() throws Exception {
    var first = service.get(STOCKS, key);
    assertThat(first.body()).isEqualTo("{\"stocks\":[{\"symbol\":\"SCOM.KE\",\"price\":18.50}]}");
    assertThat(first.headers().firstValue("cache-control")).hasValue("private, max-age=60");
    var tag = first.headers().firstValue("etag").orElseThrow();
    var again =
        service.send(
            service
                .request(STOCKS)
                .header("x-api-key", key)
                .header("If-None-Match", "\"x\", W/" + tag));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void bodies_are_checked() throws Exception {
    assertRefused(
        service.send(service.trade(key, fresh(), "{\"symbol\":1,\"quantity\":1}")),
        400,
        "INVALID_TYPE");
    assertRefused(
        service.send(service.trade(key, fresh(), "{\"symbol\":\"A\"}")), 400, "MISSING_PARAM");
    assertRefused(service.send(service.trade(key, fresh(), "")), 400, "MISSING_PARAM");
    assertRefused(service.send(service.trade(key, fresh(), "nonsense")), 400, "VALIDATION_ERROR");
    assertRefused(
        service.send(service.trade(key, fresh(), "x".repeat(300 * 1024))),
        413,
        "PAYLOAD_TOO_LARGE");
    var chunked =
        service
            .trade(key, fresh(), "")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new java.io.ByteArrayInputStream(new byte[300 * 1024])));
    assertRefused(service.send(chunked), 413, "PAYLOAD_TOO_LARGE");
    var text = service.trade(key, fresh(), TRADE).setHeader("Content-Type", "text/plain");
    assertRefused(service.send(text), 415, "UNSUPPORTED_MEDIA_TYPE");
    var html = service.request(STOCKS).header("x-api-key", key).header("Accept", "text/html");
    assertRefused(service.send(html), 406, "NOT_ACCEPTABLE");
    var orders = LIVE.base() + "/users/u%201/orders?limit=";
    assertThat(service.get(orders + "900", key).body()).contains("200").contains("u 1");
    assertRefused(service.get(orders + "ten", key), 400, "INVALID_TYPE");
  }

  @Test
  void what_a_body_is_written_in_is_what_the_contract_says() throws Exception {
    var statement = service.get(LIVE.base() + "/statement", key);
    assertThat(statement.headers().firstValue("content-type")).hasValue("text/csv");
    assertThat(statement.body()).isEqualTo("symbol,quantity\r\nSCOM.KE,10\r\n");
    var json =
        service
            .request(LIVE.base() + "/statement")
            .header("x-api-key", key)
            .header("Accept", "application/json");
    assertRefused(service.send(json), 406, "NOT_ACCEPTABLE");
    assertRefused(service.get(LIVE.base() + "/statement", "nonsense"), 401, "AUTH_INVALID");

    var form = "application/x-www-form-urlencoded";
    var token = service.send(token(form, "scope=&client_id=key%5f+1"));
    assertThat(token.body()).isEqualTo("{\"for\":\"key_ 1\"}");
    assertThat(token.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(service.send(token(form + "; charset=UTF-8", "client_id=1")).statusCode())
        .isEqualTo(200);
    assertRefused(service.send(token("application/json", "{}")), 415, "UNSUPPORTED_MEDIA_TYPE");
    assertRefused(service.send(token(form, "client_id=%zz")), 400, "VALIDATION_ERROR");
    assertRefused(service.send(token(form, "scope=1")), 400, "MISSING_PARAM");
  }

  private static HttpRequest.Builder token(String type, String body) {
    return service
        .request("/api/v1/token")
        .header("Content-Type", type)
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  @Test
  void a_policy_sees_the_body_before_anything_is_done() throws Exception {
    service.policy =
        (caller, shown) ->
            shown.body().toString().equals(TRADE) && caller.partnerId().equals("p1")
                ? Future.failedFuture(
                    Refused.of(ErrorCode.FORBIDDEN, "The signature is wrong").asException())
                : Future.succeededFuture();
    try {
      int before = service.runs.get();
      var once = fresh();
      assertRefused(service.send(service.trade(key, once, TRADE)), 403, "FORBIDDEN");
      assertThat(service.runs.get()).isEqualTo(before);
      assertThat(service.send(service.trade(key, once, TRADE + " ")).statusCode()).isEqualTo(202);
      assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
    } finally {
      service.policy = Policy.NONE;
    }
  }

  @Test
  void a_change_runs_once() throws Exception {
    var without =
        service
            .request(LIVE.base() + "/users/u1/trade")
            .header("x-api-key", key)
            .POST(HttpRequest.BodyPublishers.noBody());
    assertRefused(service.send(without), 400, "MISSING_IDEMPOTENCY_KEY");
    assertRefused(
        service.send(service.trade(key, "x".repeat(256), TRADE)), 400, "VALIDATION_ERROR");

    var once = fresh();
    int before = service.runs.get();
    var first = service.send(service.trade(key, once, TRADE));
    assertThat(first.statusCode()).isEqualTo(202);
    var again = service.send(service.trade(key, once, TRADE));
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("idempotent-replayed")).hasValue("true");
    assertThat(service.runs.get()).isEqualTo(before + 1);
    assertRefused(
        service.send(service.trade(key, once, TRADE.replace("10", "11"))), 409, "CONFLICT");

    // What the shape refuses is not stored: the same key may be used for the right body.
    var corrected = fresh();
    service.send(service.trade(key, corrected, "{}"));
    assertThat(service.send(service.trade(key, corrected, TRADE)).statusCode()).isEqualTo(202);
  }

  @Test
  void while_the_first_runs_the_second_conflicts() throws Exception {
    var hold = Promise.<Void>promise();
    service.gate = hold.future();
    var once = fresh();
    int before = service.runs.get();
    var first =
        service
            .client()
            .sendAsync(
                service.trade(key, once, TRADE).build(), HttpResponse.BodyHandlers.ofString());
    while (service.runs.get() == before) Thread.onSpinWait();
    assertRefused(service.send(service.trade(key, once, TRADE)), 409, "CONFLICT");
    service.gate = io.vertx.core.Future.succeededFuture();
    hold.complete();
    assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
    assertThat(service.send(service.trade(key, once, TRADE)).statusCode()).isEqualTo(202);
    assertThat(service.runs.get()).isEqualTo(before + 1);
  }

  @Test
  void the_limit_holds_for_all_keys_of_a_partner() throws Exception {
    var full = service.key("p3", LIVE, CredentialType.FULL, 5);
    var data = service.key("p3", LIVE, CredentialType.DATA, null);
    for (int i = 4; i >= 0; i--) {
      var granted = service.get(STOCKS, i % 2 == 0 ? full : data);
      assertThat(granted.statusCode()).isEqualTo(200);
      assertThat(granted.headers().firstValue("x-ratelimit-remaining")).hasValue("" + i);
    }
    var refused = service.get(STOCKS, data);
    assertRefused(refused, 429, "RATE_LIMITED");
    assertThat(refused.headers().firstValue("x-ratelimit-remaining")).hasValue("0");
    assertThat(refused.headers().firstValueAsLong("retry-after").orElseThrow()).isBetween(1L, 60L);
  }

  @Test
  void whoever_asks_for_tokens_is_counted_by_address() throws Exception {
    for (int i = 19; i >= 0; i--) {
      var granted = askForToken("127.0.0.7");
      assertThat(granted.statusCode()).isEqualTo(200);
      assertThat(granted.headers().firstValue("x-ratelimit-remaining")).hasValue("" + i);
    }
    var refused = askForToken("127.0.0.7");
    assertRefused(refused, 429, "RATE_LIMITED");
    assertThat(refused.body())
        .endsWith("},\"error_description\":\"More than 20 requests a minute\"}");
    assertThat(refused.headers().firstValueAsLong("retry-after").orElseThrow()).isBetween(1L, 60L);
    assertThat(askForToken("127.0.0.8").statusCode()).isEqualTo(200);
  }

  /// What a header says of the address is anybody's word.
  private static HttpResponse<String> askForToken(String from) throws Exception {
    try (var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .localAddress(InetAddress.ofLiteral(from))
            .build()) {
      return client.send(
          token("application/x-www-form-urlencoded", "client_id=1")
              .header("X-Forwarded-For", "10.0.0." + Math.floorMod(client.hashCode(), 256))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void streams_are_counted() throws Exception {
    var partner = service.key("p4", LIVE, CredentialType.FULL, null);
    var path = LIVE.base() + "/stream";
    for (int i = 0; i < 2; i++) {
      var opened =
          service
              .client()
              .send(
                  service
                      .request(path)
                      .header("x-api-key", partner)
                      .header("X-Request-Id", "s" + i)
                      .build(),
                  HttpResponse.BodyHandlers.ofInputStream());
      assertThat(opened.statusCode()).isEqualTo(200);
    }
    var third = service.get(path, partner);
    assertRefused(third, 429, "RATE_LIMITED");
    assertThat(third.body()).contains("\"activeConnections\":2,\"limit\":2");
    assertThat(third.headers().firstValue("retry-after")).hasValue("45");
  }

  @Test
  void a_fault_is_told_neutrally_and_logged_without_the_key() throws Exception {
    var root = (Logger) LoggerFactory.getLogger("africa.soko");
    var before = root.getLevel();
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    root.setLevel(Level.DEBUG);
    root.addAppender(lines);
    var sandbox = service.key("p5", SANDBOX, CredentialType.FULL, null);
    var deposit =
        service
            .request(SANDBOX.base() + "/test-tools/deposit")
            .header("Authorization", "Bearer " + sandbox)
            .header("Idempotency-Key", "secret-idempotency-key")
            .POST(HttpRequest.BodyPublishers.noBody());
    var response = service.send(deposit);
    root.detachAppender(lines);
    root.setLevel(before);
    assertRefused(response, 500, "INTERNAL_ERROR");
    assertThat(response.body()).doesNotContain("boom");
    var requestId = response.headers().firstValue("x-request-id").orElseThrow();
    var logged = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    assertThat(logged).anyMatch(line -> line.contains(requestId) && line.contains("testDeposit"));
    assertThat(logged).noneMatch(line -> line.contains(sandbox) || line.contains("secret-idem"));
  }

  @Test
  void maintenance_closes_the_service() throws Exception {
    try {
      service.maintenance = new Maintenance(Maintenance.Mode.READ_ONLY, 120);
      assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
      var closed = service.send(service.trade(key, fresh(), TRADE));
      assertRefused(closed, 503, "MAINTENANCE");
      assertThat(closed.body()).contains("\"mode\":\"read_only\"");
      assertThat(closed.headers().firstValue("retry-after")).hasValue("120");
      assertThat(closed.headers().firstValue("cache-control")).hasValue("no-store");
      service.maintenance = new Maintenance(Maintenance.Mode.FULL, 120);
      assertRefused(service.get(STOCKS, key), 503, "MAINTENANCE");
      assertThat(service.send(service.request("/api/v1/status")).statusCode()).isEqualTo(200);
    } finally {
      service.maintenance = Maintenance.OFF;
    }
  }

  @Test
  void an_answer_with_a_header_of_its_own_has_the_usual_ones_too() throws Exception {
    service.reading =
        Future.succeededFuture(Answer.encoded(503, Buffer.buffer("{}")).with("X-Own", "one"));
    try {
      var away = service.get(LIVE.base() + "/users/u1/orders", key);
      assertThat(away.statusCode()).isEqualTo(503);
      assertThat(away.headers().firstValue("x-own")).hasValue("one");
      assertThat(away.headers().firstValue("retry-after")).hasValue("1");
      assertThat(away.headers().allValues("cache-control")).containsExactly("no-store");
    } finally {
      service.reading = null;
    }
  }

  @Test
  void what_is_no_http_is_told_so() throws Exception {
    for (var raw :
        new String[] {
          "nonsense\r\n\r\n",
          "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nBig: " + "a".repeat(40_000) + "\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\n" + manyHeaders() + "\r\n"
        }) {
      try (var socket = new Socket("127.0.0.1", service.port())) {
        socket.setSoTimeout(10_000);
        OutputStream out = socket.getOutputStream();
        out.write(raw.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer)
            .matches("(?s)HTTP/1\\.[01] 400 .*")
            .containsIgnoringCase("x-request-id: req_")
            .contains("\"VALIDATION_ERROR\"");
      }
    }
  }

  private static String manyHeaders() {
    var headers = new StringBuilder();
    for (int i = 0; i < 100; i++) headers.append("A").append(i).append(": b\r\n");
    return headers.toString();
  }

  @Test
  void pages_of_configured_origins_may_call() throws Exception {
    var asked =
        service
            .request(STOCKS)
            .header("Origin", "https://app.example")
            .header("Access-Control-Request-Method", "GET")
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody());
    assertThat(service.send(asked).headers().firstValue("access-control-allow-origin"))
        .hasValue("https://app.example");
    var other =
        service.request(STOCKS).header("Origin", "https://evil.example").header("x-api-key", key);
    assertThat(service.send(other).headers().firstValue("access-control-allow-origin")).isEmpty();
  }
}
