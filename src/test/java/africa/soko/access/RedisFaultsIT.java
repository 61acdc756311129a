package africa.soko.access;

import static africa.soko.edge.Environment.LIVE;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.IdempotencyGate.Runners;
import africa.soko.edge.Answer;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.RefusedException;
import africa.soko.edge.request.IdempotencyTurns.Turn;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import africa.soko.testing.RawConnection;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A Redis that is slow, cut off or takes no writes: requests go on without it, hardly later than
/// with it, and with it again as soon as it is well.
@Timeout(60)
class RedisFaultsIT {
  private static final String TRADE = "{\"symbol\":\"SCOM.KE\",\"quantity\":10}";
  private static final String STOCKS = LIVE.base() + "/stocks";

  /// Of which Redis may use up 50 ms; the rest is for a busy machine.
  private static final Duration UNSLOWED = Duration.ofMillis(1_000);

  @TempDir static Path temp;
  private static EdgeService service;
  private static Context loop;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    service = new EdgeService(temp);
    loop = service.vertx.getOrCreateContext();
    key = service.key("p1", LIVE, CredentialType.FULL, 10_000);
    assertThat(service.get(STOCKS, key).statusCode()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void restore() throws Exception {
    service.redisProxy.pass();
    awaitRedis();
    eventually(RedisFaultsIT::localRequests, count -> count == 0);
    awaitRedis();
  }

  private static void awaitRedis() {
    eventually(() -> service.link.isUp(), up -> up);
  }

  private static HttpResponse<String> trade(String idempotencyKey) {
    try {
      return service.send(service.trade(key, idempotencyKey, TRADE));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /// How many of one trade are counted without Redis.
  private static double localRequests() {
    double before = withoutRedis();
    assertThat(trade(UUID.randomUUID().toString()).statusCode()).isEqualTo(202);
    return withoutRedis() - before;
  }

  private static double withoutRedis() {
    return service.registry.get("soko.limiter.local").counter().count();
  }

  private static void assertUnslowed() {
    long start = System.nanoTime();
    localRequests();
    assertThat(System.nanoTime() - start).isLessThan(UNSLOWED.toNanos());
  }

  /// Says one command to Redis itself and gives its one line.
  private static String tell(String command) {
    try (var redis = new RawConnection(service.redis.port())) {
      redis.write("AUTH " + service.redis.password() + "\r\n").readUntil("+OK\r\n");
      return redis.write(command + "\r\n").readUntil("\r\n").strip();
    }
  }

  @Test
  void a_redis_that_does_not_answer_is_not_waited_for() {
    long losses = service.link.losses();
    int connections = service.redisProxy.accepted();
    service.redisProxy.silence();
    for (int i = 0; i < 20; i++) assertUnslowed();
    assertThat(service.link.isUp()).isFalse();
    assertThat(localRequests()).isEqualTo(1);
    assertThat(service.link.losses()).isGreaterThan(losses);
    assertThat(service.redisProxy.accepted() - connections).isLessThan(5);
  }

  @Test
  void a_connection_that_is_cut_is_made_anew() {
    long losses = service.link.losses();
    service.redisProxy.away();
    eventually(() -> service.link.isUp(), up -> !up);
    assertThat(service.link.losses()).isGreaterThan(losses);
    for (int i = 0; i < 5; i++) assertUnslowed();
    assertThat(localRequests()).isEqualTo(1);
    service.redisProxy.pass();
    eventually(RedisFaultsIT::localRequests, count -> count == 0);
  }

  @ParameterizedTest
  @CsvSource({
    "CONFIG SET maxmemory 1, CONFIG SET maxmemory 0",
    "REPLICAOF 127.0.0.1 1, REPLICAOF NO ONE",
  })
  void a_redis_that_takes_no_writes_is_none(String ill, String well) {
    var once = UUID.randomUUID().toString();
    assertThat(trade(once).statusCode()).isEqualTo(202);
    int connections = service.redisProxy.accepted();
    assertThat(tell(ill)).isEqualTo("+OK");
    try {
      for (int i = 0; i < 50; i++) assertUnslowed();
      assertThat(service.link.isUp()).isFalse();
      assertThat(localRequests()).isEqualTo(1);
      assertThat(service.redisProxy.accepted() - connections).isLessThan(10);
      // Not stuck: without Redis a key is as good as new, and the ledger knows better.
      assertThat(trade(once).statusCode()).isEqualTo(202);
    } finally {
      assertThat(tell(well)).isEqualTo("+OK");
    }
    eventually(
        () -> trade(once), again -> again.headers().map().containsKey("idempotent-replayed"));
  }

  @Test
  void scripts_that_redis_forgot_are_taught_again() {
    assertThat(tell("SCRIPT FLUSH")).isEqualTo("+OK");
    assertUnslowed();
  }

  @Test
  void an_owners_answers_are_forgotten_and_nobody_elses() throws Exception {
    var gate = gate();
    for (var owner : List.of("sandbox:a", "sandbox:ab")) {
      for (var turn : enter(gate, owner, List.of("key-1", "key-2"))) end(turn);
    }
    var again = enter(gate, "sandbox:a", List.of("key-1")).getFirst();
    assertThat(again.answered()).isNotNull();
    end(again);
    var running = enter(gate, "sandbox:a", List.of("key-3")).getFirst();

    onLoop(() -> gate.forget("sandbox:a"));
    end(running);

    assertThat(enter(gate, "sandbox:a", List.of("key-1", "key-2", "key-3")))
        .allMatch(turn -> turn.answered() == null);
    var others = enter(gate, "sandbox:ab", List.of("key-1", "key-2"));
    assertThat(others).allMatch(turn -> turn.answered() != null);
  }

  @Test
  void answers_of_the_new_era_are_remembered() throws Exception {
    var gate = gate();
    onLoop(() -> gate.forget("sandbox:new"));
    end(enter(gate, "sandbox:new", List.of("key-1")).getFirst());
    assertThat(enter(gate, "sandbox:new", List.of("key-1")).getFirst().answered()).isNotNull();
  }

  /// An answer is on its way to its caller while Redis is told of it, on another connection.
  @Test
  void who_repeats_before_redis_knows_of_the_end_is_not_told_that_it_runs() throws Exception {
    var link = link();
    var here = new IdempotencyGate(link, new Runners("node_1"));
    var elsewhere = new IdempotencyGate(link, new Runners("node_2"));
    var first = enter(here, "sandbox:quick", List.of("key-1")).getFirst();
    assertThat(isBusy(elsewhere, "sandbox:quick", "key-1")).isTrue();
    assertThat(isBusy(here, "sandbox:quick", "key-1")).isTrue();

    var key = HexFormat.of().formatHex(idempotency("key-1").keyHash().getBytes());
    var mark = "idem:{sandbox:quick}:" + key + ":run";
    onLoop(
        () -> {
          first.end(null);
          return link.send(Request.cmd(Command.SET).arg(mark).arg("node_1"));
        });

    assertThat(isBusy(elsewhere, "sandbox:quick", "key-1")).isTrue();
    assertThat(isBusy(here, "sandbox:quick", "key-1")).isFalse();
  }

  private static boolean isBusy(IdempotencyGate gate, String owner, String name) throws Exception {
    return onLoop(
        () ->
            gate.enter(owner, idempotency(name))
                .map(false)
                .recover(
                    e ->
                        e instanceof RefusedException refused
                                && refused.refused().code() == ErrorCode.CONFLICT
                            ? Future.succeededFuture(true)
                            : Future.failedFuture(e)));
  }

  @Test
  void answers_cannot_be_forgotten_while_redis_is_away() throws Exception {
    var gate = new IdempotencyGate(service.link, new Runners("node_1"));
    service.redisProxy.away();
    eventually(() -> service.link.isUp(), up -> !up);
    var failed = onLoop(() -> gate.forget("sandbox:a").map(false).otherwise(true));
    assertThat(failed).isTrue();
  }

  @Test
  void what_redis_could_not_forget_is_not_answered_when_it_is_back() throws Exception {
    var gate = new IdempotencyGate(service.link, new Runners("node_1"));
    end(enter(gate, "sandbox:b", List.of("key-1")).getFirst());
    eventually(() -> answered(gate, "sandbox:b", "key-1"), is -> is);
    service.redisProxy.away();
    eventually(() -> service.link.isUp(), up -> !up);
    onLoop(() -> gate.forget("sandbox:b").otherwiseEmpty());
    service.redisProxy.pass();
    awaitRedis();
    for (int i = 0; i < 3; i++) assertThat(answered(gate, "sandbox:b", "key-1")).isFalse();

    end(enter(gate, "sandbox:b", List.of("key-1")).getFirst());
    eventually(() -> answered(gate, "sandbox:b", "key-1"), is -> is);
  }

  /// Whether an answer is known, asked without giving one.
  private static boolean answered(IdempotencyGate gate, String owner, String name) {
    try {
      var turn = enter(gate, owner, List.of(name)).getFirst();
      onLoop(
          () -> {
            turn.end(null);
            return Future.succeededFuture();
          });
      return turn.answered() != null;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static IdempotencyGate gate() throws Exception {
    return new IdempotencyGate(link(), new Runners("node_1"));
  }

  private static RedisLink link() throws Exception {
    return onLoop(
        () -> {
          var fresh =
              new RedisLink(
                  service.vertx,
                  new RedisServer(service.redis.uri(), EdgeService.PATIENT),
                  List.of());
          return fresh.start().map(fresh);
        });
  }

  private static List<Turn> enter(IdempotencyGate gate, String owner, List<String> names)
      throws Exception {
    return onLoop(
        () -> {
          var turns = names.stream().map(name -> gate.enter(owner, idempotency(name))).toList();
          return Future.all(turns).map(all -> all.<Turn>list());
        });
  }

  private static void end(Turn turn) throws Exception {
    onLoop(
        () -> {
          turn.end(Answer.decided(200, Map.of("done", true), false));
          return Future.succeededFuture();
        });
  }

  private static Idempotency idempotency(String name) {
    var bytes = Buffer.buffer(Sha256.of(name.getBytes(StandardCharsets.UTF_8)));
    return new Idempotency(name, bytes, bytes);
  }

  /// On one event loop, always the same.
  private static <T> T onLoop(Supplier<Future<T>> work) throws Exception {
    var done = Promise.<T>promise();
    loop.runOnContext(_ -> work.get().onComplete(done));
    return EdgeService.await(done.future());
  }
}
