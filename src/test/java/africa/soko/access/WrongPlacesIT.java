package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.edge.Environment.SANDBOX;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller.CredentialType;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of a path that leads nowhere, of a method that a path does not have, of a
/// credential that an operation does not take and of a body that it has no use for.
class WrongPlacesIT {
  @TempDir static Path temp;
  private static EdgeService service;
  private static String live;
  private static String sandbox;
  private static String data;
  private static String idToken;

  @BeforeAll
  static void start() throws Exception {
    service = new EdgeService(temp, EdgeService.PATIENT);
    live = service.key("p1", LIVE, CredentialType.FULL, 10_000);
    sandbox = service.key("p1", SANDBOX, CredentialType.FULL, 10_000);
    data = service.key("p1", LIVE, CredentialType.DATA, 10_000);
    idToken = EdgeService.idToken("idp|1");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void a_path_that_is_retired_is_gone_for_good_and_says_what_takes_its_place(String method)
      throws Exception {
    for (var key : List.of(live, data)) {
      var request =
          service
              .request(LIVE.base() + "/old-stocks?symbol=SCOM")
              .method(method, BodyPublishers.noBody())
              .header("If-None-Match", "*")
              .header("x-api-key", key);
      var gone = service.send(request);
      assertThat(gone.statusCode()).isEqualTo(410);
      if (method.equals("GET")) {
        assertThat(gone.body())
            .startsWith("{\"error\":{\"code\":\"GONE\"")
            .contains("/stocks")
            .contains("/docs/errors#GONE");
      }
      var headers = gone.headers();
      assertThat(headers.firstValue("deprecation")).hasValue("true");
      assertThat(headers.firstValue("sunset")).hasValue("Mon, 1 Dec 2025 00:00:00 GMT");
      assertThat(headers.firstValue("link").orElseThrow())
          .contains("<" + LIVE.base() + "/stocks>; rel=\"successor-version\"")
          .contains("</changelog#listOldStocks>; rel=\"deprecation\"");
      assertThat(headers.firstValue("cache-control")).hasValue("no-store");
      assertThat(headers.firstValue("etag")).isEmpty();
      assertThat(headers.firstValue("x-ratelimit-limit")).isPresent();
    }
    // Who may not ask is not told more than elsewhere.
    assertThat(service.get(LIVE.base() + "/old-stocks", sandbox).statusCode()).isEqualTo(401);
    var method405 = service.request(LIVE.base() + "/old-stocks").header("x-api-key", live);
    assertThat(service.send(method405.DELETE()).statusCode()).isEqualTo(405);
  }

  @Test
  void a_path_that_will_be_retired_answers_until_then() throws Exception {
    var reply = service.get(LIVE.base() + "/ageing-stocks", live);
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("deprecation")).hasValue("true");
    assertThat(reply.headers().firstValue("sunset")).hasValue("Tue, 1 Jan 2999 00:00:00 GMT");
    var successor = service.get(LIVE.base() + "/stocks", live);
    assertThat(successor.body()).isEqualTo(reply.body());
    assertThat(successor.headers().firstValue("deprecation")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "id token, GET, /api/v1/partner/nothing, 404",
    "id token, GET, /api/sandbox/v1/partner/nothing, 404",
    "id token, GET, /api/nothing, 404",
    "id token, POST, /api/v1/partner/me, 405",
    "id token, DELETE, /api/v1/status, 405",
    "forged id token, GET, /api/nothing, 401",
    "sandbox key, GET, /api/sandbox/v1/partner/nothing, 404",
    "sandbox key, GET, /api/sandbox, 404",
    "sandbox key, GET, /api/nothing, 404",
    "sandbox key, GET, /api/v1/partnership, 404",
    "sandbox key, GET, /dev/nothing, 404",
    "sandbox key, POST, /api/v1/status, 405",
    "sandbox key, PATCH, /api/sandbox/v1/partner/stocks, 405",
    "sandbox key, GET, /api/v1/partner/nothing, 401",
    "sandbox key, POST, /api/v1/partner/stocks, 401",
    "live key, GET, /api/nothing, 404",
    "live key, GET, /api/sandbox/nothing, 401",
    "data key, GET, /api/nothing, 403",
    "unknown key, GET, /api/nothing, 401",
    "nothing, GET, /api/nothing, 404",
    "nothing, POST, /api/v1/status, 405",
  })
  void a_path_that_leads_nowhere(String shown, String method, String path, int status)
      throws Exception {
    var reply = send(shown, method, path);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(reply.headers().firstValue("allow").isPresent()).isEqualTo(status == 405);
    boolean counted = status > 401 && !shown.equals("nothing");
    assertThat(reply.headers().firstValue("x-ratelimit-remaining").isPresent()).isEqualTo(counted);
  }

