package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// PostgreSQL stays connected and says nothing more, which is worse than to go away: everybody is
/// told in time, and everything that waits for it comes back with it.
@Tag("process")
@Tag("alone")
class PostgresSilentIT {
  @TempDir Path temp;

  @Test
  void everybody_is_told_in_time_and_everything_comes_back() throws Exception {
    try (var servers = new Servers(temp.resolve("servers"));
        var proxy = new Proxy(servers.postgres.uri())) {
      var settings = new HashMap<>(servers.settings());
      settings.put("SOKO_PG_URI", proxy.uri());
      // So few that the desk, the webhooks and the streams wait for each other.
      settings.put("SOKO_PG_POOL_SIZE", "2");
      try (var service = ServiceProcess.startDev(temp.resolve("node"), settings);
          var client = PartnerClient.of(service)) {
        var before = client.quote().json().get("quoteId").asText();
        var stream = client.stream("/stream");
        assertThat(stream.statusCode()).as(() -> "" + stream.body().toList()).isEqualTo(200);
        try (var lines = stream.body()) {
          proxy.silence();
          assertTold(client, before);
          // Two of them have the connections, and wait for an answer; the rest wait for those.
          Polling.until(
              "the desk or a reader of the log finds no connection",
              Duration.ofSeconds(20),
              () ->
                  service.output().contains("Cannot read the event log now")
                      || service.output().contains("Due orders are executed later"));
          assertThat(ready(service)).isEqualTo(503);
          proxy.pass();

          Polling.until(
              "trading again", Duration.ofSeconds(15), () -> client.quote().status() == 200);
          Polling.until("ready again", Duration.ofSeconds(5), () -> ready(service) == 200);
          var quote = client.quote().json().get("quoteId").asText();
          var order = client.trade(quote, "after-the-silence").json().get("orderId").asText();
          // The desk fills it, and the stream that was open all the time tells of it.
          var heard = new ArrayList<String>();
          assertThat(
                  lines
                      .peek(heard::add)
                      .filter(line -> line.startsWith("data:") && line.contains("order.filled"))
                      .findFirst())
              .as(() -> heard + "\n" + service.output())
              .hasValueSatisfying(line -> assertThat(line).contains(order));
        }
        Servers.verifyBooks(temp.resolve("node"), servers.settings());
      }
    }
  }

  private static void assertTold(PartnerClient client, String quote) throws Exception {
    long start = System.nanoTime();
    var trade = client.trade(quote, "in-the-silence");
    assertThat(trade.status()).as(trade.text()).isEqualTo(503);
    assertThat(trade.headers()).containsKey("retry-after");
    var orders = client.get("/orders");
    assertThat(orders.status()).as(orders.text()).isEqualTo(503);
    assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(32).toNanos());
  }

  private static int ready(ServiceProcess service) throws Exception {
    var uri = URI.create(service.dev().get("managementUrl").asText() + "/readyz");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
