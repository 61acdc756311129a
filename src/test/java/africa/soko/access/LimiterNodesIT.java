package africa.soko.access;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Environment;
import africa.soko.edge.RateLimit.Admission;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import africa.soko.testing.Proxy;
import africa.soko.testing.Servers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The limit of one partner on two nodes of two event loops, that know of each other by Redis
/// alone.
@Timeout(90)
class LimiterNodesIT {
  private static final int LIMIT = 100;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofSeconds(2);

  /// A busy machine may keep Redis from answering for a while.
  private static final Duration ANSWER_MAX = Duration.ofMillis(250);

  private final String partnerId = "prt_" + UUID.randomUUID();
  private final Vertx vertx = Vertx.vertx();
  private final List<Node> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
    nodes.forEach(node -> node.proxy.close());
  }

  @Test
  void a_node_that_loses_redis_goes_on_from_the_total_of_all() {
    var a = new Node(MINUTE);
    var b = new Node(MINUTE);
    assertThat(b.granted(60)).isEqualTo(60);
    assertThat(a.granted(1)).isEqualTo(1);
    a.loseRedis();
    assertThat(a.granted(LIMIT)).isEqualTo(39);
    a.findRedis();
    // Who is back tells what was granted meanwhile, though nobody asks it again.
    eventually(a::totalInRedis, total -> total == LIMIT);
    assertThat(b.granted(LIMIT)).isZero();
    assertThat(a.granted(LIMIT)).isZero();
  }

  @Test
  void a_redis_that_lost_everything_begins_no_minute_anew() {
    var a = new Node(MINUTE);
    var b = new Node(MINUTE);
    assertThat(a.granted(40)).isEqualTo(40);
    assertThat(b.granted(20)).isEqualTo(20);
    assertThat(a.granted(1)).isEqualTo(1);
    a.onLoop(0, () -> a.links.getFirst().send(Request.cmd(Command.DEL).arg(key())));
    assertThat(a.granted(LIMIT)).isEqualTo(39);
    assertThat(a.granted(LIMIT)).isZero();
    // Which never heard of the last one.
    assertThat(b.granted(LIMIT)).isEqualTo(1);
  }

  /// What Redis hears too late is not done: this node has decided by then.
  @Test
  void nothing_is_counted_twice_when_redis_stands_still() {
    var a = new Node(MINUTE);
    var b = new Node(MINUTE);
    assertThat(a.granted(10) + b.granted(10)).isEqualTo(20);
    // It answers, and does nothing more from then on.
    b.onLoop(0, () -> b.links.getFirst().send(Request.cmd(Command.CLIENT).arg("PAUSE").arg("800")));
    assertThat(a.granted(30)).isEqualTo(30);
    nodes.forEach(Node::findRedis);
    eventually(a::totalInRedis, total -> total >= 50);
    assertThat(b.granted(LIMIT)).isEqualTo(50);
  }

  @Test
  void who_comes_back_when_told_is_granted() {
    var a = new Node(SHORT);
    var b = new Node(SHORT);
    a.granted(LIMIT / 2);
    b.granted(LIMIT);
    for (var node : List.of(a, b, a)) {
      var refused = eventually(() -> node.take(1).getFirst(), one -> !one.granted());
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(refused.retryAfterSeconds());
      eventually(System::nanoTime, now -> now >= end);
      assertThat(node.take(1).getFirst().granted()).isTrue();
      node.granted(LIMIT);
    }
  }

  @Test
  void a_jvm_that_stands_still_neither_loses_redis_nor_grants_too_much_nor_too_little() {
    long seed = System.nanoTime();
    System.out.println("Seed " + seed);
    var random = new Random(seed);
    var all = List.of(new Node(SHORT), new Node(SHORT));
    all.forEach(Node::load);
    for (int i = 0; i < 12; i++) {
      var node = all.get(random.nextInt(2));
      long millis = 100 + random.nextInt(400);
      // Now one event loop, now all that a node has.
      if (random.nextBoolean()) node.stall(random.nextInt(2), millis).await();
      else Future.join(node.stall(0, millis), node.stall(1, millis)).await();
    }
    all.forEach(node -> node.loaded = false);
    eventually(() -> all.stream().allMatch(node -> node.pending == 0), idle -> idle);
    for (var node : all) assertThat(node.links).allMatch(link -> link.losses() == 0);
    assertExact(all.stream().flatMap(node -> node.outcomes.stream()).toList());
  }

  /// How a request fared, and between which moments it was decided.
  private record Outcome(long sentNanos, long heardNanos, boolean granted) {}

  private static void assertExact(List<Outcome> outcomes) {
    var granted = outcomes.stream().filter(Outcome::granted).toList();
    var refused = outcomes.stream().filter(one -> !one.granted).toList();
    assertThat(granted.size()).isGreaterThan(LIMIT);
    assertThat(refused).isNotEmpty();
    long length = SHORT.toNanos();
    // Redis counts in whole milliseconds.
    long unsharp = TimeUnit.MILLISECONDS.toNanos(2);
    for (var first : granted) {
      long end = first.sentNanos + length - unsharp;
      assertThat(
              granted.stream()
                  .filter(one -> one.sentNanos >= first.sentNanos && one.heardNanos < end)
                  .count())
          .as("granted in one window")
          .isLessThanOrEqualTo(LIMIT);
    }
    for (var one : refused) {
      long begin = one.sentNanos - length - unsharp;
      assertThat(
              granted.stream()
                  .filter(used -> used.heardNanos >= begin && used.sentNanos <= one.heardNanos)
                  .count())
          .as("granted before a refusal")
          .isGreaterThanOrEqualTo(LIMIT);
    }
  }

  private String key() {
    return "window:{sandbox:" + partnerId + "}";
  }

  private Caller caller() {
    var terms = new PartnerTerms("starter", LIMIT, 50, 100, 2);
    return new Caller.KeyHolder(
        partnerId, Environment.SANDBOX, "key_1", CredentialType.FULL, Set.of(), terms);
  }

  /// One node: two event loops with a limiter each, and what they share.
  private final class Node {
    private final Proxy proxy = new Proxy(Servers.redis());
    private final LocalWindows windows;
    private final List<Context> loops = new ArrayList<>();
    private final List<RedisLink> links = new ArrayList<>();
    private final List<RateLimiter> limiters = new ArrayList<>();
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private volatile boolean loaded;
    private volatile int pending;

    Node(Duration length) {
      windows = new LocalWindows(InstantSource.system(), length);
      var server = new RedisServer(proxy.uri(), ANSWER_MAX);
      for (int i = 0; i < 2; i++) {
        loops.add(((VertxInternal) vertx).createEventLoopContext());
        onLoop(
            i,
            () -> {
              var link = new RedisLink(vertx, server, List.of(RateLimiter.SCRIPT));
              links.add(link);
              limiters.add(
                  new RateLimiter(vertx, link, windows, new SimpleMeterRegistry(), LIMIT, LIMIT));
              return link.start();
            });
      }
      nodes.add(this);
      findRedis();
    }

    /// So many requests at once, on both event loops in turns.
    List<Admission> take(int count) {
      return IntStream.range(0, count)
          .mapToObj(
              i -> async(i % 2, () -> limiters.get(i % 2).take(caller(), Environment.SANDBOX)))
          .toList()
          .stream()
          .map(one -> one.await())
          .toList();
    }

    long granted(int count) {
      return take(count).stream().filter(Admission::granted).count();
    }

    int totalInRedis() {
      var head =
          onLoop(0, () -> links.getFirst().send(Request.cmd(Command.LINDEX).arg(key()).arg(0)));
      return Integer.parseInt(head.toString().split(":", -1)[0]);
    }

    void loseRedis() {
      proxy.away();
      eventually(() -> links.stream().noneMatch(RedisLink::isUp), down -> down);
    }

    void findRedis() {
      proxy.pass();
      eventually(() -> links.stream().allMatch(RedisLink::isUp), up -> up);
    }

    /// Asks without end, a few requests at a time.
    void load() {
      loaded = true;
      for (int i = 0; i < 2; i++) {
        int loop = i;
        for (int k = 0; k < 3; k++) loops.get(i).runOnContext(_ -> next(loop));
      }
    }

    private void next(int loop) {
      if (!loaded) return;
      count(1);
      long sent = System.nanoTime();
      limiters
          .get(loop)
          .take(caller(), Environment.SANDBOX)
          .onSuccess(
              admission -> {
                outcomes.add(new Outcome(sent, System.nanoTime(), admission.granted()));
                count(-1);
                vertx.setTimer(5, _ -> next(loop));
              });
    }

    private synchronized void count(int more) {
      pending += more;
    }

    /// An event loop stands still, as all do when the JVM does.
    Future<Void> stall(int loop, long millis) {
      return async(
          loop,
          () -> {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() < end) LockSupport.parkNanos(end - System.nanoTime());
            return Future.succeededFuture();
          });
    }

    private <T> Future<T> async(int loop, Supplier<Future<T>> work) {
      var result = Promise.<T>promise();
      loops.get(loop).runOnContext(_ -> work.get().onComplete(result));
      return result.future();
    }

    <T> T onLoop(int loop, Supplier<Future<T>> work) {
      return async(loop, work).await();
    }
  }
}
