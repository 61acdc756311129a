package africa.soko.bench;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The parts that put the ledger beside PostgreSQL, each in turns with its yardstick.
final class LedgerParts {
  private static final int CONNECTIONS = 64;
  private static final int QUOTE_SECONDS = 6;
  private static final int WARM_SECONDS = 1;
  private static final int ORDERS_SMALL = 1_000;
  private static final int ORDERS_LARGE = 1_000_000;
  private static final int ACCOUNTS_SMALL = 1_000;
  private static final int ACCOUNTS_LARGE = 100_000;
  // Enough that a lane waits for its turn, not for the answer before.
  private static final int OVERLOAD_CONNECTIONS = 2_048;
  private static final int OVERLOAD = 2;

  private final Vertx vertx;
  private final Path root;
  private final Service service;
  private final Report report;
  private final int rounds;
  private final int seconds;
  private final @Nullable Pgbench pgbench;

  LedgerParts(
      Vertx vertx,
      Path root,
      Service service,
      Report report,
      int rounds,
      int seconds,
      @Nullable Pgbench pgbench) {
    this.vertx = vertx;
    this.root = root;
    this.service = service;
    this.report = report;
    this.rounds = rounds;
    this.seconds = seconds;
    this.pgbench = pgbench;
  }

  void trades(int partners, int accounts) throws Exception {
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, partners, accounts);
    var of = ", %d partner%s, %,d accounts".formatted(partners, partners == 1 ? "" : "s", accounts);
    System.out.println("POST /users/{userId}/trade" + of);
    trades.run(QUOTE_SECONDS);
    var runs = new ArrayList<Trades.Run>();
    var theirs = new ArrayList<Pgbench.Turn>();
    for (int i = 0; i < rounds; i++) {
      var run = trades.run(QUOTE_SECONDS);
      runs.add(run);
      System.out.println(run);
      if (pgbench != null) {
        theirs.add(pgbench.turn(seconds));
        System.out.println("  pgbench: " + theirs.getLast());
      }
    }
    report.row("trades a second" + of, "" + Report.median(runs, Trades.Run::perSecond), "");
    report.atMost(
        "p99 to p50" + of,
        figures(runs, run -> run.result().millis(99) / run.result().millis(50)),
        4);
    report.row(
        "SQL statements a trade" + of,
        "%.2f".formatted(Report.middle(figures(runs, Trades.Run::statementsPerTrade))),
        "< 2");
    if (pgbench == null) return;
    report.row(
        "pgbench a second, %d clients".formatted(pgbench.clients()),
        "" + Report.median(theirs, Pgbench.Turn::perSecond),
        "");
    var ratios = new ArrayList<Double>();
    var processor = new ArrayList<Double>();
    for (int i = 0; i < rounds; i++) {
      ratios.add((double) runs.get(i).perSecond() / theirs.get(i).perSecond());
      processor.add(runs.get(i).millisEach() / theirs.get(i).millisEach());
    }
    report.atLeast("trades to pgbench" + of, ratios, 1.0);
    report.atMost("processor time to pgbench" + of, processor, 0.85);
  }

  /// What the rows of the audit log cost a trade: turns with them and without, in turn first.
  void audit() throws Exception {
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, 1, CONNECTIONS);
    // The first is still compiled for, which would be told as the cost of whatever goes first.
    trades.run(QUOTE_SECONDS);
    trades.run(QUOTE_SECONDS);
    var shares = new ArrayList<Double>();
    for (int i = 0; i < rounds; i++) {
      var first = i % 2 == 0 ? trades.run(QUOTE_SECONDS) : withoutAudit(trades);
      var second = i % 2 == 0 ? withoutAudit(trades) : trades.run(QUOTE_SECONDS);
      var with = i % 2 == 0 ? first : second;
      var without = i % 2 == 0 ? second : first;
      System.out.printf("  with the audit log%n%s%n  without%n%s%n", with, without);
      shares.add(with.millisEach() / without.millisEach());
    }
    report.atMost("processor time of a trade with its audit row to one without", shares, 1.05);
  }

  private Trades.Run withoutAudit(Trades trades) throws Exception {
    var rows = AuditRows.leftOut(service);
    try {
      return trades.run(QUOTE_SECONDS);
    } finally {
      rows.restore();
    }
  }

  /// The same rows without batches, and deposits on one wallet.
  void rows() throws Exception {
    if (pgbench == null) {
      System.out.println("Without pgbench nothing is compared row by row");
      return;
    }
    var yardstick = new Yardstick(root, service, pgbench, seconds);
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, 1, CONNECTIONS);
    trades.run(QUOTE_SECONDS);
    var database = new ArrayList<Double>();
    for (int i = 0; i < rounds; i++) {
      var run = trades.run(QUOTE_SECONDS);
      var theirs = yardstick.trades();
      double ours = run.processor().postgres() * 1_000 / run.trades();
      double rows = theirs.processor().postgres() * 1_000 / theirs.transactions();
      System.out.printf("  PostgreSQL %.3f ms a trade, %.3f ms row by row%n", ours, rows);
      database.add(ours / rows);
    }
    report.atMost("PostgreSQL's time of a trade to the same rows one by one", database, 0.5);
    var deposits = new Deposits(vertx, service, trades.accounts());
    int clients = yardstick.bestClients();
    deposits.run(CONNECTIONS, seconds);
    var ratios = new ArrayList<Double>();
    for (int i = 0; i < rounds; i++) {
      var run = deposits.run(CONNECTIONS, seconds);
      var theirs = yardstick.deposits(clients);
      System.out.printf(
          "  deposits %d a second %s, %.3f ms each; one function %d a second with %d clients%n",
          run.perSecond(), run.result().statuses(), run.millisEach(), theirs.perSecond(), clients);
      ratios.add((double) run.perSecond() / theirs.perSecond());
    }
    report.atLeast("deposits on one wallet to one function call each", ratios, 1.5);
    overload(deposits, deposits.run(CONNECTIONS, seconds).perSecond());
  }

  /// Edge and load share the two cores with the ledger; the ledger alone is tested in OverloadIT.
  private void overload(Deposits deposits, long most) throws Exception {
    var run = deposits.paced(OVERLOAD_CONNECTIONS, most * OVERLOAD, seconds);
    var result = run.result();
    System.out.printf(
        "  %d a second asked: %s, p99 of 503 %.0f ms%n",
        most * OVERLOAD, result.statuses(), result.refused().getValueAtPercentile(99) / 1e3);
    report.row(
        "deposits a second over HTTP at twice what goes; p99",
        "%d; %.1f s".formatted(run.perSecond(), result.taken().getValueAtPercentile(99) / 1e6),
        "");
  }

  /// The same requests with few rows and with many.
  void volume() throws Exception {
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, 1, CONNECTIONS);
    trades.run(QUOTE_SECONDS);
    var volume = new Volume(vertx, service, trades);
    volume.grow(ORDERS_SMALL, ACCOUNTS_SMALL);
    volume.costs(WARM_SECONDS);
    var small = volume.costs(seconds);
    volume.grow(ORDERS_LARGE, ACCOUNTS_LARGE);
    volume.costs(WARM_SECONDS);
    var large = volume.costs(seconds);
    for (Map.Entry<String, Double> each : small.entrySet()) {
      double after = large.get(each.getKey());
      System.out.printf("  %s: %.3f ms, then %.3f ms%n", each.getKey(), each.getValue(), after);
      report.atMost("growth of " + each.getKey(), List.of(after / each.getValue()), 1.25);
    }
  }

  /// Where PostgreSQL's time goes in a trade with its fill.
  void statements() throws Exception {
    var trades = new Trades(vertx, service);
    trades.prepare(CONNECTIONS, 1, CONNECTIONS);
    trades.run(QUOTE_SECONDS);
    int count = trades.run(QUOTE_SECONDS, () -> StatementTimes.reset(service)).trades();
    StatementTimes.report(service, report, count);
  }

  private static <T> List<Double> figures(List<T> turns, ToDoubleFunction<T> figure) {
    return turns.stream().map(figure::applyAsDouble).sorted().toList();
  }
}
