package africa.soko;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.Credentials;
import africa.soko.access.FullScopes;
import africa.soko.access.IdempotencyGate;
import africa.soko.access.KeyCache;
import africa.soko.access.KeyKind;
import africa.soko.access.KeyUseVerticle;
import africa.soko.access.LocalSlots;
import africa.soko.access.LocalWindows;
import africa.soko.access.PartnerStore;
import africa.soko.access.RateLimiter;
import africa.soko.access.StreamSlots;
import africa.soko.edge.Caller;
import africa.soko.edge.Contract;
import africa.soko.edge.Edge;
import africa.soko.edge.EdgeMetrics;
import africa.soko.edge.Environment;
import africa.soko.edge.Maintenance;
import africa.soko.edge.OperationIndex;
import africa.soko.edge.Routes;
import africa.soko.edge.server.HttpSettings;
import africa.soko.edge.server.HttpVerticle;
import africa.soko.edge.server.Management;
import africa.soko.event.EventBridge;
import africa.soko.ledger.Ledger;
import africa.soko.market.Market;
import africa.soko.market.MarketService;
import africa.soko.market.MarketVerticle;
import africa.soko.market.PhaseChange;
import africa.soko.market.SimulatedFeed;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.id.Ids;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.platform.jwt.RemoteKeys;
import africa.soko.platform.money.Usd;
import africa.soko.platform.redis.RedisLink;
import africa.soko.sandbox.DevelopmentIdentityProvider;
import africa.soko.sandbox.DevelopmentRoutes;
import africa.soko.sandbox.Registration;
import africa.soko.sandbox.SandboxRoutes;
import africa.soko.status.StatusRoutes;
import africa.soko.webhook.AddressGuard;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The whole service in one process, put together with plain `new`. Any number of equal processes
/// may run on one PostgreSQL and one Redis.
public final class App {
  private static final String PLATFORM = "platform";

  private final Vertx vertx;
  private final Config config;
  private final InstantSource clock;
  private final Ids ids;
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Pool platform;
  private final Market market;
  private final PartnerStore partners;
  private final CredentialStore credentials;
  private final ApiKeys keys;
  private final JwtVerifier identityTokens;
  private final @Nullable DevelopmentIdentityProvider identityProvider;
  private final Map<Environment, Books> books = new EnumMap<>(Environment.class);

  // What belongs to one event loop of the public port, by its context.
  private final Map<Context, StreamSlots> streamSlots = new ConcurrentHashMap<>();
  private final List<RedisLink> redisLinks = new CopyOnWriteArrayList<>();
  private final List<String> edges = new ArrayList<>();
  private final List<String> workers = new ArrayList<>();
  private @Nullable HttpServer management;
  private int port;

  public App(Vertx vertx, Config config, InstantSource clock) {
    this.vertx = vertx;
    this.config = config;
    this.clock = clock;
    ids = new Ids(clock);
    var postgres = PostgresAddress.from(config);
    platform = Pools.open(vertx, postgres, PLATFORM, config);
    market = Market.load(clock.instant());
    partners = new PartnerStore(platform);
    credentials = new CredentialStore(platform);
    var secret = config.text(Setting.SERVER_SECRET);
    keys = new ApiKeys(secret.getBytes(StandardCharsets.UTF_8));
    var issuer = config.text(Setting.IDP_ISSUER);
    var audience = config.text(Setting.IDP_AUDIENCE);
    identityTokens = new JwtVerifier(vertx, issuer, audience);
    identityProvider =
        isDevelopment() ? new DevelopmentIdentityProvider(issuer, audience, clock) : null;
    var shared =
        new Books.Shared(
            vertx,
            config,
            postgres,
            market,
            partners,
            credentials,
            keys,
            new Sealer(secret),
            new AddressGuard(isDevelopment()),
            ids,
            clock,
            metrics);
    for (var environment : Environment.values()) {
      books.put(environment, new Books(shared, environment));
    }
  }

  /// Starts everything; the future completes when requests are answered.
  public Future<App> start() {
    Ledger.registerMessages(vertx);
    var routes = bind();
    return startBooks()
        .compose(_ -> startMarket())
        .compose(_ -> startIdentity())
        .compose(_ -> startEdges(routes))
        .compose(_ -> startManagement())
        .map(this);
  }

  /// The port of the public API.
  public int port() {
    return port;
  }

  /// The port of health, metrics and operators.
  public int managementPort() {
    return Objects.requireNonNull(management, "not started").actualPort();
  }

