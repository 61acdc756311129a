package africa.soko;

import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.FullScopes;
import africa.soko.access.PartnerStore;
import africa.soko.alert.Alerts;
import africa.soko.broadcast.Announcements;
import africa.soko.desk.TestClocks;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.OperationIndex;
import africa.soko.edge.Routes;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.event.EventBridge;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.feature.Workers;
import africa.soko.key.Keys;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.Ledger;
import africa.soko.market.Market;
import africa.soko.market.MarketData;
import africa.soko.market.SharedMarket;
import africa.soko.onboarding.Onboarding;
import africa.soko.organization.Organization;
import africa.soko.oversight.Oversight;
import africa.soko.partner.Partners;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.id.Ids;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.platform.jwt.RemoteKeys;
import africa.soko.platform.money.Usd;
import africa.soko.platform.redis.RedisServer;
import africa.soko.sandbox.Registration;
import africa.soko.sandbox.Sandbox;
import africa.soko.security.Policies;
import africa.soko.status.ServiceStatus;
import africa.soko.stream.Streams;
import africa.soko.subaccount.SubAccounts;
import africa.soko.trading.Parts;
import africa.soko.trading.Trading;
import africa.soko.trading.Venue;
import africa.soko.trading.position.Holding;
import africa.soko.webhook.AddressGuard;
import africa.soko.webhook.Webhooks;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The whole service in one process, put together with plain `new`. Any number of equal processes
/// may run on one PostgreSQL and one Redis.
public final class App {
  private static final String PLATFORM = "platform";

  /// How long a token is kept after its end.
  private static final Duration TOKENS_KEPT = Duration.ofHours(1);

  private final Vertx vertx;
  private final Config config;
  private final InstantSource clock;
  private final Ids ids;
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RedisServer redis;
  private final Pool platform;
  private final MarketParts marketParts;
  private final SharedMarket market;
  private final PartnerStore partners;
  private final CredentialStore credentials;
  private final Relations relations;
  private final ApiKeys keys;
  private final JwtVerifier identityTokens;
  private final @Nullable Development development;
  private final PgConnectOptions postgres;
  private final Sealer sealer;
  private final Oversight oversight;
  private final Onboarding onboarding;
  private final ServiceStatus status;
  private final Policies policies;
  private final Map<Environment, Deployment> deployments = new EnumMap<>(Environment.class);
  private final Registration registration;
  private final PublicPort publicPort;
  private final Workers workers;
  private final Health health;
  private @Nullable ManagementPort management;

  public App(Config config, InstantSource clock) {
    vertx = ProcessMeters.measured(metrics);
    workers = new Workers(vertx);
    this.config = config;
    this.clock = clock;
    ids = new Ids(clock);
    postgres = PostgresAddress.from(config);
    platform = Pools.open(vertx, postgres, PLATFORM, config);
    redis = RedisServer.from(config);
    marketParts = new MarketParts(config, platform, ids, clock, metrics);
    market = marketParts.market();
    partners = new PartnerStore(platform);
    credentials = new CredentialStore(platform);
    var secret = config.text(Setting.SERVER_SECRET);
    keys = new ApiKeys(secret.getBytes(StandardCharsets.UTF_8));
    identityTokens =
        new JwtVerifier(vertx, config.text(Setting.IDP_ISSUER), config.text(Setting.IDP_AUDIENCE));
    development = Development.of(config, clock);
    if (development != null) identityTokens.use(development.keySet().toString());
    sealer = new Sealer(secret);
    oversight = new Oversight(platform, ids, config);
    status = new ServiceStatus(platform, ids, config, clock);
    policies = new Policies(platform, config, clock);
    var live = new Ledger(vertx, Environment.LIVE, Deployment.LEDGER_PARTITIONS);
    onboarding = new Onboarding(platform, live, partners, credentials, keys, sealer, ids, config);
    var sandbox = core(Environment.SANDBOX);
    relations = new Relations(config, platform, sandbox.pool(), ids, clock);
    publicPort =
        new PublicPort(
            vertx,
            config,
            redis,
            credentials,
            identityTokens,
            oversight.refusals(),
            status::maintenance,
            status.served(),
            relations.sightings(),
            policies.check(),
            ids,
            clock,
            metrics);
    health = new Health(platform, market, marketParts.isSimulated(), publicPort::seesRedis);
    var accounts = new AccountStore(sandbox.pool());
    var terms = Registration.Terms.of(config, FullScopes.ALL);
    registration =
        new Registration(
            partners, credentials, accounts, sandbox.ledger(), keys, ids, clock, terms);
    deploy(core(Environment.LIVE));
    deploy(sandbox);
  }

