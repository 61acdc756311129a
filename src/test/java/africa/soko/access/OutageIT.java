package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds while Redis or PostgreSQL is away, and the limiter's script against its twin in Java.
class OutageIT {
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";
  private static final String STOCKS = LIVE.base() + "/stocks";

  @TempDir Path temp;

  @Test
  void redis_and_postgres_may_go_and_come_back() throws Exception {
    try (var service = new EdgeService(temp)) {
      var key = service.key("p1", LIVE, CredentialType.FULL, 20);
      for (int i = 0; i < 5; i++) assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);

      service.redis.stop();
      var local = service.get(STOCKS, key);
      assertThat(local.statusCode()).isEqualTo(200);
      // This node goes on from what it has seen.
      assertThat(local.headers().firstValue("x-ratelimit-remaining")).hasValue("14");
      var once = UUID.randomUUID().toString();
      assertThat(service.send(service.trade(key, once, TRADE)).statusCode()).isEqualTo(202);

      service.redis.start();
      eventually(() -> service.link.isUp(), up -> up);
      // The fresh Redis knows of nothing, and begins no minute anew.
      var back = service.get(STOCKS, key);
      assertThat(back.headers().firstValue("x-ratelimit-remaining")).hasValue("12");

      service.postgres.stop();
      service.cache.clear();
      var away = service.get(STOCKS, key);
      assertThat(away.statusCode()).as(away.body()).isEqualTo(503);
      assertThat(away.body()).contains("SERVICE_UNAVAILABLE");
      assertThat(away.headers().firstValue("retry-after")).hasValue("1");
      service.postgres.start();
      assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_stopping_server_finishes_what_it_has() throws Exception {
    try (var service = new EdgeService(temp)) {
      var key = service.key("p1", LIVE, CredentialType.FULL, 100);
      var hold = Promise.<Void>promise();
      service.gate = hold.future();
      var held =
          service
              .client()
              .sendAsync(
                  service.trade(key, "k1", TRADE).build(),
                  java.net.http.HttpResponse.BodyHandlers.ofString());
      while (service.runs.get() == 0) Thread.onSpinWait();
      var stopped = service.undeploy();
      EdgeService.await(service.vertx.timer(100));
      hold.complete();
      var answer = held.get();
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.headers().firstValue("connection")).hasValue("close");
      EdgeService.await(stopped);
    }
  }

  @Test
  void the_script_and_its_twin_agree() throws Exception {
    try (var service = new EdgeService(temp)) {
      var vertx = service.vertx;
      var done = Promise.<Void>promise();
      vertx.runOnContext(
          start -> {
            var link =
                new RedisLink(
                    vertx,
                    new RedisServer(service.redis.uri(), EdgeService.PATIENT),
                    List.of(RateLimiter.SCRIPT));
            link.start()
                .compose(up -> compare(vertx, link, 0))
                .compose(all -> link.send(Request.cmd(Command.DBSIZE)))
                .<Void>mapEmpty()
                .onComplete(done);
          });
      EdgeService.await(done.future());
    }
  }

  private static Future<Void> compare(Vertx vertx, RedisLink link, long seed) {
    if (seed == 20) return Future.succeededFuture();
    return step(link, new Random(seed), new WindowModel(60_000), seed, 100_000, 0)
        .compose(same -> compare(vertx, link, seed + 1));
  }

  private static Future<Void> step(
      RedisLink link, Random random, WindowModel twin, long seed, long time, int step) {
    if (step == 150) return Future.succeededFuture();
    // Now and then the clock goes back.
    long now = time + random.nextInt(9_000) - (random.nextInt(20) == 0 ? 4_000 : 0);
    int limit = 1 + random.nextInt(12);
    int want = random.nextInt(5);
    var owed = new Runs();
    if (random.nextInt(6) == 0) {
      for (int i = 0; i < 3; i++) owed.add(now - random.nextInt(70_000), 1 + random.nextInt(2));
    }
    long birth = random.nextInt(4) == 0 ? 7 : twin.birth();
    var ask = new LocalWindow.Ask(0, birth, random.nextInt(4), owed);
    var arguments = new ArrayList<Object>(List.of(limit, want, 60_000, 0, birth, ask.held(), now));
    owed.appendTo(arguments);
    return link.run(RateLimiter.SCRIPT, "twin:" + seed, arguments)
        .map(
            answer -> {
              assertThat(LocalWindow.Reply.of(answer))
                  .as("seed %d step %d", seed, step)
                  .isEqualTo(twin.call(limit, want, ask, now));
              return null;
            })
        .compose(same -> step(link, random, twin, seed, now, step + 1));
  }
}
