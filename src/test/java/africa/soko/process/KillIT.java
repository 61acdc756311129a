package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` in the middle of 500 trades, and what the next start makes of it.
@Tag("process")
class KillIT {
  @TempDir Path temp;

  @Test
  void what_was_accepted_outlives_a_kill_and_happens_once() throws Exception {
    var settings = Servers.limits();
    var first = ServiceProcess.startDev(temp, settings);
    try (var client = PartnerClient.of(first);
        var trades = new Trades(client, "kill", 40).quoted()) {
      var price = client.get("/market/quotes?symbol=SCOM.KE&exchange=NSE").json().get("data");
      var servers = first.descendants();
      assertThat(servers).isNotEmpty();
      trades.send().awaitSome();
      int before = trades.acceptedSoFar();
      first.kill();
      trades.sendRest();
      awaitGone(servers);

      long start = System.nanoTime();
      try (var second = ServiceProcess.startDev(temp, settings)) {
        var took = Duration.ofNanos(System.nanoTime() - start);
        // No verdict: hundreds of clients knock meanwhile, and a log is replayed.
        System.out.printf("Ready with data after %d ms%n", took.toMillis());
        assertThat(second.dev().get("sandboxKey").asText()).isEqualTo(client.key());
        client.moveTo(second.dev().get("publicUrl").asText());
        trades.awaitAll();
        System.out.printf("Killed after %d: %s%n", before, trades.summary());
        // A quote lives for a minute, which a slow machine may need to start again.
        assertThat(trades.refused).allMatch(r -> r.code().equals("STALE_QUOTE"));
        trades.repeat();
        trades.assertEachOnce();
        awaitFilled(client);
        Servers.verifyBooks(temp, settings);
        System.out.printf("Resident: %d MB%n", second.residentMegabytes());

        assertThat(
                client
                    .get("/market/quotes?symbol=SCOM.KE&exchange=NSE")
                    .json()
                    .get("data")
                    .get("currency"))
            .isEqualTo(price.get("currency"));
        assertRefusedBesides(second);
        var others = second.descendants();
        second.terminate();
        second.awaitExit();
        awaitGone(others);
      }
    } finally {
      first.close();
    }
  }

  private static void awaitFilled(PartnerClient client) throws Exception {
    Polling.until(
        "all orders filled",
        Duration.ofSeconds(20),
        () -> client.get("/orders?status=PENDING").json().get("orders").isEmpty());
    var orders = client.orders();
    var portfolio = client.get("/portfolio").json();
    assertThat(orders).extracting(o -> o.get("status").asText()).containsOnly("FILLED");
    assertThat(portfolio.get("holdings").get(0).get("quantity").asInt()).isEqualTo(orders.size());
  }

  private void assertRefusedBesides(ServiceProcess running) throws Exception {
    try (var other = ServiceProcess.run(temp, Servers.limits(), "Soko is ready", "start-dev")) {
      assertThat(other.awaitExit()).isNotZero();
      assertThat(other.output()).contains("is in use by another Soko").doesNotContain("\tat ");
    }
    assertThat(running.descendants()).isNotEmpty();
  }

  /// A zombie that nobody has collected yet has no command any more.
  private static void awaitGone(List<ProcessHandle> processes) throws Exception {
    Polling.until(
        "no server is left behind",
        Duration.ofSeconds(20),
        () -> processes.stream().noneMatch(p -> p.info().command().isPresent()));
  }
}
