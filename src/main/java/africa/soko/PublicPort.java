package africa.soko;

import africa.soko.access.CredentialStore;
import africa.soko.access.Credentials;
import africa.soko.access.IdempotencyGate;
import africa.soko.access.KeyCache;
import africa.soko.access.KeyUseVerticle;
import africa.soko.access.LocalSlots;
import africa.soko.access.LocalWindows;
import africa.soko.access.RateLimiter;
import africa.soko.access.StreamSlots;
import africa.soko.certification.Sightings;
import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Maintenance;
import africa.soko.edge.Policy;
import africa.soko.edge.Routes;
import africa.soko.edge.http.TrustedProxies;
import africa.soko.edge.request.Deadlines;
import africa.soko.edge.request.Edge;
import africa.soko.edge.request.EdgeMetrics;
import africa.soko.edge.request.IdempotencyKeys;
import africa.soko.edge.request.Served;
import africa.soko.edge.request.Steps;
import africa.soko.edge.server.Assets;
import africa.soko.edge.server.ConnectionLimit;
import africa.soko.edge.server.HttpSettings;
import africa.soko.edge.server.HttpVerticle;
import africa.soko.edge.server.Tls;
import africa.soko.edge.server.TlsWatch;
import africa.soko.oversight.RefusalCounts;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The public port: one event loop for each core, each with an edge and a connection to Redis of
/// its own, and what they share.
final class PublicPort {
  private final Vertx vertx;
  private final Config config;
  private final RedisServer redis;
  private final CredentialStore credentials;
  private final JwtVerifier identityTokens;
  private final RefusalCounts refusals;
  private final Supplier<Maintenance> maintenance;
  private final Served served;
  private final Sightings sightings;
  private final Policy policy;
  private final Ids ids;
  private final InstantSource clock;
  private final MeterRegistry metrics;

  private final KeyCache keyCache;
  private final LocalWindows windows;
  private final LocalSlots slots = new LocalSlots();
  private final IdempotencyGate.Runners runners;

  private final ConnectionLimit connections;
  // By their threads: a request has a context of its own.
  private final Map<Thread, Loop> loops = new ConcurrentHashMap<>();
  private final List<HttpVerticle> verticles = new ArrayList<>();
  private final List<String> deployments = new CopyOnWriteArrayList<>();
  private int port;

  /// What an event loop has to itself.
  private record Loop(RedisLink redis, StreamSlots slots, IdempotencyGate gate) {}

  PublicPort(
      Vertx vertx,
      Config config,
      RedisServer redis,
      CredentialStore credentials,
      JwtVerifier identityTokens,
      RefusalCounts refusals,
      Supplier<Maintenance> maintenance,
      Served served,
      Sightings sightings,
      Policy policy,
      Ids ids,
      InstantSource clock,
      MeterRegistry metrics) {
    this.vertx = vertx;
    this.config = config;
    this.redis = redis;
    this.credentials = credentials;
    this.identityTokens = identityTokens;
    this.refusals = refusals;
    this.maintenance = maintenance;
    this.served = served;
    this.sightings = sightings;
    this.policy = policy;
    this.ids = ids;
    runners = new IdempotencyGate.Runners(ids.next("node_"));
    this.clock = clock;
    this.metrics = metrics;
    keyCache = new KeyCache(metrics, Ticker.systemTicker());
    windows = new LocalWindows(clock);
    connections = new ConnectionLimit(config.integer(Setting.HTTP_CONNECTIONS_MAX));
  }

  int port() {
    return port;
  }

  boolean seesRedis() {
    return loops.values().stream().allMatch(loop -> loop.redis.isUp());
  }

  /// How often a connection to Redis was lost or given up.
  long redisLosses() {
    return loops.values().stream().mapToLong(loop -> loop.redis.losses()).sum();
  }

  ConnectionLimit connections() {
    return connections;
  }

  /// The port whose clients show certificates.
  ///
  /// @throws IllegalStateException if there is none
  int clientPort() {
    return verticles.getFirst().clientPort();
  }

  Future<?> start(Routes routes, Assets assets) {
    var files = config.optional(Setting.TLS_CERT_FILE);
    if (files.isEmpty()) return listen(routes, assets, null);
    var source = new Tls.Source(Path.of(files.get()), Path.of(config.text(Setting.TLS_KEY_FILE)));
    var pause = config.duration(Setting.TLS_LOOK);
    return vertx
        .executeBlocking(source::read)
        .map(Objects::requireNonNull)
        .compose(
            shown ->
                listen(routes, assets, shown)
                    .compose(
                        _ ->
                            vertx.deployVerticle(
                                new TlsWatch(source, pause, shown, verticles.getFirst()::show))))
        .onSuccess(deployments::add);
  }

