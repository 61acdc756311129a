package africa.soko.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Measures everything once and prints a table. Arguments: the root of the checkout, a directory to
/// work in, rounds, seconds of a turn, `wrk`, `pgbench` and `nginx` where these are installed, and
/// which parts to measure, or all of them where none is named.
final class Bench {
  private static final List<String> PARTS =
      List.of(
          "start",
          "market",
          "answers",
          "growth",
          "alerts",
          "webhooks",
          "resting",
          "streams",
          "nodes",
          "trades",
          "accounts",
          "partners",
          "rows",
          "audit",
          "volume");

  /// What is measured only where it is named: PostgreSQL counts each statement, which takes time.
  private static final String STATEMENTS = "statements";

  /// Those for which pgbench is the yardstick, or its neighbour.
  private static final List<String> LEDGER =
      List.of("trades", "accounts", "partners", "rows", "audit", "volume", STATEMENTS);

  private static final int CONNECTIONS = 64;
  private static final int WARM_SECONDS = 10;
  private static final int ACCOUNTS = 5_000;
  private static final int IDLE_SECONDS = 15;
  private static final int INSTRUMENTS_MORE = 2_000;

  private final Path root;
  private final Path work;
  private final int rounds;
  private final int seconds;
  private final boolean hasWrk;
  private final boolean hasPgbench;
  private final boolean hasNginx;
  private final List<String> parts;
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
  private final Report report = new Report();

  private Bench(List<String> arguments) {
    root = Path.of(arguments.get(0));
    work = Path.of(arguments.get(1));
    rounds = Integer.parseInt(arguments.get(2));
    seconds = Integer.parseInt(arguments.get(3));
    hasWrk = arguments.contains("wrk");
    hasPgbench = arguments.contains("pgbench");
    hasNginx = arguments.contains("nginx");
    var known = Stream.concat(PARTS.stream(), Stream.of(STATEMENTS));
    var named = known.filter(arguments::contains).toList();
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
    System.out.println(bench.report.table());
    Files.writeString(bench.root.resolve("target/bench.svg"), bench.report.plot());
  }

  private void run() throws Exception {
    var onlyOurs = PosixFilePermissions.fromString("rwx------");
    var data =
        Files.createDirectory(work.resolve("data"), PosixFilePermissions.asFileAttribute(onlyOurs));
    try (var service = Service.start(root, data)) {
      report.row("first start to ready", millis(service.startMillis()), "");
      if (parts.contains(STATEMENTS)) StatementTimes.begin(service);
    }
    try (var service = Service.start(root, data)) {
      report.row("start to ready, with data", millis(service.startMillis()), "< 10 s");
      if (parts.contains("start")) {
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        report.row("resident memory, idle", service.residentMegabytes() + " MB", "< 400 MB");
      }
      if (parts.contains("market")) market(service);
      if (parts.contains("answers")) answers(service);
      if (parts.contains("growth")) growth();
      if (parts.contains("alerts")) Alerts.measure(report);
      if (parts.contains("webhooks")) Deliveries.measure(report);
      if (parts.contains("resting")) Resting.measure(report);
      if (parts.contains("streams")) {
        new Streams(vertx, service, work, report, rounds, seconds).measure(hasNginx);
      }
      if (parts.contains("nodes")) StreamNodes.measure(vertx, work, report);
      if (parts.stream().anyMatch(LEDGER::contains)) ledger(service);
      report.row("blocked threads reported", "" + service.blockedThreads(), "0");
    }
  }

  private void ledger(Service service) throws Exception {
    var isCompared = hasPgbench && !Set.of("audit", "volume", STATEMENTS).containsAll(parts);
    var pgbench = isCompared ? Pgbench.ready(service, seconds) : null;
    var ledger = new LedgerParts(vertx, root, service, report, rounds, seconds, pgbench);
    if (parts.contains("trades")) ledger.trades(1, CONNECTIONS);
    if (parts.contains("accounts")) ledger.trades(1, ACCOUNTS);
    if (parts.contains("partners")) ledger.trades(8, CONNECTIONS);
    if (parts.contains("rows")) ledger.rows();
    if (parts.contains("audit")) ledger.audit();
    if (parts.contains("volume")) ledger.volume();
    if (parts.contains(STATEMENTS)) ledger.statements();
  }

  private void market(Service service) throws Exception {
    try (var market =
        new Market(vertx, service, hasWrk, work, Market.Question.QUOTE, Rivals::vertx)) {
      System.out.println("GET /market/quotes, by " + (hasWrk ? "wrk" : "the built-in client"));
      market.turn(CONNECTIONS, WARM_SECONDS);
      var turns = new ArrayList<Market.Turn>();
      for (int i = 0; i < rounds; i++) {
        var turn = market.turn(CONNECTIONS, seconds);
        System.out.printf(
            "  service %d, bare %d, ratio %.2f%n", turn.service(), turn.rival(), turn.ratio());
        turns.add(turn);
      }
      report.row(
          "GET /market/quotes, answers a second",
          "" + Report.median(turns, Market.Turn::service),
          "");
      report.row(
          "bare Vert.x, answers a second", "" + Report.median(turns, Market.Turn::rival), "");
      var ratios = turns.stream().map(Market.Turn::ratio).sorted().toList();
      report.atLeast("GET /market/quotes to bare Vert.x", ratios, 0.7);
    }
  }

  private void answers(Service service) throws Exception {
    var answers = new Answers(vertx, service, hasWrk, work);
    for (var each : answers.measure(hasNginx, CONNECTIONS, rounds, seconds)) {
      var compared = each.compared();
      var name = compared.question().name();
      report.row(
          name + ", a second; " + compared.rival(), each.service() + "; " + each.rival(), "");
      report.atLeast(name + ", ratio to " + compared.rival(), each.ratios(), compared.goal());
    }
    report.row("resident memory after large answers", service.residentMegabytes() + " MB", "");
  }

  private void growth() {
    for (var cost : Growth.measure(INSTRUMENTS_MORE)) {
      var of = ", " + cost.instruments() + " instruments";
      report.row("one quote" + of, "%.0f ns".formatted(cost.preparedNanos()), "");
      report.row("one quote, made anew" + of, "%.0f ns".formatted(cost.firstNanos()), "");
      report.row("a view of new prices" + of, "%.1f ms".formatted(cost.viewMillis()), "");
    }
  }

  private static String millis(long millis) {
    return "%.1f s".formatted(millis / 1_000.0);
  }
}
