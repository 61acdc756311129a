package africa.soko.paper;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.TwoNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A random history over HTTP on two nodes, one of which is killed in the middle of a request and
/// comes back later. `-Dsoko.seed=…` repeats one.
@Tag("process")
@Tag("alone")
class PaperNodesIT {
  private static final int OPERATIONS = Boolean.getBoolean("soko.long") ? 6_000 : 150;
  private static final int WHOLE_EVERY = 1_000;
  private static final long MASTER_CENTS = 50_000_000;
  private static final Duration DELAY = Duration.ofHours(1);

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @TempDir static Path temp;

  @Test
  void two_nodes_of_which_one_is_killed_keep_the_books_that_paper_keeps() throws Exception {
    long seed = Long.getLong("soko.seed", System.nanoTime());
    var prices = Files.createDirectory(temp.resolve("prices"));
    var settings =
        Map.of(
            "SOKO_LIMIT_SANDBOX_RPM", "10000000",
            "SOKO_SANDBOX_SEED_USD", "500000",
            "SOKO_DESK_SANDBOX_FILL_SECONDS", "3600-3600",
            "SOKO_DESK_PAUSE", "50ms",
            "SOKO_FEED", "files",
            "SOKO_FEED_FOLDER", prices.toString());
    try (var nodes = new TwoNodes(temp, settings);
        var calls = new NodeCalls(nodes, nodes.newPartner("paper"))) {
      var service = new NodeBooks(nodes, calls);
      var market = new Market(true, 100, Duration.ZERO, DELAY);
      market.told(calls.read("/fx/rates").json().get("rates"));
      service.publish(market.prices);
      var paper = new Books(market, service.now(), MASTER_CENTS);
      var history = new History(paper, service, PATIENCE);
      var asked = new Asked(service, paper, history, new ArrayList<>());
      var chance = new Chance(new SplittableRandom(seed), paper, false);
      for (int n = 0; n < OPERATIONS; n++) {
        if (n == OPERATIONS / 3) calls.killNext();
        if (n == 2 * OPERATIONS / 3) {
          nodes.startB();
          calls.found();
        }
        var why = asked.ask(chance.next(n));
        if (why == null && n % WHOLE_EVERY == WHOLE_EVERY - 1) why = history.whole();
        if (why != null) throw asked.failure(seed, why);
      }
      assertThat(history.whole()).isNull();
      assertThat(calls.repeated()).as("requests that were asked again").isPositive();
      System.out.printf("seed %d: %s, %d repeated%n", seed, history.counts(), calls.repeated());
    }
  }

  /// What has been asked so far, of both.
  private record Asked(NodeBooks service, Books paper, History history, List<Op> ops) {
    /// Lets what becomes due meanwhile happen before, and time pass from one such thing to the
    /// next.
    private @Nullable String ask(Op op) {
      paper.now = service.now();
      var end = paper.now.plus(op instanceof Op.Pass(Duration time) ? time : Duration.ZERO);
      while (paper.isPressed() || paper.now.isBefore(end)) {
        var why = step(paper.towards(end));
        if (why != null) return why;
        paper.now = service.now();
      }
      return op instanceof Op.Pass ? null : step(op);
    }

    private @Nullable String step(Op op) {
      ops.add(op);
      return history.step(op);
    }

    private AssertionError failure(long seed, String why) {
      var failure = new History.Failure(why, ops);
      return new AssertionError(
          "Run again with -Dsoko.seed=%d: %s".formatted(seed, History.text(failure)));
    }
  }
}
