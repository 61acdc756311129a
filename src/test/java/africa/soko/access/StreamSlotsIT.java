package africa.soko.access;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Caller;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused.Detail;
import africa.soko.edge.RefusedException;
import africa.soko.platform.id.Ids;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import africa.soko.testing.Servers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The slots of streams on a real Redis, for two nodes that know of each other by it alone.
@Timeout(60)
class StreamSlotsIT {
  private static final int LIMIT = 2;
  private static final Duration LONG = Duration.ofSeconds(45);
  private static final Duration SHORT = Duration.ofMillis(600);

  private final String partnerId = "prt_" + UUID.randomUUID();
  private final String key = "streams:{sandbox:" + partnerId + "}";
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void a_slot_is_leased_for_45_seconds() {
    var node = new Node(Duration.ofSeconds(45));
    node.open();
    assertThat(node.endMillis() - node.nowMillis()).isBetween(40_000L, 45_000L);
    assertThat(node.redis(Command.PTTL, key).toLong()).isBetween(40_000L, 45_000L);
  }

  @Test
  void nodes_share_the_limit_and_the_refusal_tells_it() {
    var first = new Node(LONG);
    var second = new Node(LONG);
    var lease = first.open();
    second.open();
    for (var node : List.of(first, second)) assertRefused(node, 2);
    assertThat(first.active()).isEqualTo(2);

    first.close(lease);
    assertThat(second.open()).isNotNull();
    assertThat(first.active()).isEqualTo(2);
  }

  @Test
  void a_lease_that_nobody_renews_makes_room_when_it_ends() {
    var node = new Node(LONG);
    var other = new Node(LONG);
    node.open();
    node.open();
    assertRefused(other, 2);
    // As if the node had died 45 seconds ago: its leases end now.
    var now = Long.toString(node.nowMillis());
    for (var id : node.redis(Command.ZRANGE, key, "0", "-1")) {
      node.redis(Command.ZADD, key, now, id.toString());
    }
    assertThat(other.open()).isNotNull();
    assertThat(other.active()).isEqualTo(1);
  }

  @Test
  void a_slot_in_use_is_renewed_for_as_long_as_it_is() {
    var node = new Node(SHORT);
    var lease = node.open();
    long first = node.endMillis();
    long atLeast = first + 3 * SHORT.toMillis();
    eventually(node::endMillis, end -> end > atLeast);
    assertThat(node.active()).isEqualTo(1);

    node.close(lease);
    assertThat(node.active()).isZero();
    assertThat(node.redis(Command.EXISTS, key).toLong()).isZero();
  }

  @Test
  void a_lease_that_redis_forgot_comes_back() {
    var node = new Node(SHORT);
    node.open();
    node.redis(Command.DEL, key);
    eventually(node::active, active -> active == 1);
  }

  @Test
  void without_redis_a_node_counts_by_itself() {
    var node = new Node(LONG);
    var held = node.open();
    node.leaveRedis();
    node.open();
    assertRefused(node, 2);
    node.close(held);
    assertThat(node.open()).isNotNull();
  }

  private static void assertRefused(Node node, int active) {
    assertThatThrownBy(node::open)
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.refused().code()).isEqualTo(ErrorCode.RATE_LIMITED);
              assertThat(refused.refused().details())
                  .containsExactly(
                      new Detail("activeConnections", (long) active), new Detail("limit", LIMIT));
            });
  }

  private Caller caller() {
    var terms = new PartnerTerms("starter", 100, 50, 100, LIMIT);
    return new Caller.KeyHolder(
        partnerId, Environment.SANDBOX, "key_1", CredentialType.FULL, Set.of(), terms);
  }

  /// The slots of one node, on an event loop of its own.
  private final class Node {
    private final Context context = ((VertxInternal) vertx).createEventLoopContext();
    private final RedisLink link;
    private final StreamSlots slots;

    Node(Duration lease) {
      link =
          run(
              () ->
                  done(
                      new RedisLink(
                          vertx,
                          new RedisServer(Servers.redis(), EdgeService.PATIENT),
                          List.of(StreamSlots.SCRIPT))));
      var ids = new Ids(InstantSource.system());
      slots = run(() -> done(new StreamSlots(vertx, link, new LocalSlots(), ids, lease)));
      run(link::start);
    }

    StreamSlots.Lease open() {
      return run(() -> slots.open(caller()));
    }

    void close(StreamSlots.Lease lease) {
      run(
          () -> {
            lease.close();
            return done(lease);
          });
    }

    void leaveRedis() {
      run(
          () -> {
            link.close();
            return done(link);
          });
    }

    Response redis(Command command, String... arguments) {
      var request = Request.cmd(command);
      for (var argument : arguments) request.arg(argument);
      return run(() -> link.send(request));
    }

    long active() {
      return redis(Command.ZCARD, key).toLong();
    }

    /// The time of Redis, by which leases end.
    long nowMillis() {
      var time = redis(Command.TIME);
      return time.get(0).toLong() * 1_000 + time.get(1).toLong() / 1_000;
    }

    /// When the only lease ends.
    long endMillis() {
      var lease = redis(Command.ZRANGE, key, "0", "0").get(0).toString();
      return new BigDecimal(redis(Command.ZSCORE, key, lease).toString()).longValueExact();
    }

    private <T> T run(Supplier<Future<T>> work) {
      var result = Promise.<T>promise();
      context.runOnContext(_ -> work.get().onComplete(result));
      return result.future().await();
    }

    private static <T> Future<T> done(T value) {
      return Future.succeededFuture(value);
    }
  }
}
