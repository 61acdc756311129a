package africa.soko;

import africa.soko.desk.Desk;
import africa.soko.desk.DeskVerticle;
import africa.soko.desk.DueStore;
import africa.soko.desk.PartnerClocks;
import africa.soko.desk.TestClock;
import africa.soko.desk.TestClockStore;
import africa.soko.desk.TestClocks;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.feature.Workers;
import africa.soko.ledger.Engine;
import africa.soko.ledger.LedgerConnection;
import africa.soko.ledger.LedgerLimits;
import africa.soko.ledger.LedgerMetrics;
import africa.soko.ledger.LedgerVerticle;
import africa.soko.ledger.PartnerTime;
import africa.soko.ledger.StoredAnswerStore;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnectOptions;
import java.util.ArrayList;
import java.util.List;

/// One environment in this process: its ledger, its desk, and the features that it is a list of.
/// The same code makes both environments; neither can reach the other's rows.
final class Deployment {
  /// Each keeps about two processors busy, one here and one in PostgreSQL. More of them than that
  /// make batches smaller, and each statement dearer.
  static final int LEDGER_PARTITIONS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private final Core core;
  private final PgConnectOptions postgres;
  private final Sealer sealer;
  private final List<Feature> features;
  private final DueStore due;
  private final Desk desk;
  private final TestClockStore clocks;
  private final LedgerMetrics ledgerMetrics;

  private final Workers first;
  private final Workers later;
  private final Workers ledger;

  /// @param postgres connects to the schema of the environment
  Deployment(Core core, PgConnectOptions postgres, Sealer sealer, List<Feature> features) {
    this.core = core;
    first = new Workers(core.vertx());
    later = new Workers(core.vertx());
    ledger = new Workers(core.vertx());
    this.postgres = postgres;
    this.sealer = sealer;
    this.features = List.copyOf(features);
    due = new DueStore(core.pool());
    desk = new Desk(due, core.ledger(), features.stream().flatMap(f -> f.due().stream()).toList());
    clocks = new TestClockStore(core.pool());
    ledgerMetrics = new LedgerMetrics(core.metrics(), core.environment());
  }

  Core core() {
    return core;
  }

  List<Feature> features() {
    return features;
  }

  /// Moves the clocks of partners; for the sandbox alone.
  TestClocks testClocks() {
    return new TestClocks(clocks, core.ledger(), desk, core.clock());
  }

  void bind(Contract contract) {
    features.forEach(feature -> feature.bind(contract));
  }

  void bindOperator(Contract.Operators contract) {
    features.forEach(feature -> feature.bindOperator(contract));
  }

  /// Starts what works by itself.
  Future<?> start() {
    // What fails here is tried again soon, and the tables of the next days are made long before.
    return core.events().upkeep().otherwise(0).compose(_ -> startWorkers());
  }

  private Future<?> startWorkers() {
    var started = new ArrayList<Future<?>>();
    for (int partition = 0; partition < LEDGER_PARTITIONS; partition++) {
      started.add(ledger.start(ledger(partition)));
    }
    started.add(later.start(desk()));
    for (var retention : retention()) {
      started.add(later.start(Worker.onVirtualThread(retention)));
    }
    for (var feature : features) {
      for (var worker : feature.workers()) {
        started.add((worker.ends() == Worker.Ends.FIRST ? first : later).start(worker));
      }
    }
    return Future.all(started);
  }

  /// Ends what must end while there is still a server: open streams.
  Future<?> endFirst() {
    return first.end();
  }

  /// Ends what works by itself.
  Future<?> endWorkers() {
    return later.end();
  }

  /// Ends the ledger, once nobody sends it anything any more.
  Future<?> endLedger() {
    return ledger.end();
  }

  private Worker ledger(int partition) {
    var engine =
        new Engine(
            new LedgerConnection(core.vertx(), postgres, LedgerLimits.DEFAULT),
            core.clock(),
            isSandbox() ? TestClock.TIME : PartnerTime.REAL,
            new Ids(core.clock()),
            sealer,
            ledgerMetrics,
            core.hints()::written);
    return Worker.onVirtualThread(new LedgerVerticle(core.environment(), partition, engine));
  }

  private Worker desk() {
    var ahead = isSandbox() ? clocks : PartnerClocks.REAL;
    var pause = core.config().duration(Setting.DESK_PAUSE);
    return Worker.onEventLoop(new DeskVerticle(due, desk, ahead, core.clock(), pause));
  }

  private List<Retention> retention() {
    var all = new ArrayList<Retention>();
    var answers = new StoredAnswerStore(core.pool());
    all.add(new Retention(core.clock(), StoredAnswerStore.KEPT, List.of(answers::prune)));
    all.add(
        new Retention(
            core.clock(), Retention.EVENTS_KEPT, List.of((_, _) -> core.events().upkeep())));
    features.forEach(feature -> all.addAll(feature.retention()));
    return all;
  }

  private boolean isSandbox() {
    return core.environment() == Environment.SANDBOX;
  }
}
