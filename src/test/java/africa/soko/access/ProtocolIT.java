package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.request.Deadlines;
import africa.soko.testing.RawConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What RFC 9110 and RFC 9112 ask of every answer, and of what is sent here.
@Timeout(60)
class ProtocolIT {
  private static final Duration BODY = Duration.ofSeconds(1);
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final String STOCKS = LIVE.base() + "/stocks";
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";

  @TempDir static Path temp;
  private static EdgeService service;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    var patient = Duration.ofSeconds(60);
    var deadlines = new Deadlines(BODY, Duration.ofSeconds(15));
    service = new EdgeService(temp, deadlines, patient, patient);
    key = service.key("p1", LIVE, CredentialType.FULL, 10_000_000);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String ask(String request) {
    try (var client = new RawConnection(service.port())) {
      return client.write(request).readToEnd();
    }
  }

  private static String trade(String headers) {
    return "POST %s/users/u1/trade HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nIdempotency-Key: %s\r\n%s\r\n\r\n"
        .formatted(LIVE.base(), key, UUID.randomUUID(), headers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/nothing", "/api/v1/status", "/api/v1/partner/stocks", "/%zz", " "})
  void every_answer_says_when_it_was_made(String path) {
    var before = Instant.now().minusSeconds(1);
    var answer = ask("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    var date = header(answer, "date");
    assertThat(HTTP_DATE.parse(date, Instant::from)).isBetween(before, Instant.now());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'Bearer realm=\"soko\"'",
    "x-api-key: nonsense, 'Bearer realm=\"soko\", error=\"invalid_token\"'",
    "Authorization: Basic YTpi, 'Bearer realm=\"soko\", error=\"invalid_token\"'",
  })
  void who_is_not_known_is_told_what_to_show(String shown, String challenge) {
    var line = shown.isEmpty() ? "" : shown + "\r\n";
    var answer =
        ask("GET " + STOCKS + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + line + "\r\n");
    assertThat(answer).startsWith("HTTP/1.1 401 ");
    assertThat(header(answer, "www-authenticate")).isEqualTo(challenge);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate, identity", "br", "x"})
  void a_body_in_a_coding_that_is_not_understood_is_refused(String coding) {
    int before = service.runs.get();
    var answer = ask(trade(json("Connection: close\r\nContent-Encoding: " + coding)) + TRADE);
    assertThat(answer).startsWith("HTTP/1.1 415 ").contains("UNSUPPORTED_MEDIA_TYPE");
    assertThat(header(answer, "accept-encoding")).isEqualTo("identity");
    assertThat(service.runs.get()).isEqualTo(before);
  }

  @Test
  void a_body_that_is_not_coded_may_say_so() {
    var answer = ask(trade(json("Connection: close\r\nContent-Encoding: identity")) + TRADE);
    assertThat(answer).startsWith("HTTP/1.1 202 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "200-ok", "100-continue, nonsense"})
  void what_cannot_be_expected_is_refused(String expected) {
    int before = service.runs.get();
    var answer = ask(trade(json("Expect: " + expected)) + TRADE);
    assertThat(answer).startsWith("HTTP/1.1 417 ").contains("\"EXPECTATION_FAILED\"");
    assertThat(service.runs.get()).isEqualTo(before);
    var old = ask(trade(json("Expect: " + expected)).replace("HTTP/1.1", "HTTP/1.0") + TRADE);
    assertThat(old).startsWith("HTTP/1.0 202 ");
  }

  @Test
  void an_old_client_need_not_name_its_host() {
    assertThat(ask("GET /api/v1/status HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.0 200 ");
  }

  /// The answer is there at once; the body that nobody wants may come for as long as any may.
  @ParameterizedTest
  @ValueSource(strings = {"/api/nothing", "/docs", "/api/v1/partner/users/u1/trade"})
  void a_body_that_is_not_wanted_holds_its_connection_no_longer_than_one_that_is(String path) {
    var head = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{";
    long start = System.nanoTime();
    try (var client = new RawConnection(service.port())) {
      assertThat(client.write(head).readUntil("}}")).startsWith("HTTP/1.1 40");
      assertThat(client.readToEnd()).isEmpty();
    }
    var held = Duration.ofNanos(System.nanoTime() - start);
    assertThat(held).isBetween(BODY.minusMillis(50), Duration.ofSeconds(20));
  }

  @Test
  void after_a_body_that_was_not_wanted_and_came_the_connection_goes_on() throws Exception {
    try (var client = new RawConnection(service.port())) {
      client.write("POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{");
      assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 404 ");
      client.write("}");
      var quiet = java.util.concurrent.CompletableFuture.supplyAsync(client::readToEnd);
      org.junit.jupiter.api.Assertions.assertThrows(
          java.util.concurrent.TimeoutException.class,
          () -> quiet.get(BODY.toMillis() * 4, java.util.concurrent.TimeUnit.MILLISECONDS));
      client.write("GET /api/v1/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      assertThat(quiet.get(20, java.util.concurrent.TimeUnit.SECONDS)).startsWith("HTTP/1.1 200 ");
    }
  }

  private static String json(String more) {
    return "Content-Type: application/json\r\nContent-Length: " + TRADE.length() + "\r\n" + more;
  }

  private static String header(String answer, String name) {
    return answer
        .lines()
        .takeWhile(line -> !line.isEmpty())
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .reduce((a, b) -> a + " AND " + b)
        .orElse("none in " + answer);
  }
}