  /// Starts everything; the future completes when requests are answered, which nobody is sent here
  /// with before [#serve]. If it fails, what had started ends again.
  public Future<App> start() {
    Ledger.registerMessages(vertx);
    var contract = ContractDocument.load("/openapi");
    var routes = bind(contract);
    // Made here: what follows runs on event loops, which must not stand still.
    var pages = Pages.load(contract, development);
    var operators = managementOf(ContractDocument.load("/operator"));
    return Future.all(oversight.workers().stream().map(workers::start).toList())
        .compose(_ -> workers.start(status.worker()))
        .compose(_ -> workers.start(status.counting()))
        .compose(_ -> startDeployments())
        .compose(_ -> marketParts.start(workers::start))
        .compose(_ -> startRetention())
        .compose(_ -> workers.start(relations.worker(policies)))
        .compose(_ -> startIdentity())
        .compose(_ -> publicPort.start(routes, pages))
        .compose(_ -> operators.start())
        // Told before, not after: a closed Vert.x tells nobody.
        .onFailure(_ -> vertx.close())
        .map(this);
  }

  /// The port of the public API.
  public int port() {
    return publicPort.port();
  }

  /// The port whose clients show certificates, where there is one.
  public int clientPort() {
    return publicPort.clientPort();
  }

  /// The port of health, metrics and operators.
  public int managementPort() {
    return Objects.requireNonNull(management, "not started").port();
  }

  public Registration registration() {
    return registration;
  }

  /// Moves the clocks of sandbox partners.
  public TestClocks testClocks() {
    return deployment(Environment.SANDBOX).testClocks();
  }

  /// What start-dev has for its demo partner.
  public DemoPartner demo() {
    var liveKeys = new LiveKeys(credentials, keys, ids, clock);
    var live = deployment(Environment.LIVE).core();
    var seed = Usd.of(config.text(Setting.SANDBOX_SEED_USD));
    return new DemoPartner(live, deployment(Environment.SANDBOX).core(), liveKeys, seed);
  }

  /// A ticket that gives a browser of this machine the sandbox key, once.
  public String oneTimeTicket(String sandboxKey) {
    return Objects.requireNonNull(development, "start has no such link").offer(sandboxKey);
  }

  /// Says that this node is ready for requests.
  public void serve() {
    health.serving(true);
  }

  /// Ends in the order that loses nothing: this node is no longer ready and ends its streams, and
  /// each answer sends its caller elsewhere; then there are no more requests, then no more work,
  /// then no ledger and no connections. No step keeps the next from being taken.
  public Future<?> stop() {
    health.serving(false);
    var ended = new ArrayList<Future<?>>(List.of(publicPort.announceEnd()));
    deployments.values().forEach(one -> ended.add(one.endFirst()));
    return Future.join(ended)
        .transform(_ -> publicPort.stop())
        .transform(
            _ -> {
              if (management != null) management.endOperations();
              return each(Deployment::endWorkers);
            })
        .transform(_ -> workers.end())
        .transform(_ -> each(Deployment::endLedger))
        .transform(
            _ -> {
              publicPort.close();
              return vertx.close();
            });
  }

  private Deployment deployment(Environment environment) {
    return Objects.requireNonNull(deployments.get(environment));
  }

  private Future<?> each(Function<Deployment, Future<?>> step) {
    return Future.join(deployments.values().stream().map(step).toList());
  }

  private Core core(Environment environment) {
    var pool = Pools.open(vertx, postgres, environment.schema(), config);
    return new Core(
        vertx,
        environment,
        pool,
        new Ledger(vertx, environment, Deployment.LEDGER_PARTITIONS),
        new EventStore(pool),
        new EventHints(vertx, environment),
        clock,
        ids,
        config,
        metrics);
  }

