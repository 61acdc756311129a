package africa.soko.event;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.event.EventHints.Origin;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalRedis;
import africa.soko.platform.redis.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hints between nodes, over a real Redis that may go away.
@Timeout(90)
class EventBridgeIT {
  private static final String CHANNEL = "events.sandbox";

  @TempDir static Path temp;
  private static DataDirectory data;
  private static LocalRedis server;

  private Vertx vertx;
  private Redis redis;
  private Node a;
  private Node b;

  /// One node: what it has heard, by environment.
  private static final class Node {
    private final Vertx vertx = Vertx.vertx();
    private final Map<Environment, EventHints> hints = new ConcurrentHashMap<>();
    private final Map<Environment, Queue<Origin>> heard = new ConcurrentHashMap<>();

    Node(String id) {
      for (var environment : Environment.values()) {
        var one = new EventHints(vertx, environment);
        var origins = new ConcurrentLinkedQueue<Origin>();
        one.listen(origins::add);
        hints.put(environment, one);
        heard.put(environment, origins);
      }
      var all = List.copyOf(hints.values());
      vertx
          .deployVerticle(
              new EventBridge(new RedisServer(server.uri(), Duration.ofMillis(50)), id, all))
          .await();
    }

    void written(Environment environment) {
      hints.get(environment).written();
    }

    List<Origin> heard(Environment environment) {
      return List.copyOf(heard.get(environment));
    }

    boolean heardOfAnother() {
      return heard(Environment.SANDBOX).contains(Origin.ANOTHER_NODE);
    }

    void forget() {
      heard.values().forEach(Queue::clear);
    }
  }

  @BeforeAll
  static void startRedis() {
    data = DataDirectory.open(temp);
    server = new LocalRedis(data).start();
  }

  @AfterAll
  static void stopRedis() {
    server.close();
    data.close();
  }

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    redis = Redis.createClient(vertx, server.uri());
    a = new Node("node_a");
    b = new Node("node_b");
    awaitSubscribers(2);
  }

  @AfterEach
  void stop() {
    a.vertx.close().await();
    b.vertx.close().await();
    vertx.close().await();
  }

  @Test
  void a_hint_reaches_the_other_node_and_no_other_environment() {
    a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
    assertThat(b.heard(Environment.LIVE)).isEmpty();
    assertThat(a.heard(Environment.LIVE)).isEmpty();

    b.written(Environment.LIVE);
    eventually(() -> a.heard(Environment.LIVE), heard -> heard.contains(Origin.ANOTHER_NODE));
  }

  @Test
  void a_node_does_not_hear_its_own_hint_again() {
    a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
    b.written(Environment.LIVE);
    eventually(() -> a.heard(Environment.LIVE), heard -> !heard.isEmpty());
    assertThat(a.heard(Environment.SANDBOX)).containsExactly(Origin.THIS_NODE);
    assertThat(b.heard(Environment.LIVE)).containsExactly(Origin.THIS_NODE);
  }

  @Test
  void a_hint_that_was_heard_is_not_passed_on() {
    a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
    b.written(Environment.LIVE);
    eventually(() -> a.heard(Environment.LIVE), heard -> !heard.isEmpty());
    assertThat(a.heard(Environment.SANDBOX)).doesNotContain(Origin.ANOTHER_NODE);
  }

  @Test
  void many_hints_at_once_become_few_and_the_last_is_not_lost() {
    for (int i = 0; i < 1_000; i++) a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
    assertThat(b.heard(Environment.SANDBOX)).hasSizeLessThan(1_000);
    eventually(() -> a.heard(Environment.SANDBOX), heard -> heard.size() == 1_000);
    b.forget();
    a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
  }

  @Test
  void a_connection_that_is_lost_is_made_anew_once() {
    for (int round = 0; round < 2; round++) {
      send(Command.CLIENT, "KILL", "TYPE", "pubsub");
      send(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
      awaitSubscribers(2);
      b.forget();
      // The connection that hints go out on comes back by itself, too.
      eventually(
          () -> {
            a.written(Environment.SANDBOX);
            return b.heardOfAnother();
          },
          heard -> heard);
      assertThat(subscribers()).isEqualTo(2);
    }
  }

  @Test
  void a_redis_that_was_away_is_found_again() {
    server.stop();
    a.written(Environment.SANDBOX);
    eventually(() -> a.heard(Environment.SANDBOX), heard -> !heard.isEmpty());
    assertThat(b.heardOfAnother()).isFalse();
    server.start();
    eventually(
        () -> {
          a.written(Environment.SANDBOX);
          return b.heardOfAnother();
        },
        heard -> heard);
    awaitSubscribers(2);
  }

  @Test
  void garbage_on_the_channel_is_at_most_a_hint() {
    publish(CHANNEL, Buffer.buffer());
    publish(CHANNEL, Buffer.buffer(new byte[] {0, -1, '\r', '\n', '*', '3'}));
    publish(CHANNEL, Buffer.buffer("{\"nodeId\":" + "x".repeat(1_000_000)));
    publish("events.nowhere", Buffer.buffer("node_c"));
    eventually(b::heardOfAnother, heard -> heard);
    eventually(() -> b.heard(Environment.SANDBOX).size(), size -> size == 3);
    assertThat(b.heard(Environment.LIVE)).isEmpty();

    b.forget();
    a.written(Environment.SANDBOX);
    eventually(b::heardOfAnother, heard -> heard);
    assertThat(subscribers()).isEqualTo(2);
  }

  private void awaitSubscribers(long count) {
    eventually(this::subscribers, now -> now == count);
  }

  private long subscribers() {
    var answer = send(Command.PUBSUB, "NUMSUB", CHANNEL);
    return answer.get(1).toLong();
  }

  private void publish(String channel, Buffer message) {
    redis.send(Request.cmd(Command.PUBLISH).arg(channel).arg(message)).await();
  }

  private Response send(Command command, String... arguments) {
    var request = Request.cmd(command);
    for (var argument : arguments) request.arg(argument);
    return redis.send(request).await();
  }
}
