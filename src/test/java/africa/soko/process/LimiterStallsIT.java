package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The limit of a partner on two nodes under load, while now one and now the other JVM stands still
/// for longer than Redis may take to answer.
@Tag("process")
@Tag("alone")
@Timeout(240)
class LimiterStallsIT {
  private static final int LIMIT = 400;
  private static final int CLIENTS = 6;
  private static final int STALLS = 6;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String QUOTE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  @TempDir Path temp;

  private record Outcome(long sentNanos, long heardNanos, PartnerClient.Reply reply) {
    boolean isGranted() {
      return reply.status() == 200;
    }
  }

  @Test
  void the_limit_is_exact_while_nodes_stand_still() throws Exception {
    long seed = System.nanoTime();
    System.out.println("Seed " + seed);
    var random = new Random(seed);
    try (var servers = new Servers(temp.resolve("servers"))) {
      var settings = servers.settings();
      settings.putAll(
          Map.of(
              "SOKO_LIMIT_SANDBOX_RPM",
              "" + LIMIT,
              // A busy machine may keep Redis itself from answering for a while.
              "SOKO_REDIS_TIMEOUT",
              "150ms"));
      try (var nodeA = ServiceProcess.startDev(temp.resolve("a"), settings);
          var nodeB = ServiceProcess.startDev(temp.resolve("b"), settings);
          var a = PartnerClient.of(nodeA);
          var b = new PartnerClient(nodeB.dev().get("publicUrl").asText(), a.key())) {
        var outcomes = new ConcurrentLinkedQueue<Outcome>();
        var ends = new AtomicBoolean();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
          var clients = List.of(a, b);
          for (int i = 0; i < CLIENTS; i++) {
            var client = clients.get(i % 2);
            threads.submit(() -> ask(client, outcomes, ends));
          }
          stallInTurns(random, List.of(nodeA, nodeB), outcomes);
          Polling.until("a refusal", Duration.ofSeconds(30), () -> isFull(outcomes));
          stallInTurns(random, List.of(nodeA, nodeB), outcomes);
          ends.set(true);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(MINUTE);
        assertExact(outcomes);
        for (var node : List.of(nodeA, nodeB)) {
          assertThat(node.output()).doesNotContain("Redis is away");
        }
      }
    }
  }

  private static void stallInTurns(
      Random random, List<ServiceProcess> nodes, Queue<Outcome> outcomes) throws Exception {
    for (int i = 0; i < STALLS; i++) {
      stall(nodes.get(i % 2), 100 + random.nextInt(300));
      int heard = outcomes.size();
      Polling.until("load", Duration.ofSeconds(10), () -> outcomes.size() >= heard + 20);
    }
  }

  private static void stall(ServiceProcess node, long millis) throws Exception {
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    node.pause();
    try {
      Polling.until("time", Duration.ofSeconds(5), () -> System.nanoTime() >= end);
    } finally {
      node.resume();
    }
  }

  private static Void ask(PartnerClient client, Queue<Outcome> outcomes, AtomicBoolean ends)
      throws Exception {
    while (!ends.get()) {
      long sent = System.nanoTime();
      var reply = client.get(QUOTE);
      outcomes.add(new Outcome(sent, System.nanoTime(), reply));
    }
    return null;
  }

  private static boolean isFull(Queue<Outcome> outcomes) {
    return outcomes.stream().filter(one -> !one.isGranted()).count() > 2 * CLIENTS;
  }

  /// All of it was within one minute.
  private static void assertExact(Queue<Outcome> outcomes) {
    var granted = outcomes.stream().filter(Outcome::isGranted).toList();
    assertThat(granted).hasSize(LIMIT);
    long last = granted.stream().mapToLong(Outcome::sentNanos).max().orElseThrow();
    for (var one : outcomes) {
      if (one.isGranted()) continue;
      assertThat(one.reply.code()).as(one.reply.text()).isEqualTo("RATE_LIMITED");
      assertThat(Integer.parseInt(one.reply.headers().get("retry-after"))).isBetween(1, 60);
      assertThat(last).as("all of the limit is used").isLessThanOrEqualTo(one.heardNanos);
    }
  }
}
