package africa.soko.edge;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.RawHttp;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the contract says of `GET /stream`, which the other walks leave out because it does not
/// end. Of a stream that opens the head is read, and its connection is closed.
@SokoTest
class StreamContractIT {
  private static final int SAMPLES = 200;
  private static final long SEED = Long.getLong("soko.seed", 4711);
  private static final ContractOperation STREAM = ContractOperation.stream();

  private static Vertx vertx;
  private static AnswerSchemas schemas;
  private static RawHttp http;

  @BeforeAll
  static void load() {
    System.out.println("StreamContractIT: -Dsoko.seed=" + SEED);
    vertx = Vertx.vertx();
    schemas = AnswerSchemas.load(vertx);
    http = new RawHttp();
  }

  @AfterAll
  static void close() {
    http.close();
    vertx.close().await();
  }

  @Test
  void an_opened_stream_has_the_type_and_the_headers_of_the_contract(Partner partner) {
    var opened = get(partner.sandbox(), "/stream", Map.of("Accept", "text/event-stream"));
    assertThat(opened).hasStatus(200);
    var ok =
        ContractView.published()
            .getJsonObject("paths")
            .getJsonObject(STREAM.path())
            .getJsonObject("get")
            .getJsonObject("responses")
            .getJsonObject("200");
    assertThat(ok.getJsonObject("content").fieldNames())
        .containsExactly(opened.header("Content-Type"));
    for (var header : ok.getJsonObject("headers", new JsonObject()).fieldNames()) {
      assertThat(opened.header(header)).as(header).isNotEmpty();
    }
  }

  @Test
  void every_refusal_is_one_of_the_contract(Partner partner) {
    var api = partner.sandbox();
    assertRefused(get(api.as(null), "/stream", Map.of()), 401, "AUTH_MISSING");
    assertRefused(get(api.as("sk_sandbox_x"), "/stream", Map.of()), 401, "AUTH_INVALID");
    assertRefused(
        get(api.as(partner.live().credential()), "/stream", Map.of()), 401, "AUTH_INVALID");
    assertRefused(get(api, "/stream?since=x", Map.of()), 400, "VALIDATION_ERROR");
    assertRefused(get(api, "/stream?since=%zz", Map.of()), 400, "VALIDATION_ERROR");
    assertRefused(get(api, "/stream", Map.of("Last-Event-ID", "x")), 400, "VALIDATION_ERROR");
    assertRefused(get(api, "/stream", Map.of("Accept", "application/json")), 406, "NOT_ACCEPTABLE");
    var post = http.send(api, "POST", "/stream", Map.of(), new byte[0]);
    assertThat(post).isRefused(405, "METHOD_NOT_ALLOWED");
    assertThat(post.header("Allow")).contains("GET").doesNotContain("POST");
  }

  @Test
  void any_stream_is_acceptable_to_who_takes_event_streams(Partner partner) {
    for (var accept :
        List.of("text/event-stream", "*/*", "text/*;q=0.5", "a/b, text/event-stream")) {
      var opened = get(partner.sandbox(), "/stream", Map.of("Accept", accept));
      assertThat(opened.status()).as(accept).isIn(200, 429);
    }
  }

  @Test
  void spoiled_requests_are_answered_as_the_contract_says(Partner partner) {
    var mutations = new Mutations(SEED);
    var statuses = new HashSet<Integer>();
    for (int i = 0; i < SAMPLES; i++) {
      var sample = mutations.spoil(STREAM, "/stream", null);
      var reply =
          http.send(
              partner.sandbox(), sample.method(), sample.target(), sample.headers(), sample.body());
      var what = "seed %d, request %d: %s".formatted(SEED, i, sample);
      assertThat(reply.status()).as("%s%n%s", what, reply).isLessThan(500);
      assertThat(STREAM.statuses()).as("%s%n%s", what, reply).contains(reply.status());
      if (reply.status() >= 400) schemas.check(STREAM, reply);
      statuses.add(reply.status());
    }
    assertThat(statuses).contains(200, 400);
  }

  private static void assertRefused(Reply reply, int status, String code) {
    assertThat(reply).isRefused(status, code);
    schemas.check(STREAM, reply);
  }

  private static Reply get(Api api, String target, Map<String, String> headers) {
    return http.send(api, "GET", target, headers, new byte[0]);
  }
}
