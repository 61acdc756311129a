package africa.soko;

import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.broadcast.BroadcastVerticle;
import africa.soko.desk.DeskVerticle;
import africa.soko.desk.DueStore;
import africa.soko.edge.Caller;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.event.Retention;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.Engine;
import africa.soko.ledger.Ledger;
import africa.soko.ledger.LedgerConnection;
import africa.soko.ledger.LedgerLimits;
import africa.soko.ledger.LedgerMetrics;
import africa.soko.ledger.LedgerVerticle;
import africa.soko.ledger.PartnerTime;
import africa.soko.ledger.StoredAnswerStore;
import africa.soko.market.Market;
import africa.soko.market.MarketRoutes;
import africa.soko.market.SharedMarket;
import africa.soko.partner.PartnerRoutes;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import africa.soko.platform.money.Usd;
import africa.soko.sandbox.TestOrderRoutes;
import africa.soko.stream.EventStreams;
import africa.soko.stream.StreamMetrics;
import africa.soko.stream.StreamRoutes;
import africa.soko.stream.StreamVerticle;
import africa.soko.subaccount.AccountNames;
import africa.soko.subaccount.SubAccountRoutes;
import africa.soko.subaccount.SubAccountStore;
import africa.soko.subaccount.TransactionStore;
import africa.soko.subaccount.WalletRoutes;
import africa.soko.trading.Venue;
import africa.soko.trading.order.OrderRoutes;
import africa.soko.trading.order.OrderStore;
import africa.soko.trading.order.TradeRoutes;
import africa.soko.trading.position.PortfolioRoutes;
import africa.soko.trading.position.PortfolioStore;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.QuoteRoutes;
import africa.soko.webhook.AddressGuard;
import africa.soko.webhook.WebhookMetrics;
import africa.soko.webhook.WebhookRoutes;
import africa.soko.webhook.Webhooks;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Everything of one environment: its books, its desk, its events, and the operations on them. The
/// same code makes both environments; neither can reach the other's rows.
final class Books {
  private static final int LEDGER_PARTITIONS = 2;

  /// What both environments share.
  record Shared(
      Vertx vertx,
      Config config,
      PgConnectOptions postgres,
      SharedMarket market,
      PartnerStore partners,
      CredentialStore credentials,
      ApiKeys keys,
      Sealer sealer,
      AddressGuard guard,
      Ids ids,
      InstantSource clock,
      MeterRegistry metrics) {}

  private final Shared shared;
  private final Environment environment;
  private final Pool pool;
  private final Ledger ledger;
  private final EventHints hints;
  private final EventStore events;
  private final Market market;
  private final Venue venue;
  private final AccountNames names;
  private final SubAccountStore subAccounts;
  private final OrderStore orders;
  private final AccountStore accounts;
  private final Webhooks webhooks;
  private final StreamVerticle streams;
  private final List<String> ledgerDeployments = new CopyOnWriteArrayList<>();
  private @Nullable String streamDeployment;

  Books(Shared shared, Environment environment) {
    this.shared = shared;
    this.environment = environment;
    var vertx = shared.vertx;
    var isSandbox = environment == Environment.SANDBOX;
    pool = Pools.open(vertx, shared.postgres, environment.schema(), shared.config);
    ledger = new Ledger(vertx, environment, LEDGER_PARTITIONS);
    hints = new EventHints(vertx, environment);
    events = new EventStore(pool);
    var window = isSandbox ? Setting.DESK_SANDBOX_FILL_SECONDS : Setting.DESK_LIVE_FILL_SECONDS;
    market = new Market(shared.market);
    venue =
        new Venue(
            isSandbox, shared.config.range(window), market, RandomGenerator.of("SecureRandom"));
    accounts = new AccountStore(pool);
    subAccounts = new SubAccountStore(pool, accounts);
    names = new AccountNames(subAccounts);
    orders = new OrderStore(pool);
    webhooks =
        new Webhooks(
            vertx,
            environment,
            pool,
            ledger,
            events,
            hints,
            shared.guard,
            shared.sealer,
            shared.clock,
            shared.ids,
            new WebhookMetrics(shared.metrics, environment));
    streams =
        new StreamVerticle(
            environment,
            events,
            hints,
            shared.clock,
            new StreamMetrics(shared.metrics, environment));
  }

