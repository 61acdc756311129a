package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.request.Deadlines;
import africa.soko.testing.RawConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What no client library would send: each request gets one answer, in the one shape that errors
/// have, and the connection goes on or ends, but never hangs.
@Timeout(60)
class HostileClientsIT {
  private static final String STOCKS = LIVE.base() + "/stocks";
  private static final Duration IDLE = Duration.ofMillis(700);
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";

  private static final List<String> UNREADABLE =
      List.of(
          "nonsense\r\n\r\n",
          "GET / HTTP/1.1\nHost: x\n\n",
          "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nA: b\u0000c\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\n\u00e9: b\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
          "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\n{}",
          "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
          "GET / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: user@x\r\n\r\n",
          "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
          "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000");

  @TempDir static Path temp;
  private static EdgeService service;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    service = new EdgeService(temp, Deadlines.DEFAULT, IDLE, IDLE);
    key = service.key("p1", LIVE, CredentialType.FULL, 10_000_000);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static RawConnection connect() {
    return new RawConnection(service.port());
  }

  private static String get(String target) {
    return "GET %s HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\n\r\n".formatted(target, key);
  }

  /// The head of a trade, up to the headers that tell of its body.
  private static String trade(String headers) {
    return "POST %s/users/u1/trade HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nIdempotency-Key: %s\r\n%s\r\n\r\n"
        .formatted(LIVE.base(), key, UUID.randomUUID(), headers);
  }

  private static void assertRefused(String answer, int status, String code) {
    assertThat(answer)
        .matches("(?s)HTTP/1\\.[01] " + status + " .*")
        .contains("{\"error\":{\"code\":\"" + code + "\"")
        .containsIgnoringCase("x-request-id: req_");
    assertThat(answer.split("HTTP/1\\.[01] ", -1)).as("one answer").hasSize(2);
  }

  private static double refusedNowhere() {
    return service.answered("none", "none", "4xx");
  }

  @ParameterizedTest
  @CsvSource({
    "OPTIONS *, 404, NOT_FOUND",
    "TRACE /, 405, METHOD_NOT_ALLOWED",
    "CONNECT x:443, 404, NOT_FOUND",
    "GET stocks, 404, NOT_FOUND",
    "GET ?a=b, 404, NOT_FOUND",
    "GET #, 404, NOT_FOUND",
    "GET /docs/%zz, 404, NOT_FOUND",
    "GET /docs/%00, 404, NOT_FOUND",
    "GET /docs/..%2f..%2fedge/_root.yaml, 404, NOT_FOUND",
    "GET /../edge/_root.yaml, 404, NOT_FOUND",
    "GET http://x/nothing, 404, NOT_FOUND",
    "GET http:///docs, 404, NOT_FOUND",
    "DELETE /docs, 404, NOT_FOUND",
    "DELETE /index.html, 405, METHOD_NOT_ALLOWED",
  })
  void a_target_that_leads_nowhere_is_answered_and_counted(String line, int status, String code) {
    double before = refusedNowhere();
    try (var client = connect()) {
      client.write(line + " HTTP/1.1\r\nHost: x\r\n\r\n");
      assertRefused(client.readUntil("}}"), status, code);
      client.write(get(STOCKS));
      assertThat(client.readUntil("}]}")).startsWith("HTTP/1.1 200 ");
    }
    assertThat(refusedNowhere()).isEqualTo(before + 1);
  }

  @Test
  void what_cannot_be_read_is_refused_and_ends_the_connection() {
    double before = refusedNowhere();
    var open = new LinkedHashMap<String, RawConnection>();
    for (var raw : UNREADABLE) open.put(raw, connect().write(raw + get(STOCKS)));
    open.forEach(
        (raw, client) -> {
          try (client) {
            assertRefused(client.readToEnd(), 400, "VALIDATION_ERROR");
          } catch (AssertionError e) {
            throw new AssertionError(raw, e);
          }
        });
    assertThat(refusedNowhere()).isEqualTo(before + UNREADABLE.size());
  }

  /// To close on bytes that nobody read resets the connection, and takes the answer with it.
  @ParameterizedTest
  @ValueSource(
      strings = {"nonsense\r\n\r\n", "GET /%s HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: %s\r\n"})
  void who_goes_on_after_what_cannot_be_read_still_hears_of_it(String head) {
    try (var client = connect()) {
      client.write(head.formatted("a".repeat(20_000))).write("a".repeat(5_000_000));
      assertRefused(client.readToEnd(), 400, "VALIDATION_ERROR");
    }
  }