  private Future<?> listen(Routes routes, Assets assets, @Nullable Tls tls) {
    var settings =
        new HttpSettings(
                config.text(Setting.HTTP_HOST),
                config.integer(Setting.HTTP_PORT),
                Set.copyOf(config.list(Setting.CORS_ORIGINS)),
                config.duration(Setting.HTTP_IDLE_TIMEOUT),
                config.duration(Setting.HTTP_HEADER_TIMEOUT),
                config.seconds(Setting.SHUTDOWN_DRAIN_SECONDS),
                tls,
                config.optional(Setting.MTLS_PORT).map(Integer::valueOf).orElse(null))
            .shared();
    var measured = new EdgeMetrics(metrics, routes);
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      verticles.add(
          new HttpVerticle(settings, connections, on -> edge(on, routes, measured), assets));
    }
    var first = verticles.getFirst();
    return vertx
        .deployVerticle(first)
        .onSuccess(deployments::add)
        .compose(
            _ -> {
              port = first.actualPort();
              var rest = new ArrayList<Future<String>>();
              verticles.stream().skip(1).map(vertx::deployVerticle).forEach(rest::add);
              rest.add(vertx.deployVerticle(new KeyUseVerticle(keyCache, credentials)));
              rest.forEach(deployed -> deployed.onSuccess(deployments::add));
              return Future.all(rest);
            });
  }

  /// From now on every answer sends its caller to another connection, and so to another node.
  /// Whoever spreads requests over the nodes has seen when it is complete that this one is not
  /// ready.
  Future<?> announceEnd() {
    verticles.forEach(HttpVerticle::announceEnd);
    var delay = config.seconds(Setting.SHUTDOWN_DELAY_SECONDS);
    return delay.isZero()
        ? Future.succeededFuture()
        : vertx.timer(delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Takes no more connections, then no more requests, and waits for those it has, up to the time
  /// to drain.
  Future<?> stop() {
    loops.values().forEach(loop -> loop.redis.retire());
    return Future.join(verticles.stream().map(HttpVerticle::closeListener).toList())
        .transform(_ -> Future.join(deployments.stream().map(vertx::undeploy).toList()));
  }

  void close() {
    loops.values().forEach(loop -> loop.redis.close());
  }

  /// Looks at keys anew, where this node may have changed which count.
  void forgetKeys() {
    keyCache.clear();
  }

  /// Takes a slot for a stream, on the event loop that its request came in on, and gives what
  /// returns it.
  Future<Runnable> streamSlot(Caller caller) {
    return ofThisLoop().slots.open(caller).map(lease -> lease::close);
  }

  /// Forgets the answers to a sandbox partner's idempotency keys; called on an event loop as well.
  Future<Void> forgetAnswers(String partnerId) {
    return ofThisLoop().gate.forget(Environment.SANDBOX.schema() + ":" + partnerId);
  }

  private Loop ofThisLoop() {
    var found = loops.get(Thread.currentThread());
    return Objects.requireNonNull(found, "not on an event loop of the public port");
  }

  private Edge edge(Vertx on, Routes routes, EdgeMetrics measured) {
    var loop = loops.computeIfAbsent(Thread.currentThread(), _ -> loop(on));
    var sandbox =
        new Credentials.SandboxTerms(
            config.integer(Setting.LIMIT_SANDBOX_RPM),
            config.integer(Setting.LIMIT_SANDBOX_STREAMS));
    return new Edge(
        on,
        new Steps(
            routes,
            maintenance,
            new Credentials(credentials, keyCache, identityTokens, sandbox),
            sightings.watchingWaits(
                new RateLimiter(
                    on,
                    loop.redis,
                    windows,
                    metrics,
                    sandbox.requestsPerMinute(),
                    config.integer(Setting.LIMIT_OAUTH_RPM))),
            policy,
            new IdempotencyKeys(config.text(Setting.SERVER_SECRET)),
            sightings.watchingRepeats(loop.gate),
            (environment, source, reason) -> refusals.count(environment.schema(), source, reason),
            served,
            TrustedProxies.of(config.list(Setting.TRUSTED_PROXIES)),
            measured,
            Deadlines.DEFAULT,
            config.optional(Setting.PUBLIC_URL).orElse(""),
            clock));
  }

  private Loop loop(Vertx on) {
    var link = new RedisLink(on, redis, List.of(RateLimiter.SCRIPT, StreamSlots.SCRIPT));
    link.start();
    return new Loop(
        link, new StreamSlots(on, link, slots, ids), new IdempotencyGate(link, runners));
  }
}