  public Registration registration() {
    var sandbox = books(Environment.SANDBOX);
    return new Registration(
        partners,
        credentials,
        sandbox.wallets(),
        sandbox.ledger(),
        keys,
        ids,
        clock,
        new Registration.Terms(
            seed(),
            config.integer(Setting.FEE_BASE_BPS),
            config.integer(Setting.FEE_MARKUP_BPS),
            FullScopes.ALL));
  }

  /// A live key for the demo partner of start-dev, and open books for it. Each start makes a new
  /// key.
  public Future<String> liveDemo(String partnerId) {
    var key = keys.generate(KeyKind.LIVE);
    var credential =
        new Credential(
            ApiKeys.hash(key),
            ids.next("key_"),
            partnerId,
            Environment.LIVE,
            Caller.CredentialType.FULL,
            ApiKeys.mask(key),
            FullScopes.ALL,
            0,
            null,
            clock.instant(),
            null,
            null,
            null);
    return books(Environment.LIVE)
        .ledger()
        .send(new OpenMasterAccount(partnerId, seed()))
        .compose(_ -> credentials.insert(credential))
        .map(key);
  }

  /// Ends in the order that loses nothing: first the streams, then no more requests, then no more
  /// work, then the connections.
  public Future<?> stop() {
    return Future.join(books.values().stream().map(Books::endStreams).toList())
        .transform(_ -> undeploy(edges))
        .compose(_ -> undeploy(workers))
        .compose(_ -> management == null ? Future.succeededFuture() : management.close())
        .compose(
            _ -> {
              redisLinks.forEach(RedisLink::close);
              return vertx.close();
            });
  }

  private boolean isDevelopment() {
    return config.mode() == Mode.DEVELOPMENT;
  }

  private Usd seed() {
    return Usd.of(config.text(Setting.SANDBOX_SEED_USD));
  }

  private Books books(Environment environment) {
    return Objects.requireNonNull(books.get(environment));
  }

  private Routes bind() {
    var bindings = new Contract.Bindings(operations());
    books.forEach((environment, one) -> one.bind(bindings.on(environment), this::streamSlot));
    var sandbox = books(Environment.SANDBOX);
    var contract = bindings.on(Environment.SANDBOX);
    new SandboxRoutes(
            registration(),
            sandbox.pool(),
            sandbox.ledger(),
            sandbox.names(),
            ids,
            clock,
            seed(),
            this::forgetAnswers)
        .bind(contract);
    new StatusRoutes(
            List.of(
                new StatusRoutes.Part("trading", true, this::askPostgres),
                new StatusRoutes.Part("market-data", true, this::askMarket),
                new StatusRoutes.Part("shared-limits", false, this::askRedis)))
        .bind(contract);
    if (identityProvider != null) new DevelopmentRoutes(identityProvider).bind(contract);
    return bindings.complete();
  }

  private OperationIndex operations() {
    try (var openApi = App.class.getResourceAsStream("/openapi.yaml")) {
      return OperationIndex.read(Objects.requireNonNull(openApi), isDevelopment());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the contract", e);
    }
  }

  private Future<?> startBooks() {
    var hints = books.values().stream().map(Books::hints).toList();
    var bridge = new EventBridge(config.text(Setting.REDIS_URI), ids.next("node_"), hints);
    return vertx
        .deployVerticle(bridge)
        .onSuccess(workers::add)
        .compose(_ -> Future.all(books.values().stream().map(Books::start).toList()))
        .onSuccess(all -> all.<List<String>>list().forEach(workers::addAll));
  }