  @Test
  void what_follows_the_last_answer_is_read_and_not_served() {
    int before = service.runs.get();
    var next = trade("Content-Type: application/json\r\nContent-Length: " + TRADE.length()) + TRADE;
    try (var client = connect()) {
      client
          .write(trade("Content-Type: application/json\r\nContent-Length: 300000"))
          .write("x".repeat(300_000))
          .write(next.repeat(10_000));
      assertRefused(client.readToEnd(), 413, "PAYLOAD_TOO_LARGE");
    }
    assertThat(service.runs.get()).isEqualTo(before);
  }

  @Test
  void a_body_that_is_held_back_and_not_wanted_ends_the_connection() {
    try (var client = connect()) {
      client.write(
          "POST /docs HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
      assertRefused(client.readToEnd(), 404, "NOT_FOUND");
    }
  }

  @Test
  void an_old_client_is_not_told_to_continue() {
    var head =
        trade(
            "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: "
                + TRADE.length());
    try (var client = connect()) {
      client.write(head.replace("HTTP/1.1", "HTTP/1.0")).write(TRADE);
      assertThat(client.readToEnd()).startsWith("HTTP/1.0 202 ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "x-api-key: another, 401, AUTH_INVALID",
    "Authorization: Bearer another, 401, AUTH_INVALID",
    "'Authorization: Bearer %1$s\r\nAuthorization: Bearer another', 401, AUTH_INVALID",
    "'Authorization: Bearer %1$s\r\nx-api-key: another', 401, AUTH_INVALID",
    "Content-Type: text/plain, 415, UNSUPPORTED_MEDIA_TYPE",
    "Idempotency-Key: another, 400, VALIDATION_ERROR",
  })
  void of_two_headers_that_differ_none_is_chosen(String second, int status, String code) {
    int before = service.runs.get();
    var headers =
        "Content-Type: application/json\r\nContent-Length: "
            + TRADE.length()
            + "\r\n"
            + second.formatted(key);
    try (var client = connect()) {
      client.write(trade(headers)).write(TRADE);
      assertRefused(client.readUntil("}}"), status, code);
    }
    assertThat(service.runs.get()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Expect: 100-continue",
        "A: b\r\n folded",
        "X-Request-Id: \u00e9",
      })
  void what_a_read_need_not_understand_it_passes_over(String header) {
    try (var client = connect()) {
      client.write(get(STOCKS).replace("Host: x", "Host: x\r\n" + header));
      assertThat(client.readUntil("}]}")).startsWith("HTTP/1.1 200 ");
      client.write(get("http://x" + STOCKS));
      assertThat(client.readUntil("}]}")).startsWith("HTTP/1.1 200 ");
    }
  }

  /// One answer at a time waits for who does not read; the requests behind it stay with their
  /// client.
  @Test
  void from_who_does_not_read_nothing_more_is_taken_and_the_connection_ends() throws Exception {
    double before = service.answered("listStocks", "live", "2xx");
    long start = System.nanoTime();
    int asked;
    try (var client = RawConnection.narrow(service.port())) {
      asked = client.writeToEnd(get(STOCKS).repeat(1_000), 200);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    assertThat(asked).isLessThan(200);
    assertThat(service.answered("listStocks", "live", "2xx") - before).isBetween(129.0, 50_000.0);
    assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
  }

  @Test
  void requests_sent_far_ahead_are_all_answered() {
    try (var client = connect()) {
      client.write(
          get(STOCKS).repeat(999) + get(STOCKS).replace("x-api", "Connection: close\r\nx-api"));
      assertThat(client.readToEnd().split("HTTP/1.1 200 ", -1)).hasSize(1_001);
    }
  }

  @Test
  void one_connection_too_many_is_closed_at_once() throws Exception {
    long refused = service.limit.refused();
    var held = new ArrayList<RawConnection>();
    try {
      for (int i = 0; i <= EdgeService.CONNECTIONS_MAX; i++) held.add(connect());
      assertThat(held.getLast().readToEnd()).isEmpty();
      assertThat(service.limit.refused()).isGreaterThan(refused);
      assertThat(service.limit.open()).isLessThanOrEqualTo(EdgeService.CONNECTIONS_MAX);
    } finally {
      held.forEach(RawConnection::close);
    }
    eventually(service.limit::open, open -> open == 0);
    assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
  }
}
