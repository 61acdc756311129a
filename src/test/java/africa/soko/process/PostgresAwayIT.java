package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.PartnerClient.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// PostgreSQL goes away in the middle of 500 trades and comes back.
@Tag("process")
class PostgresAwayIT {
  private static final String QUOTE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  @TempDir Path temp;

  @Test
  void nothing_is_lost_and_the_service_recovers_by_itself() throws Exception {
    try (var servers = new Servers(temp.resolve("servers"));
        var service = ServiceProcess.startDev(temp.resolve("node"), servers.settings());
        var client = PartnerClient.of(service);
        var trades = new Trades(client, "postgres", 40).quoted()) {
      trades.send().awaitSome();
      servers.postgres.stop();
      trades.sendRest();
      Polling.until("readiness off", Duration.ofSeconds(5), () -> ready(service) == 503);
      Polling.until(
          "the key is no longer known", Duration.ofSeconds(5), () -> isAway(client.get(QUOTE)));
      for (var path : new String[] {"/orders", "/portfolio", "/account", QUOTE}) {
        assertAway(client.get(path));
      }
      assertAway(client.quote());
      assertAway(client.trade("quo_none", "postgres-away"));

      servers.postgres.start();
      var seconds =
          Polling.until(
              "trading again", Duration.ofSeconds(10), () -> client.quote().status() == 200);
      System.out.printf("Trading again %.1f s after PostgreSQL%n", seconds);
      trades.awaitAll();
      System.out.println("PostgreSQL away: " + trades.summary());
      assertThat(ready(service)).isEqualTo(200);
      assertThat(trades.broken).isEmpty();
      assertThat(trades.setbacks).isNotEmpty().allSatisfy(PostgresAwayIT::assertTemporary);
      assertThat(trades.refused).allMatch(r -> r.code().equals("STALE_QUOTE"));
      trades.repeat();
      trades.assertEachOnce();
      // The desk has come back as well.
      Polling.until(
          "all orders filled",
          Duration.ofSeconds(20),
          () -> client.get("/orders?status=PENDING").json().get("orders").isEmpty());
      assertStreams(client);
      Servers.verifyBooks(temp.resolve("node"), servers.settings());
    }
  }

  /// A new event reaches a new stream: the readers of the log have come back too.
  private static void assertStreams(PartnerClient client) throws Exception {
    var response = client.stream("/stream");
    try (var lines = response.body()) {
      var quote = client.quote().json().get("quoteId").asText();
      var order = client.trade(quote, "postgres-after").json().get("orderId").asText();
      assertThat(lines.filter(l -> l.startsWith("data:")).findFirst().orElseThrow())
          .contains(order);
    }
  }

  private static int ready(ServiceProcess service) throws Exception {
    var uri = URI.create(service.dev().get("managementUrl").asText() + "/readyz");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static boolean isAway(Reply reply) {
    return reply.status() == 503;
  }

  private static void assertAway(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("SERVICE_UNAVAILABLE");
    assertThat(reply.headers()).containsKey("retry-after");
    assertThat(reply.headers()).containsKey("x-request-id");
  }

  /// Away means that nothing was done; only a lost COMMIT leaves it open.
  private static void assertTemporary(Reply reply) {
    if (reply.status() == 503) assertAway(reply);
    else if (reply.status() == 500) {
      assertThat(reply.text()).contains("The outcome is unknown");
    } else {
      assertThat(reply.code()).isEqualTo("CONFLICT");
    }
  }
}
