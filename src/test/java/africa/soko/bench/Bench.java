package africa.soko.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Measures everything once and prints a table. Arguments: the root of the checkout, a directory to
/// work in, rounds, seconds of a turn, `wrk` and `pgbench` where these are installed, and which
/// parts to measure: `start`, `market`, `trades`, or all of them where none is named.
final class Bench {
  private static final List<String> PARTS = List.of("start", "market", "trades", "partners");
  private static final int CONNECTIONS = 64;
  private static final int WARM_SECONDS = 10;
  private static final int QUOTE_SECONDS = 6;
  private static final int IDLE_SECONDS = 15;

  private final Path root;
  private final Path work;
  private final int rounds;
  private final int seconds;
  private final boolean hasWrk;
  private final boolean hasPgbench;
  private final List<String> parts;
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
  private final List<String> table = new ArrayList<>();

  private Bench(List<String> arguments) {
    root = Path.of(arguments.get(0));
    work = Path.of(arguments.get(1));
    rounds = Integer.parseInt(arguments.get(2));
    seconds = Integer.parseInt(arguments.get(3));
    hasWrk = arguments.contains("wrk");
    hasPgbench = arguments.contains("pgbench");
    var named = PARTS.stream().filter(arguments::contains).toList();
    parts = named.isEmpty() ? PARTS : named;
  }

  public static void main(String[] args) throws Exception {
    var bench = new Bench(List.of(args));
    try {
      bench.run();
    } finally {
      bench.vertx.close().await();
    }
    System.out.println();
    System.out.println("| what | figure | goal |\n|---|---|---|");
    bench.table.forEach(System.out::println);
  }

  private void run() throws Exception {
    var onlyOurs = PosixFilePermissions.fromString("rwx------");
    var data =
        Files.createDirectory(work.resolve("data"), PosixFilePermissions.asFileAttribute(onlyOurs));
    try (var service = Service.start(root, data)) {
      row("first start to ready", millis(service.startMillis()), "");
    }
    try (var service = Service.start(root, data)) {
      row("start to ready, with data", millis(service.startMillis()), "< 10 s");
      if (parts.contains("start")) {
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        row("resident memory, idle", service.residentMegabytes() + " MB", "< 400 MB");
      }
      if (parts.contains("market")) market(service);
      if (parts.contains("trades") || parts.contains("partners")) {
        var pgbench = hasPgbench ? Pgbench.ready(service.postgres(), seconds) : null;
        if (parts.contains("trades")) trades(service, pgbench, 1);
        if (parts.contains("partners")) trades(service, pgbench, 8);
      }
      row("blocked threads reported", "" + service.blockedThreads(), "0");
    }
  }

  private void market(Service service) throws Exception {
    try (var market = new Market(vertx, service, hasWrk, work)) {
      System.out.println("GET /market/quotes, by " + (hasWrk ? "wrk" : "the built-in client"));
      market.turn(CONNECTIONS, WARM_SECONDS);
      var turns = new ArrayList<Market.Turn>();
      for (int i = 0; i < rounds; i++) {
        var turn = market.turn(CONNECTIONS, seconds);
        System.out.printf(
            "  service %d, bare %d, ratio %.2f%n", turn.service(), turn.bare(), turn.ratio());
        turns.add(turn);
      }
      row("GET /market/quotes, answers a second", "" + median(turns, Market.Turn::service), "");
      row("bare Vert.x, answers a second", "" + median(turns, Market.Turn::bare), "");
      var ratios = turns.stream().map(Market.Turn::ratio).sorted().toList();
      row("ratio to bare Vert.x", ratio(ratios), "0.4, later 0.6");
    }
  }

  private void trades(Service service, @Nullable Pgbench pgbench, int partners) throws Exception {
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, partners);
    System.out.printf(
        "POST /users/{userId}/trade, %d connections, %d partners%n", CONNECTIONS, partners);
    trades.run(QUOTE_SECONDS);
    var runs = new ArrayList<Trades.Run>();
    var theirs = new ArrayList<Pgbench.Turn>();
    for (int i = 0; i < rounds; i++) {
      var run = trades.run(QUOTE_SECONDS);
      runs.add(run);
      System.out.printf(
          "  %s: %d a second, p50 %.1f ms, p99 %.1f ms, %.2f statements a trade, %.2f a command%n",
          run.result().statuses(),
          run.perSecond(),
          run.result().millis(50),
          run.result().millis(99),
          run.statementsPerTrade(),
          run.statementsPerCommand());
      System.out.printf("  filled after %d s more: %s%n", run.restSeconds(), run.perTrade());
      if (pgbench != null) {
        var turn = pgbench.turn(service, seconds);
        theirs.add(turn);
        System.out.printf(
            "  pgbench: %d a second, %.3f ms each; ratio %.2f, processor %.2f%n",
            turn.perSecond(),
            turn.millisEach(),
            (double) run.perSecond() / turn.perSecond(),
            run.millisEach() / turn.millisEach());
      }
    }
    var of = ", " + partners + (partners == 1 ? " partner" : " partners");
    row("trades accepted a second" + of, "" + median(runs, Trades.Run::perSecond), "");
    row("trade p50, p99" + of, latency(runs), "");
    row("SQL statements a trade" + of, statements(runs), "< 2");
    if (pgbench != null) {
      row(
          "pgbench a second, " + pgbench.clients() + " clients",
          "" + median(theirs, Pgbench.Turn::perSecond),
          "");
      var ratios = new ArrayList<Double>();
      var processor = new ArrayList<Double>();
      for (int i = 0; i < rounds; i++) {
        ratios.add((double) runs.get(i).perSecond() / theirs.get(i).perSecond());
        processor.add(runs.get(i).millisEach() / theirs.get(i).millisEach());
      }
      row("processor time to pgbench" + of, ratio(processor.stream().sorted().toList()), "0.85");
      row("ratio to pgbench" + of, ratio(ratios.stream().sorted().toList()), "0.5, later 1.5");
    }
  }

  private static String latency(List<Trades.Run> runs) {
    return "%.1f ms, %.1f ms"
        .formatted(
            middle(runs.stream().map(run -> run.result().millis(50)).sorted().toList()),
            middle(runs.stream().map(run -> run.result().millis(99)).sorted().toList()));
  }

  private static String statements(List<Trades.Run> runs) {
    return "%.2f"
        .formatted(middle(runs.stream().map(Trades.Run::statementsPerTrade).sorted().toList()));
  }

  private static <T> long median(List<T> turns, ToLongFunction<T> figure) {
    return middle(turns.stream().mapToLong(figure).sorted().boxed().toList());
  }

  private static <T> T middle(List<T> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  private static String ratio(List<Double> sorted) {
    return "%.2f (%.2f to %.2f)".formatted(middle(sorted), sorted.getFirst(), sorted.getLast());
  }

  private static String millis(long millis) {
    return "%.1f s".formatted(millis / 1_000.0);
  }

  private void row(String what, String figure, String goal) {
    System.out.println(what + ": " + figure);
    table.add("| " + what + " | " + figure + " | " + goal + " |");
  }
}
