package africa.soko.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.OperatorToken;
import africa.soko.edge.Contract;
import africa.soko.edge.Maintenance;
import africa.soko.edge.OperationIndex;
import africa.soko.edge.Policy;
import africa.soko.edge.RateLimit;
import africa.soko.edge.http.TrustedProxies;
import africa.soko.edge.request.Deadlines;
import africa.soko.edge.request.Edge;
import africa.soko.edge.request.EdgeMetrics;
import africa.soko.edge.request.IdempotencyKeys;
import africa.soko.edge.request.IdempotencyTurns;
import africa.soko.edge.request.Refusals;
import africa.soko.edge.request.Served;
import africa.soko.edge.request.Steps;
import africa.soko.edge.server.Management.Check;
import africa.soko.testing.RawConnection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The management port with one thing that it cannot do without.
@Timeout(30)
class ManagementTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static volatile Future<?> database = Future.succeededFuture();
  private static volatile boolean isBroken;
  private static Management management;
  private static int port;

  @BeforeAll
  static void start() {
    var registry =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT) {
          @Override
          public String scrape() {
            if (isBroken) throw new IllegalStateException("the secret reason");
            return super.scrape();
          }
        };
    registry.counter("soko.seen").increment();
    var checks = List.of(new Check("postgresql", () -> database));
    management =
        new Management("127.0.0.1", 0, checks, registry, new Assets(), "", ManagementTest::edge);
    VERTX.deployVerticle(management).await();
    port = management.actualPort();
  }

  /// Without any operation: what is served besides is the matter here.
  private static Edge edge(Vertx vertx) {
    var routes = new Contract.Bindings(new OperationIndex(List.of())).complete();
    return new Edge(
        vertx,
        new Steps(
            routes,
            () -> Maintenance.OFF,
            new OperatorToken("a token of operators"),
            RateLimit.NONE,
            Policy.NONE,
            new IdempotencyKeys("a server secret of a test"),
            IdempotencyTurns.BY_LEDGER,
            Refusals.NONE,
            Served.NOBODY,
            TrustedProxies.NONE,
            new EdgeMetrics(new SimpleMeterRegistry(), routes),
            Deadlines.DEFAULT,
            "",
            InstantSource.system()));
  }

  @AfterAll
  static void stop() {
    CLIENT.shutdownNow();
    VERTX.close().await();
  }

  @BeforeEach
  void there() {
    database = Future.succeededFuture();
    isBroken = false;
  }

  private static HttpResponse<String> send(String method, String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + port + path);
    return CLIENT.send(
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return send("GET", path);
  }

  @Test
  void it_lives_whatever_else_is_away() throws Exception {
    database = Future.failedFuture("away");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void it_is_ready_while_what_it_needs_is_there_and_again_by_itself() throws Exception {
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    database = Future.failedFuture("away");
    var away = get("/readyz");
    assertThat(away.statusCode()).isEqualTo(503);
    assertThat(away.body())
        .isEqualTo("{\"ready\":false,\"checks\":[{\"name\":\"postgresql\",\"ready\":false}]}");
    database = Future.succeededFuture();
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void what_does_not_answer_is_away() throws Exception {
    database = Promise.promise().future();
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
  }

  @Test
  void meters_are_told_as_prometheus_reads_them() throws Exception {
    var metrics = get("/metrics");
    assertThat(metrics.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(metrics.body()).contains("soko_seen_total 1.0");
  }

  @Test
  void every_failure_has_the_error_shape() throws Exception {
    assertRefused(get("/nothing"), 404, "NOT_FOUND");
    var wrong = send("DELETE", "/metrics");
    assertRefused(wrong, 405, "METHOD_NOT_ALLOWED");
    assertThat(wrong.headers().firstValue("allow")).hasValue("GET");
    isBroken = true;
    var broken = get("/metrics");
    assertRefused(broken, 500, "INTERNAL_ERROR");
    assertThat(broken.body()).doesNotContain("secret");
    try (var client = new RawConnection(port)) {
      client.write("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.readUntil("}}"))
          .startsWith("HTTP/1.1 400 ")
          .contains("{\"error\":{\"code\":\"VALIDATION_ERROR\",");
    }
  }

  @Test
  void a_node_that_stops_refuses_operators_and_still_tells_its_health() throws Exception {
    assertRefused(get("/operator/v1/partners"), 404, "NOT_FOUND");
    management.endOperations();
    var refused = get("/operator/v1/partners");
    assertRefused(refused, 503, "SERVICE_UNAVAILABLE");
    assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  private static void assertRefused(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body())
        .startsWith("{\"error\":{\"code\":\"" + code + "\",")
        .contains("\"requestId\":\"req_");
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
  }

  @Test
  void http_2_is_not_spoken_in_the_clear() {
    try (var client = new RawConnection(port)) {
      client.write(
          "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
              + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
      assertThat(client.readUntil("}")).startsWith("HTTP/1.1 200 ");
    }
  }
}