  @ParameterizedTest
  @CsvSource({
    "id token, 200, idp|1",
    "data key, 403, FORBIDDEN",
    "unknown data key, 401, AUTH_INVALID",
    "live key, 401, AUTH_MISSING",
    "nothing, 401, AUTH_MISSING",
  })
  void an_operation_that_takes_an_id_token(String shown, int status, String says) throws Exception {
    var reply = send(shown, "GET", LIVE.base() + "/me");
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(reply.body()).contains(says);
  }

  @Test
  void a_data_key_is_told_what_it_may_not_in_either_header() throws Exception {
    var bearer =
        service.request(LIVE.base() + "/me").header("Authorization", "Bearer " + data).build();
    var reply = service.client().send(bearer, HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(403);
    assertThat(send("data key", "GET", SANDBOX.base() + "/me").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html"})
  void a_page_has_two_methods(String path) throws Exception {
    for (var method : new String[] {"POST", "DELETE", "OPTIONS"}) {
      var reply = send("nothing", method, path);
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(405);
      assertThat(reply.body()).contains("METHOD_NOT_ALLOWED");
      assertThat(reply.headers().firstValue("allow")).hasValue("GET, HEAD");
    }
    assertThat(send("nothing", "GET", path).statusCode()).isEqualTo(200);
    assertThat(send("nothing", "HEAD", path).statusCode()).isEqualTo(200);
    assertThat(send("nothing", "POST", path + "nothing").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", " { } \n"})
  void a_body_that_says_nothing_passes_where_none_is_described(String body) throws Exception {
    assertThat(orders(body).statusCode()).isEqualTo(200);
    // The handler is one that fails: it was reached.
    assertThat(deposit(body).statusCode()).isEqualTo(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"amount\":1}", "[]", "null", "1", "{}{}", "{", "nonsense"})
  void any_other_body_is_refused_where_none_is_described(String body) throws Exception {
    for (var reply : new HttpResponse<?>[] {orders(body), deposit(body)}) {
      assertThat(reply.statusCode()).isEqualTo(400);
      assertThat((String) reply.body()).contains("VALIDATION_ERROR", "takes no body");
    }
  }

  private static HttpResponse<String> orders(String body) throws Exception {
    return service.send(
        service
            .request(LIVE.base() + "/users/u1/orders")
            .header("x-api-key", live)
            .header("Content-Type", "application/json")
            .method("GET", BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> deposit(String body) throws Exception {
    return service.send(
        service
            .request(SANDBOX.base() + "/test-tools/deposit")
            .header("x-api-key", sandbox)
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(String shown, String method, String path)
      throws Exception {
    var request = service.request(path).method(method, BodyPublishers.noBody());
    return service.send(
        switch (shown) {
          case "nothing" -> request;
          case "id token" -> request.header("Authorization", "Bearer " + idToken);
          case "forged id token" -> request.header("Authorization", "Bearer " + idToken + "x");
          case "live key" -> request.header("x-api-key", live);
          case "sandbox key" -> request.header("x-api-key", sandbox);
          case "data key" -> request.header("x-api-key", data);
          case "unknown data key" ->
              request.header("x-api-key", service.keys.generate(KeyKind.DATA));
          case "unknown key" -> request.header("x-api-key", service.keys.generate(KeyKind.LIVE));
          default -> throw new IllegalArgumentException(shown);
        });
  }
}
