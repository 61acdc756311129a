package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.request.Deadlines;
import africa.soko.ledger.LedgerLimits;
import africa.soko.testing.RawConnection;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a client may make the service wait for, and what it is told when it, or the service, is too
/// slow. All deadlines are short here.
@Timeout(60)
class EdgeDeadlinesIT {
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";
  private static final String STOCKS = LIVE.base() + "/stocks";
  private static final String ORDERS = LIVE.base() + "/users/u1/orders";
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir static Path temp;
  private static EdgeService service;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    service = new EdgeService(temp, new Deadlines(SHORT, SHORT), SHORT, SHORT);
    key = service.key("p1", LIVE, CredentialType.FULL, 10_000);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void open() {
    service.gate = Future.succeededFuture();
  }

  private static RawConnection connect() {
    return new RawConnection(service.port());
  }

  private static String get(String path) {
    return "GET %s HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\n\r\n".formatted(path, key);
  }

  /// The head of a trade, up to the headers that tell of its body.
  private static String trade(String headers) {
    return trade(key, headers);
  }

  private static String trade(String credential, String headers) {
    return "POST %s/users/u1/trade HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nIdempotency-Key: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n"
        .formatted(LIVE.base(), credential, UUID.randomUUID(), headers);
  }

  private static void assertRefused(String answer, int status, String code) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("{\"error\":{\"code\":\"" + code + "\"")
        .containsIgnoringCase("x-request-id: req_");
    assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer").hasSize(2);
  }

  private static void assertRefused(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).startsWith("{\"error\":{\"code\":\"" + code + "\"");
  }

  @Test
  void a_body_that_does_not_arrive_is_refused_and_the_connection_ends() {
    int before = service.runs.get();
    try (var client = connect()) {
      client.write(trade("Content-Length: 100")).write("{\"symbol\":");
      assertRefused(client.readToEnd(), 400, "VALIDATION_ERROR");
    }
    assertThat(service.runs.get()).isEqualTo(before);
  }

  @Test
  void a_body_that_comes_in_pieces_is_read() {
    try (var client = connect()) {
      client.write(trade("Transfer-Encoding: chunked"));
      for (var piece : TRADE.split("(?<=,)")) {
        client.write("%x\r\n%s\r\n".formatted(piece.length(), piece));
      }
      client.write("0\r\n\r\n");
      assertThat(client.readUntil("}")).startsWith("HTTP/1.1 202 ");
    }
  }

  /// To close on bytes that nobody read resets the connection, and takes the answer with it.
  @Test
  void who_sends_too_much_still_hears_of_it_and_then_the_connection_ends() {
    var piece = "%x\r\n%s\r\n".formatted(64 * 1024, "x".repeat(64 * 1024));
    try (var client = connect()) {
      client.write(trade("Transfer-Encoding: chunked")).write(piece.repeat(5));
      assertRefused(client.readUntil("}}"), 413, "PAYLOAD_TOO_LARGE");
      for (int sent = 0; sent < 16; sent++) client.write(piece);
      client.write("0\r\n\r\n");
      assertThat(client.readToEnd()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5\r\n{\"sym\r\nnonsense\r\n", "0x2\r\n{}\r\n", "-1\r\n", "2\n{}\n0\n\n"})
  void chunks_that_are_none_are_refused_and_the_connection_ends(String chunks) {
    double refused = answered("4xx");
    double failed = answered("5xx");
    try (var later = connect();
        var atOnce = connect()) {
      later.write(trade("Expect: 100-continue\r\nTransfer-Encoding: chunked"));
      later.readUntil("\r\n\r\n");
      assertRefused(later.write(chunks).readToEnd(), 400, "VALIDATION_ERROR");
      // The body is read before anybody knows whose it is.
      atOnce.write(trade("Transfer-Encoding: chunked") + chunks);
      assertRefused(atOnce.readToEnd(), 400, "VALIDATION_ERROR");
    }
    eventually(() -> answered("4xx"), count -> count == refused + 2);
    assertThat(answered("5xx")).isEqualTo(failed);
  }

  @Test
  void a_client_that_leaves_in_the_middle_of_its_body_is_no_fault_of_the_service() {
    double refused = answered("4xx");
    double failed = answered("5xx");
    try (var client = connect()) {
      client.write(trade("Expect: 100-continue\r\nContent-Length: 100"));
      client.readUntil("\r\n\r\n");
    }
    assertGone(refused, failed);
  }

  private static void assertGone(double refused, double failed) {
    eventually(() -> answered("4xx") + answered("5xx"), count -> count == refused + failed + 1);
    assertThat(answered("5xx")).isEqualTo(failed);
  }

  private static double answered(String statusClass) {
    return service.answered("placeOrder", "live", statusClass);
  }

  @Test
  void a_length_and_chunks_at_once_are_refused_and_the_connection_ends() {
    try (var client = connect()) {
      client
          .write(trade("Content-Length: 5\r\nTransfer-Encoding: chunked"))
          .write("0\r\n\r\n" + get(STOCKS));
      assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ").doesNotContain("SCOM.KE");
    }
  }

  @Test
  void a_body_that_says_it_is_too_large_is_refused_before_it_is_sent() {
    try (var client = connect()) {
      client.write(trade("Content-Length: 262145"));
      assertRefused(client.readToEnd(), 413, "PAYLOAD_TOO_LARGE");
    }
  }

  @Test
  void a_body_without_a_length_is_refused_once_it_is_too_large() {
    try (var client = connect()) {
      client.write(trade("Transfer-Encoding: chunked"));
      client.write("40001\r\n" + "x".repeat(0x40001) + "\r\n");
      assertRefused(client.readToEnd(), 413, "PAYLOAD_TOO_LARGE");
    }
  }

  @Test
  void the_largest_body_is_read() {
    try (var client = connect()) {
      client.write(trade("Content-Length: 262144"));
      client.write(TRADE + " ".repeat(262_144 - TRADE.length()));
      assertThat(client.readUntil("}")).startsWith("HTTP/1.1 202 ");
    }
  }

  @Test
  void a_client_that_asks_first_is_told_to_continue() {
    try (var client = connect()) {
      client.write(trade("Expect: 100-continue\r\nContent-Length: " + TRADE.length()));
      assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      client.write(TRADE);
      assertThat(client.readUntil("}")).startsWith("HTTP/1.1 202 ");
    }
  }

  @Test
  void a_client_that_asks_first_is_refused_before_it_sends() {
    for (var length : new int[] {10, 1_000_000}) {
      try (var client = connect()) {
        client.write(trade("none", "Expect: 100-continue\r\nContent-Length: " + length));
        assertRefused(client.readToEnd(), 401, "AUTH_INVALID");
      }
    }
    try (var client = connect()) {
      client.write(trade("Expect: 100-continue\r\nContent-Length: 1000000"));
      assertRefused(client.readToEnd(), 413, "PAYLOAD_TOO_LARGE");
    }
  }

  @Test
  void a_connection_without_a_request_ends() {
    try (var silent = connect();
        var slow = connect()) {
      slow.write("GET / HTTP/1.1\r\nHost: ");
      assertThat(silent.readToEnd()).isEmpty();
      assertThat(slow.readToEnd()).isEmpty();
    }
  }

  @Test
  void a_connection_without_another_request_ends() {
    try (var client = connect()) {
      client.write(get(STOCKS));
      client.readUntil("}]}");
      assertThat(client.readToEnd()).isEmpty();
    }
  }

  @Test
  void requests_sent_together_are_answered_in_their_order() throws Exception {
    var hold = Promise.<Void>promise();
    service.gate = hold.future();
    try (var client = connect()) {
      client.write(get(ORDERS) + get(STOCKS) + get(LIVE.base() + "/nothing"));
      // The others could be answered at once, and are not before the first.
      assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
      hold.complete();
      var answers = client.readToEnd();
      assertThat(answers).containsSubsequence("\"user\":\"u1\"", "\"stocks\":[", "\"NOT_FOUND\"");
      assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(4);
    }
  }

  @Test
  void http_2_is_not_spoken_in_the_clear() {
    try (var upgrade = connect();
        var preface = connect()) {
      upgrade.write(
          get(STOCKS)
              .replace(
                  "Host: x",
                  "Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                      + "HTTP2-Settings: AAMAAABkAAQAAP__"));
      assertThat(upgrade.readUntil("}]}")).startsWith("HTTP/1.1 200 ");
      preface.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      assertThat(preface.readToEnd()).matches("(?s)HTTP/[12]\\.\\d (400|501|505) .*");
    }
  }

  @Test
  void a_read_without_an_answer_is_a_service_that_is_away() throws Exception {
    var never = Promise.<Void>promise();
    service.gate = never.future();
    var away = service.get(ORDERS, key);
    assertRefused(away, 503, "SERVICE_UNAVAILABLE");
    assertThat(away.headers().firstValue("retry-after")).hasValue("1");
    never.complete();
  }

  @Test
  void a_change_without_an_answer_may_have_happened_and_its_key_is_free_again() throws Exception {
    var never = Promise.<Void>promise();
    service.gate = never.future();
    var once = UUID.randomUUID().toString();
    var unknown = service.send(service.trade(key, once, TRADE));
    assertRefused(unknown, 500, "INTERNAL_ERROR");
    assertThat(unknown.headers().firstValue("retry-after")).isEmpty();
    // What comes now comes too late for anybody, and is no answer to the next request either.
    never.complete();
    service.gate = Future.succeededFuture();
    var again = eventually(() -> send(once), response -> response.statusCode() != 409).statusCode();
    assertThat(again).isEqualTo(202);
  }

  @Test
  void an_answer_that_comes_too_late_is_no_answer_to_the_next_request() {
    var never = Promise.<Void>promise();
    service.gate = never.future();
    try (var client = connect()) {
      client.write(get(ORDERS));
      client.readUntil("}}");
      never.complete();
      client.write(get(STOCKS));
      assertThat(client.readUntil("}]}")).startsWith("HTTP/1.1 200 ").doesNotContain("u1");
    }
  }

  @Test
  void the_ledger_gives_up_before_its_caller_does() {
    assertThat(LedgerLimits.DEFAULT.total()).isLessThan(Deadlines.DEFAULT.handler());
  }

  private static HttpResponse<String> send(String idempotencyKey) {
    try {
      return service.send(service.trade(key, idempotencyKey, TRADE));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
