package africa.soko.market;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.RawHttp;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What careless callers send: each is answered, in the one shape that errors have.
@SokoTest
class OddRequestsIT {
  private static final String ONE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";
  private static final byte[] NOTHING = {};
  private static Partner partner;
  private static RawHttp http;

  @BeforeAll
  static void open(Service service) {
    partner = service.partner();
    http = new RawHttp();
  }

  @AfterAll
  static void close() {
    http.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/stocks/%53COM.KE, 200,",
    "/stocks/SCOM%2EKE, 200,",
    "/stocks/scom%2eke?x=%41, 200,",
    "/stocks/SCOM%00.KE, 404, NOT_FOUND",
    "/stocks/SCOM%0d%0aX:%20y, 404, NOT_FOUND",
    "/stocks/SCOM%2FKE, 404, NOT_FOUND",
    "/stocks/..%2f..%2fstatus, 404, NOT_FOUND",
    "/stocks/%ZZ, 404, NOT_FOUND",
    "/stocks/%, 404, NOT_FOUND",
    "/stocks/%C0%AE, 404, NOT_FOUND",
    "/stocks/, 404, NOT_FOUND",
    "//stocks, 404, NOT_FOUND",
    "/stocks/SCOM.KE/, 404, NOT_FOUND",
    "/STOCKS, 404, NOT_FOUND",
    "/stocks/SCOM.KE;v=1, 400, INVALID_SYMBOL",
    "/stocks/SCOM.KE%20, 400, INVALID_SYMBOL",
    "/stocks/SCOM+KE, 400, INVALID_SYMBOL",
    "/stocks/%EF%BC%B3%EF%BC%A3OM.KE, 400, INVALID_SYMBOL",
    "/stocks/SCO%D9%A1.KE, 400, INVALID_SYMBOL",
    "/stocks/%F0%9F%98%80, 400, INVALID_SYMBOL",
    "/stocks/null, 404, NOT_FOUND",
    "/market/status?, 200,",
    "/market/status?&&&, 200,",
    "/market/status?=, 200,",
    "/market/status?=NSE, 200,",
    "/market/status?exchange, 200,",
    "/market/status?exchange=, 200,",
    "/market/status?exchange[]=NYSE, 200,",
    "/market/status?EXCHANGE=NYSE, 200,",
    "/market/status?exchange=%00, 400, VALIDATION_ERROR",
    "/market/status?exchange=N%7FSE, 400, VALIDATION_ERROR",
    "/market/status?exchange=%, 400, VALIDATION_ERROR",
    "/market/status?exchange=%FF, 400, VALIDATION_ERROR",
    "/market/status?exchange=%ED%A0%80, 400, VALIDATION_ERROR",
    "/market/status?exchange=NSE&exchange=NSE, 400, VALIDATION_ERROR",
    "/market/status?exchange=NSE&exchange=, 400, VALIDATION_ERROR",
    "'/market/status?exchange=NSE,JSE', 400, UNKNOWN_EXCHANGE",
    "/market/status?exchange=%20NSE, 400, UNKNOWN_EXCHANGE",
    "/market/status?exchange=n%C5%BFe, 400, UNKNOWN_EXCHANGE",
    "/market/status?exchange=%EF%BC%AESE, 400, UNKNOWN_EXCHANGE",
    "/market/quotes?symbol=SCOM.KE;exchange=NSE, 400, MISSING_PARAM",
    "/market/quotes?symbol=SCOM.KE&exchange=NSE&exchange=JSE, 400, VALIDATION_ERROR",
    "/market/quotes?symbols=SCOM.KE&symbol, 200,",
    "/market/quotes?symbols=SCOM.KE%2CKPLC.KE, 200,",
    "/market/quotes?symbols=SCOM.KE%0A, 400, VALIDATION_ERROR",
    "'/market/quotes?symbols=SCOM.KE,+KPLC.KE', 200,",
  })
  void odd_targets_are_answered(String target, int status, String code) {
    var reply = send("GET", target, Map.of());
    if (status == 200) assertThat(reply).hasStatus(200);
    else assertThat(reply).isRefused(status, code);
  }

  @Test
  void a_batch_that_is_far_too_large_is_told_by_how_much() {
    var symbols = "SCOM.KE,".repeat(900);
    assertThat(send("GET", "/market/quotes?symbols=" + symbols, Map.of()))
        .isRefused(400, "BATCH_LIMIT_EXCEEDED")
        .hasNumber("/error/received", "900");
  }

  @Test
  void what_is_too_long_for_http_ends_the_connection_and_no_other() {
    var query = "/market/status?x=" + "x".repeat(9_000);
    assertThat(send("GET", query, Map.of())).isRefused(400, "VALIDATION_ERROR");
    var search = "/stocks?search=" + "x".repeat(5_000);
    assertThat(send("GET", search, Map.of())).isRefused(400, "VALIDATION_ERROR");
    assertThat(send("GET", ONE, Map.of("If-None-Match", "\"a\",".repeat(2_000)))).hasStatus(200);
    assertThat(send("GET", ONE, Map.of())).hasStatus(200);
  }

  @Test
  void a_read_takes_no_notice_of_a_key_and_refuses_a_body_that_says_something() {
    var headers = Map.of("Idempotency-Key", "k", "Content-Type", "application/json");
    var nothing = "{}".getBytes(StandardCharsets.UTF_8);
    assertThat(http.send(partner.sandbox(), "GET", ONE, headers, nothing))
        .hasStatus(200)
        .has("/data/symbol", "SCOM.KE");
    var body = "{\"symbol\":\"KPLC.KE\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(http.send(partner.sandbox(), "GET", ONE, headers, body))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(send("GET", ONE, Map.of("Accept", "*/*"))).hasStatus(200);
    assertThat(send("GET", ONE, Map.of("Accept", "text/html, application/*;q=0.1"))).hasStatus(200);
    assertThat(send("GET", ONE, Map.of("Accept", "text/html"))).isRefused(406, "NOT_ACCEPTABLE");
    assertThat(send("HEAD", "/stocks/NOPE.KE", Map.of())).hasStatus(404);
    assertThat(send("DELETE", "/stocks/SCOM.KE", Map.of())).isRefused(405, "METHOD_NOT_ALLOWED");
    assertThat(send("GET", "/stocks", Map.of("X-HTTP-Method-Override", "DELETE"))).hasStatus(200);
  }

  private static Reply send(String method, String target, Map<String, String> headers) {
    return http.send(partner.sandbox(), method, target, headers, NOTHING);
  }
}
