package africa.soko.paper;

import africa.soko.market.MarketFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Random histories, each decided by its seed alone, after which the service's books say the same
/// as those on paper. `-Dsoko.seed=…` repeats one.
class PaperTest {
  private static final long SEED = Long.getLong("soko.seed", 20_260_302L);
  private static final boolean LONG = Boolean.getBoolean("soko.long");
  private static final Instant START = Instant.parse("2026-03-02T07:00:00Z");
  private static final long MASTER_CENTS = 50_000_000;
  private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int WHOLE_EVERY = 2_500;

  @Test
  void one_long_history_at_a_desk_that_keeps_hours() {
    check(SEED, LONG ? 200_000 : 20_000);
  }

  @Test
  void many_short_histories() {
    for (long seed = SEED + 1; seed <= SEED + (LONG ? 400 : 40); seed++) check(seed, 500);
  }

  /// The desk of an even seed keeps the hours of the exchanges; two in three cut orders in parts.
  private static Market market(long seed) {
    var percent = List.of(40, 100, 15).get((int) (seed % 3));
    var market = new Market(seed % 2 != 0, percent, Duration.ofSeconds(90), null);
    for (var hours : market.hours.values()) {
      var from = hours.date(START);
      MarketFixture.calendar(hours.exchange)
          .holidays(from, from.plusYears(30))
          .forEach(holiday -> hours.holiday(holiday.date()));
    }
    return market;
  }

  private static History begin(long seed) {
    var paper = new Books(market(seed), START, MASTER_CENTS);
    return new History(paper, new CoreBooks(market(seed), START, MASTER_CENTS), Duration.ZERO);
  }

  private static void check(long seed, int operations) {
    var paper = new Books(market(seed), START, MASTER_CENTS);
    var history =
        new History(paper, new CoreBooks(market(seed), START, MASTER_CENTS), Duration.ZERO);
    var chance = new Chance(new SplittableRandom(seed), paper, true);
    var ops = new ArrayList<Op>();
    for (int n = 0; n < operations; n++) {
      var op = chance.next(n);
      ops.add(op);
      var why = history.step(op);
      if (why == null && (n % WHOLE_EVERY == WHOLE_EVERY - 1 || n == operations - 1)) {
        why = history.whole();
      }
      if (why != null) throw failure(seed, new History.Failure(why, List.copyOf(ops)));
    }
    if (operations > 1_000) report(seed, paper, history.counts());
  }

  private static AssertionError failure(long seed, History.Failure found) {
    var shortest = History.shortest(() -> begin(seed), found, SHORTEST_NANOS);
    return new AssertionError(
        "Run again with -Dsoko.seed=%d: operation %d: %s%nThe shortest of %d operations: %s"
            .formatted(
                seed,
                found.ops().size() - 1,
                found.why(),
                shortest.ops().size(),
                History.text(shortest)));
  }

  private static void report(long seed, Books paper, Map<String, Integer> counts) {
    var ends = new TreeMap<String, Integer>();
    for (var order : paper.orders.values()) {
      var end = order.status + (order.rejection == null ? "" : " " + order.rejection);
      ends.merge(order.expired ? "EXPIRED" : end, 1, Integer::sum);
      if (order.settlement != null) ends.merge(order.settlement, 1, Integer::sum);
    }
    System.out.printf("seed %d until %s: %s, orders %s%n", seed, paper.now, counts, ends);
  }
}