  Pool pool() {
    return pool;
  }

  Ledger ledger() {
    return ledger;
  }

  AccountNames names() {
    return names;
  }

  AccountStore accounts() {
    return accounts;
  }

  EventHints hints() {
    return hints;
  }

  /// @param streamSlots takes a stream slot of a caller and gives what returns it
  void bind(Contract contract, Function<Caller, Future<Runnable>> streamSlots) {
    new MarketRoutes(market, shared.config.range(Setting.DESK_LIVE_FILL_SECONDS)).bind(contract);
    new PartnerRoutes(shared.partners, shared.credentials, accounts).bind(contract);
    new SubAccountRoutes(ledger, subAccounts, names, shared.keys).bind(contract);
    new WalletRoutes(
            ledger,
            accounts,
            subAccounts,
            new TransactionStore(pool),
            names,
            currency -> market.view().snapshot().fx().rate(currency))
        .bind(contract);
    var dealing = new Dealing(ledger, venue, names);
    new QuoteRoutes(dealing).bind(contract);
    new TradeRoutes(dealing, orders, fullKycFrom()).bind(contract);
    new OrderRoutes(orders, names, venue).bind(contract);
    new PortfolioRoutes(new PortfolioStore(pool), accounts, names, venue).bind(contract);
    new WebhookRoutes(webhooks).bind(contract);
    new StreamRoutes(
            new EventStreams(shared.vertx, environment, events, streams, shared.clock), streamSlots)
        .bind(contract);
    if (environment == Environment.SANDBOX) {
      new TestOrderRoutes(dealing, orders, fullKycFrom()).bind(contract);
    }
  }

  /// Starts what works by itself; returns its deployments, without those of the streams and the
  /// ledger.
  Future<List<String>> start() {
    var vertx = shared.vertx;
    var deployed = new ArrayList<Future<String>>();
    var metrics = new LedgerMetrics(shared.metrics, environment);
    for (int partition = 0; partition < LEDGER_PARTITIONS; partition++) {
      var connection =
          new LedgerConnection(
              vertx, Pools.options(shared.postgres, environment.schema()), LedgerLimits.DEFAULT);
      var engine =
          new Engine(
              connection,
              shared.clock,
              PartnerTime.REAL,
              new Ids(shared.clock),
              shared.sealer,
              metrics,
              hints::written);
      deployed.add(
          vertx
              .deployVerticle(new LedgerVerticle(environment, partition, engine), virtual())
              .onSuccess(ledgerDeployments::add));
    }
    deployed.add(
        vertx.deployVerticle(new DeskVerticle(new DueStore(pool), ledger, venue, shared.clock)));
    deployed.add(vertx.deployVerticle(new BroadcastVerticle(pool, ledger)));
    deployed.add(vertx.deployVerticle(streams, virtual()).onSuccess(id -> streamDeployment = id));
    deployed.add(vertx.deployVerticle(webhooks.worker(), virtual()));
    for (var retention : retention()) deployed.add(vertx.deployVerticle(retention, virtual()));
    return Future.all(deployed)
        .map(
            all ->
                all.<String>list().stream()
                    .filter(id -> !id.equals(streamDeployment) && !ledgerDeployments.contains(id))
                    .toList());
  }

  /// Ends open streams cleanly, while there is still a server to end them on.
  Future<?> endStreams() {
    var deployment = streamDeployment;
    streamDeployment = null;
    return deployment == null ? Future.succeededFuture() : shared.vertx.undeploy(deployment);
  }

  /// Ends the ledger, once nobody sends it anything any more.
  Future<?> endLedger() {
    return Future.join(ledgerDeployments.stream().map(shared.vertx::undeploy).toList());
  }

  private List<Retention> retention() {
    var ofEvents = new ArrayList<Retention.Step>(webhooks.retention());
    ofEvents.add(events::prune);
    var answers = new StoredAnswerStore(pool);
    return List.of(
        new Retention(shared.clock, Retention.EVENTS_KEPT, ofEvents),
        new Retention(shared.clock, StoredAnswerStore.KEPT, List.of(answers::prune)));
  }

  private Usd fullKycFrom() {
    return Usd.of(shared.config.text(Setting.ORDER_FULL_KYC_THRESHOLD_USD));
  }

  static DeploymentOptions virtual() {
    return new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
  }
}
