package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Redis loses everything, and goes away, in the middle of 500 trades: nobody may notice.
@Tag("process")
class RedisAwayIT {
  @TempDir Path temp;

  @Test
  void trades_go_on_without_redis() throws Exception {
    try (var servers = new Servers(temp.resolve("servers"));
        var service = ServiceProcess.startDev(temp.resolve("node"), servers.settings());
        var client = PartnerClient.of(service);
        var trades = new Trades(client, "redis", 40).quoted()) {
      trades.send().awaitSome();
      servers.flushRedis();
      servers.redis.stop();
      trades.sendRest().awaitAll();
      System.out.println("Without Redis: " + trades.summary());
      assertThat(trades.broken).isEmpty();
      assertThat(trades.setbacks).noneMatch(r -> r.status() >= 500);
      assertThat(trades.refused).isEmpty();

      trades.repeat();
      var quote = client.get("/market/quotes?symbol=SCOM.KE&exchange=NSE");
      assertThat(quote.status()).isEqualTo(200);
      int left = Integer.parseInt(quote.headers().get("x-ratelimit-remaining"));
      assertThat(left).isPositive().isLessThan(100_000 - Trades.COUNT);

      servers.redis.start();
      awaitShared(servers, client, left);
      assertThat(service.output().split("Redis is away", -1)).as("losses told").hasSize(2);
      trades.repeat();
      assertThat(trades.assertEachOnce()).hasSize(Trades.COUNT);
      Servers.verifyBooks(temp.resolve("node"), servers.settings());
    }
  }

  @Test
  void streams_open_and_a_sandbox_is_reset_without_redis() throws Exception {
    try (var servers = new Servers(temp.resolve("servers"));
        var service = ServiceProcess.startDev(temp.resolve("node"), servers.settings());
        var client = PartnerClient.of(service)) {
      servers.redis.stop();
      Polling.until(
          "the service sees that Redis is away",
          Duration.ofSeconds(10),
          () -> service.output().contains("Redis is away"));
      // Whose key is known by now: nothing at all is waited for.
      for (int i = 0; i < 3; i++) {
        assertThat(client.get("/account").status()).isEqualTo(200);
        assertThat(client.reset().status()).isEqualTo(200);
        var stream = client.stream("/stream");
        assertThat(stream.statusCode()).isEqualTo(200);
        stream.body().close();
      }
    }
  }

  /// Redis remembers nothing of the minute when it is back: the node does.
  private static void awaitShared(Servers servers, PartnerClient client, int left)
      throws Exception {
    var seconds =
        Polling.until(
            "the limiter is shared again",
            Duration.ofSeconds(10),
            () -> {
              var reply = client.get("/market/quotes?symbol=SCOM.KE&exchange=NSE");
              assertThat(reply.status()).isEqualTo(200);
              int now = Integer.parseInt(reply.headers().get("x-ratelimit-remaining"));
              assertThat(now).isLessThan(left);
              return servers.redisHasWindows();
            });
    System.out.printf("Redis is used again after %.1f s%n", seconds);
  }
}
