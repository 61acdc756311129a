package africa.soko.model;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.TwoNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Random histories on two nodes, every answer compared with a model that knows only what was
/// answered: alone, and while things are taken away. `-Dsoko.long=true` runs all of them at full
/// length, `-Dsoko.seed` an earlier one again.
@Tag("process")
@Tag("alone")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoNodesModelIT {
  private static final boolean LONG = Boolean.getBoolean("soko.long");
  private static final int ACCOUNTS = 5_000;
  private static final int ACCOUNTS_IN_FAULT = 640;
  private static final int OPERATIONS = LONG ? 400_000 : 20_000;
  private static final Duration FAULT = LONG ? Duration.ofMinutes(4) : Duration.ofSeconds(30);

  /// Between two faults, and while PostgreSQL is away.
  private static final Duration PAUSE = Duration.ofSeconds(4);

  private static final Duration RUN_MAX = Duration.ofMinutes(30);

  private static final Map<String, String> SETTINGS =
      Map.of("SOKO_LIMIT_SANDBOX_RPM", "10000000", "SOKO_SANDBOX_SEED_USD", "5000000");

  @TempDir static Path temp;

  private static TwoNodes nodes;

  /// Something that is done to the nodes.
  private interface Harm {
    void doTo(History history) throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    nodes = new TwoNodes(temp, SETTINGS);
  }

  @AfterAll
  static void stop() {
    if (nodes != null) nodes.close();
  }

  @Test
  @Order(1)
  void every_answer_of_two_nodes_is_that_of_the_model() throws Exception {
    check(
        "both",
        Fault.NONE,
        ACCOUNTS,
        history -> {
          var count = history.report().operations;
          long opened = count.sum();
          history.run(() -> count.sum() - opened < OPERATIONS);
        });
  }

  @Test
  @Order(2)
  void so_it_is_while_one_node_is_killed_and_started_again() throws Exception {
    checkHarmed(
        "killed",
        Fault.B_KILLED,
        history -> {
          nodes.killB();
          nodes.startB();
          history.moveB(nodes.addressOfB());
        });
  }

  @Test
  @Order(3)
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void so_it_is_while_redis_loses_everything() throws Exception {
    checkHarmed("emptied", Fault.REDIS_EMPTIED, _ -> nodes.servers.flushRedis());
  }

  @Test
  @Order(4)
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void so_it_is_while_postgresql_stops_and_starts() throws Exception {
    checkHarmed(
        "stopped",
        Fault.POSTGRES_STOPPED,
        _ -> {
          nodes.servers.postgres.stop();
          LockSupport.parkNanos(PAUSE.toNanos());
          nodes.servers.postgres.start();
        });
  }

  /// Does harm again and again until the time is over.
  private static void checkHarmed(String partner, Fault fault, Harm harm) throws Exception {
    check(
        partner,
        fault,
        ACCOUNTS_IN_FAULT,
        history -> {
          long end = System.nanoTime() + FAULT.toNanos();
          var running =
              new FutureTask<>(
                  () -> {
                    history.run(() -> System.nanoTime() < end);
                    return true;
                  });
          Thread.ofVirtual().start(running);
          int times = 0;
          for (; end - System.nanoTime() > PAUSE.toNanos(); times++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            harm.doTo(history);
          }
          running.get(RUN_MAX.toSeconds(), TimeUnit.SECONDS);
          System.out.printf("%s %d times%n", fault, times);
        });
  }

  private static void check(String partner, Fault fault, int accounts, Harm harm) throws Exception {
    long seed = Long.getLong("soko.seed", System.nanoTime());
    var addresses = List.of(nodes.addressOfA(), nodes.addressOfB());
    try (var history = new History(seed, addresses, nodes.newPartner(partner), fault)) {
      long start = System.nanoTime();
      history.open(accounts);
      nodes.analyze();
      long opened = System.nanoTime();
      harm.doTo(history);
      long done = System.nanoTime();
      history.finish();
      System.out.printf(
          "%s, seed %d: opened in %.1f s, then %.1f s, compared in %.1f s: %s%n",
          partner,
          seed,
          (opened - start) / 1e9,
          (done - opened) / 1e9,
          (System.nanoTime() - done) / 1e9,
          history.report());
      nodes.verifyBooks();
      if (!history.report().isRight()) System.out.println(nodes.complaints());
      assertThat(history.report().isRight()).as(history.report().wrongs()).isTrue();
    }
  }
}