  private Future<?> startMarket() {
    PhaseChange.Listener listener =
        (transaction, changes) ->
            Future.all(
                books.values().stream()
                    .map(one -> one.announcer().changed(transaction, changes))
                    .toList());
    var feed = new SimulatedFeed(config.number(Setting.FEED_SEED), market.calendars());
    var service = new MarketService(market, platform, feed, listener, ids.next("node_"), clock);
    return vertx
        .deployVerticle(
            new MarketVerticle(service, clock),
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .onSuccess(workers::add);
  }

  private Future<?> startIdentity() {
    if (identityProvider != null) {
      identityTokens.use(identityProvider.jwks().toString());
      return Future.succeededFuture();
    }
    var remote = new RemoteKeys(vertx, config.text(Setting.IDP_JWKS_URI), identityTokens);
    // An identity provider that is away at this moment keeps nobody from trading.
    return remote.start().otherwiseEmpty();
  }

  private Future<?> startEdges(Routes routes) {
    var measured = new EdgeMetrics(metrics, routes);
    var shared =
        new EdgeShared(
            routes,
            measured,
            new KeyCache(metrics, Ticker.systemTicker()),
            new LocalWindows(clock),
            new LocalSlots(),
            ConcurrentHashMap.newKeySet());
    var settings =
        new HttpSettings(
            config.text(Setting.HTTP_HOST),
            config.integer(Setting.HTTP_PORT),
            Set.copyOf(config.list(Setting.CORS_ORIGINS)),
            config.duration(Setting.HTTP_IDLE_TIMEOUT),
            config.duration(Setting.HTTP_HEADER_TIMEOUT),
            config.seconds(Setting.SHUTDOWN_DRAIN_SECONDS));
    var assets = Pages.load();
    if (identityProvider != null) assets.add("/dev/idp/jwks.json", identityProvider.jwks());
    vertx.deployVerticle(new KeyUseVerticle(shared.keyCache, credentials)).onSuccess(workers::add);
    var first = new HttpVerticle(settings, on -> edge(on, shared), assets, _ -> {});
    return vertx
        .deployVerticle(first)
        .onSuccess(edges::add)
        .compose(
            _ -> {
              port = first.actualPort();
              var rest = new ArrayList<Future<String>>();
              for (int i = 1; i < Runtime.getRuntime().availableProcessors(); i++) {
                var next = new HttpVerticle(settings, on -> edge(on, shared), assets, _ -> {});
                rest.add(vertx.deployVerticle(next).onSuccess(edges::add));
              }
              return Future.all(rest);
            });
  }

  /// What the event loops of the public port share.
  private record EdgeShared(
      Routes routes,
      EdgeMetrics metrics,
      KeyCache keyCache,
      LocalWindows windows,
      LocalSlots slots,
      Set<String> running) {}

  private Edge edge(Vertx on, EdgeShared shared) {
    var redis =
        new RedisLink(
            on, config.text(Setting.REDIS_URI), List.of(RateLimiter.SCRIPT, StreamSlots.SCRIPT));
    redis.start();
    redisLinks.add(redis);
    streamSlots.put(on.getOrCreateContext(), new StreamSlots(on, redis, shared.slots, ids));
    var sandboxTerms =
        new Credentials.SandboxTerms(
            config.integer(Setting.LIMIT_SANDBOX_RPM),
            config.integer(Setting.LIMIT_SANDBOX_STREAMS));
    return new Edge(
        on,
        new Edge.Steps(
            shared.routes,
            () -> Maintenance.OFF,
            new Credentials(credentials, shared.keyCache, identityTokens, sandboxTerms),
            new RateLimiter(on, redis, shared.windows, metrics),
            (_, _, _) -> null,
            new IdempotencyGate(redis, shared.running),
            shared.metrics,
            clock));
  }

  /// Takes a slot on the event loop that the request came in on.
  private Future<Runnable> streamSlot(Caller caller) {
    var slots = streamSlots.get(vertx.getOrCreateContext());
    return Objects.requireNonNull(slots, "not on an event loop of the edge")
        .open(caller)
        .map(lease -> lease::close);
  }

  private Future<Void> forgetAnswers(String partnerId) {
    var redis = redisLinks.getFirst();
    return new IdempotencyGate(redis, Set.of())
        .forget(Environment.SANDBOX.schema() + ":" + partnerId);
  }

  private Future<?> startManagement() {
    var checks =
        List.of(
            new Management.Check("postgresql", this::askPostgres),
            new Management.Check("market-data", this::askMarket));
    return new Management(vertx, checks, metrics)
        .listen(
            config.text(Setting.MANAGEMENT_HOST), config.integer(Setting.MANAGEMENT_PORT), _ -> {})
        .onSuccess(server -> management = server);
  }

  private Future<?> askPostgres() {
    return platform.query("SELECT 1").execute();
  }

  private Future<?> askMarket() {
    return market.snapshot().quotes().isEmpty()
        ? Future.failedFuture("No prices yet")
        : Future.succeededFuture();
  }

  private Future<?> askRedis() {
    return redisLinks.stream().allMatch(RedisLink::isUp)
        ? Future.succeededFuture()
        : Future.failedFuture("Redis is away");
  }

  private Future<?> undeploy(List<String> deployments) {
    var done = new ArrayList<Future<Void>>();
    for (var deployment : deployments) done.add(vertx.undeploy(deployment));
    deployments.clear();
    return Future.join(done);
  }
}