  /// Every feature, and what only the sandbox has.
  private List<Feature> features(Core core) {
    var isSandbox = core.environment() == Environment.SANDBOX;
    var window = isSandbox ? Setting.DESK_SANDBOX_FILL_SECONDS : Setting.DESK_LIVE_FILL_SECONDS;
    var view = new Market(market, core.environment());
    var venue =
        new Venue(
            isSandbox,
            config.range(window),
            new Parts(
                config.integer(Setting.DESK_FILL_PERCENT), config.duration(Setting.DESK_FILL_PACE)),
            view,
            RandomGenerator.of("SecureRandom"));
    var subAccounts = new SubAccounts(core, keys, view, Holding.OBSTACLE);
    var accounts = subAccounts.accounts();
    var trading = new Trading(core, venue, subAccounts.names());
    var all =
        List.of(
            oversight.of(core),
            onboarding,
            status.sla(health.parts()),
            new MarketData(core, view),
            new Partners(core, partners, credentials, accounts, publicPort::forgetKeys),
            new Organization(core, platform, sealer, publicPort::forgetKeys),
            new Keys(core, partners, credentials, keys, policies.check(), publicPort::forgetKeys),
            policies.of(core, publicPort::forgetKeys),
            subAccounts,
            trading,
            new Announcements(core),
            new Alerts(core, view),
            new Webhooks(
                core,
                SentEvents.catalogue(),
                new AddressGuard(Development.webhooksReachThisMachine(config)),
                sealer),
            new Streams(
                core,
                SentEvents.catalogue(),
                publicPort::streamSlot,
                status::maintenance,
                isSandbox ? relations.sightings()::resumed : _ -> {}));
    var own =
        isSandbox
            ? Stream.of(new Sandbox(core, trading, subAccounts.names(), registration, this::forget))
            : Stream.<Feature>empty();
    return relations.with(core, Stream.concat(all.stream(), own));
  }

  private void deploy(Core core) {
    var schema = Pools.options(postgres, core.environment().schema());
    deployments.put(core.environment(), new Deployment(core, schema, sealer, features(core)));
  }

  private Routes bind(ContractDocument document) {
    var bindings = new Contract.Bindings(OperationIndex.of(document.json(), development != null));
    deployments.forEach((environment, one) -> one.bind(bindings.on(environment)));
    var contract = bindings.on(Environment.SANDBOX);
    status.bind(contract, health.parts());
    if (development != null) development.bind(contract);
    return bindings.complete();
  }

  /// Drops what is remembered of a partner whose books begin anew, and lets its open streams look.
  private Future<Void> forget(String partnerId) {
    deployment(Environment.SANDBOX).core().hints().written();
    return publicPort.forgetAnswers(partnerId);
  }

  private Future<?> startDeployments() {
    var hints = deployments.values().stream().map(one -> one.core().hints()).toList();
    return workers
        .start(Worker.onEventLoop(new EventBridge(redis, ids.next("node_"), hints)))
        .compose(_ -> Future.all(deployments.values().stream().map(Deployment::start).toList()));
  }

  private Future<?> startRetention() {
    var all = new ArrayList<>(marketParts.retention());
    all.add(new Retention(clock, TOKENS_KEPT, List.of(credentials::prune)));
    all.add(onboarding.keys(clock));
    all.add(policies.signatures());
    all.add(Announcements.retention(platform, clock));
    all.add(status.retention());
    return Future.all(
        all.stream().map(each -> workers.start(Worker.onVirtualThread(each))).toList());
  }

  private Future<?> startIdentity() {
    if (development != null) return Future.succeededFuture();
    var remote = new RemoteKeys(vertx, config.text(Setting.IDP_JWKS_URI), identityTokens);
    // An identity provider that is away at this moment keeps nobody from trading.
    return remote.start().otherwiseEmpty();
  }

  private ManagementPort managementOf(ContractDocument contract) {
    var pools = new HashMap<>(Map.of(PLATFORM, platform));
    deployments.forEach((environment, one) -> pools.put(environment.schema(), one.core().pool()));
    ProcessMeters.register(metrics, pools, publicPort);
    var bindings = new Contract.Bindings(OperationIndex.of(contract.json(), development != null));
    var routes =
        new Operators(
                deployments,
                partners,
                credentials,
                marketParts,
                onboarding,
                status,
                oversight,
                relations)
            .bind(bindings);
    var checks = health.checks();
    var port =
        new ManagementPort(
            vertx, config, clock, metrics, checks, routes, contract, oversight.refusals());
    management = port;
    return port;
  }
}
