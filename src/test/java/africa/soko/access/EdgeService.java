package africa.soko.access;

import africa.soko.edge.Answer;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Contract;
import africa.soko.edge.Encoded;
import africa.soko.edge.Environment;
import africa.soko.edge.Lifecycle;
import africa.soko.edge.Maintenance;
import africa.soko.edge.OperationIndex;
import africa.soko.edge.Policy;
import africa.soko.edge.RefusedException;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.edge.http.MediaType;
import africa.soko.edge.http.TrustedProxies;
import africa.soko.edge.request.Deadlines;
import africa.soko.edge.request.Edge;
import africa.soko.edge.request.EdgeMetrics;
import africa.soko.edge.request.IdempotencyKeys;
import africa.soko.edge.request.Refusals;
import africa.soko.edge.request.Served;
import africa.soko.edge.request.Steps;
import africa.soko.edge.server.Assets;
import africa.soko.edge.server.ConnectionLimit;
import africa.soko.edge.server.HttpSettings;
import africa.soko.edge.server.HttpVerticle;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import africa.soko.platform.id.Ids;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import africa.soko.testing.Proxy;
import africa.soko.testing.SigningKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The edge with small handlers behind it, on real PostgreSQL and Redis.
final class EdgeService implements AutoCloseable {
  record Trade(String symbol, BigDecimal quantity) {}

  record Stock(String symbol, BigDecimal price) {}

  record Accepted(String symbol, int run) {}

  record Stocks(List<Stock> stocks) {}

  static final InstantSource CLOCK = InstantSource.system();
  static final int CONNECTIONS_MAX = 50;
  private static final String ISSUER = "https://idp";
  private static final String AUDIENCE = "soko";
  private static final SigningKey IDENTITY_PROVIDER = new SigningKey("idp");

  /// One path is gone, another will be.
  private static final List<Lifecycle> LIFECYCLES =
      List.of(
          lifecycle("listOldStocks", Lifecycle.State.RETIRED, LocalDate.of(2025, 12, 1)),
          lifecycle("listAgeingStocks", Lifecycle.State.SUNSET, LocalDate.of(2999, 1, 1)));

  final DataDirectory data;
  final LocalPostgres postgres;
  final LocalRedis redis;
  final Proxy redisProxy;
  volatile RedisLink link;
  final Vertx vertx = Vertx.vertx();
  final Pool pool;
  final ApiKeys keys = new ApiKeys(new byte[32]);
  final KeyCache cache = new KeyCache(new SimpleMeterRegistry(), Ticker.systemTicker());
  final AtomicInteger runs = new AtomicInteger();

  /// Redis counts as away as soon as it does by default.
  private static final Duration IMPATIENT = Duration.ofMillis(50);

  /// For tests of what only Redis knows: a machine that is busy does not make it away.
  static final Duration PATIENT = Duration.ofSeconds(10);

  final Map<String, StreamSlots.Lease> leases = new ConcurrentHashMap<>();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final ConnectionLimit limit = new ConnectionLimit(CONNECTIONS_MAX);
  volatile Future<Void> gate = Future.succeededFuture();

  /// What a reading operation answers, instead of what it would.
  volatile Future<Answer> reading;

  /// What partners demand of their requests.
  volatile Policy policy = Policy.NONE;

  volatile Maintenance maintenance = Maintenance.OFF;
  private final HttpVerticle http;
  private final String deployment;
  private final HttpClient client = HttpClient.newHttpClient();

  EdgeService(Path directory) throws Exception {
    this(directory, IMPATIENT);
  }

  EdgeService(Path directory, Duration redisTimeout) throws Exception {
    this(
        directory, redisTimeout, Deadlines.DEFAULT, Duration.ofSeconds(75), Duration.ofSeconds(10));
  }

  EdgeService(Path directory, Deadlines deadlines, Duration idle, Duration header)
      throws Exception {
    this(directory, IMPATIENT, deadlines, idle, header);
  }

  /// @param idle how long a connection may wait for its next request
  /// @param header how long a new connection may take for its first
  private EdgeService(
      Path directory, Duration redisTimeout, Deadlines deadlines, Duration idle, Duration header)
      throws Exception {
    data = DataDirectory.open(directory);
    postgres = new LocalPostgres(data).start();
    redis = LocalRedis.withAllCommands(data).start();
    redisProxy = new Proxy(redis.uri());
    var address = PgConnectOptions.fromUri(postgres.adminUri());
    new Migrations(address).run();
    pool =
        PgBuilder.pool()
            .using(vertx)
            .connectingTo(
                new PgConnectOptions(address).setProperties(Map.of("search_path", "platform")))
            .with(new PoolOptions().setMaxSize(4).setConnectionTimeout(1))
            .build();
    var index = OperationIndex.of(contract(), false, LIFECYCLES);
    var bindings = new Contract.Bindings(index);
    for (var environment : Environment.values()) bind(bindings.on(environment));
    bindings.on(Environment.LIVE).hot("getStatus", call -> Answer.ok(Map.of("status", "up")));
    bindings
        .on(Environment.LIVE)
        .change(
            "issueToken",
            call ->
                Future.succeededFuture(
                    Answer.ok(Map.of("for", call.form().requiredText("client_id")))));
    bindings
        .on(Environment.SANDBOX)
        .change("testDeposit", call -> Future.failedFuture(new IllegalStateException("boom")));
    var routes = bindings.complete();
    var metrics = new EdgeMetrics(registry, routes);
    var windows = new LocalWindows(CLOCK);
    var runners = new IdempotencyGate.Runners("node_1");
    var tokens = new JwtVerifier(vertx, ISSUER, AUDIENCE);
    tokens.use(SigningKey.keySet(IDENTITY_PROVIDER));
    http =
        new HttpVerticle(
            new HttpSettings(
                "127.0.0.1", 0, Set.of("https://app.example"), idle, header, Duration.ofSeconds(5)),
            limit,
            v -> {
              var link =
                  new RedisLink(
                      v,
                      new RedisServer(redisProxy.uri(), redisTimeout),
                      List.of(RateLimiter.SCRIPT, StreamSlots.SCRIPT));
              link.start();
              this.link = link;
              slots = new StreamSlots(v, link, new LocalSlots(), new Ids(CLOCK));
              return new Edge(
                  v,
                  new Steps(
                      routes,
                      () -> maintenance,
                      new Credentials(
                          new CredentialStore(pool),
                          cache,
                          tokens,
                          new Credentials.SandboxTerms(100, 2)),
                      new RateLimiter(v, link, windows, registry, 100, 20),
                      (caller, shown) -> policy.check(caller, shown),
                      new IdempotencyKeys("a server secret of a test"),
                      new IdempotencyGate(link, runners),
                      Refusals.NONE,
                      Served.NOBODY,
                      TrustedProxies.NONE,
                      metrics,
                      deadlines,
                      "https://soko.example",
                      CLOCK));
            },
            new Assets());
    deployment = await(vertx.deployVerticle(http));
  }

  private StreamSlots slots;

  /// The contract of the tests with two older paths.
  private static JsonNode contract() {
    var whole = ContractDocument.load("/edge").json().deepCopy();
    var paths = (ObjectNode) whole.path("paths");
    for (var older : List.of("Old", "Ageing")) {
      var path = (ObjectNode) paths.path("/stocks").deepCopy();
      ((ObjectNode) path.path("get")).put("operationId", "list%sStocks".formatted(older));
      paths.set("/%s-stocks".formatted(older.toLowerCase(Locale.ROOT)), path);
    }
    return whole;
  }

  private static Lifecycle lifecycle(String item, Lifecycle.State state, LocalDate removal) {
    var announced = LocalDate.of(2025, 1, 1);
    return new Lifecycle(
        item,
        Lifecycle.Kind.OPERATION,
        Lifecycle.Maturity.GENERAL,
        state,
        "/stocks",
        "The same under the new path.",
        announced,
        removal.minusDays(1),
        removal,
        null);
  }

  private void bind(Contract contract) {
    var stocks = Encoded.of(new Stocks(List.of(new Stock("SCOM.KE", new BigDecimal("18.50")))), 60);
    contract.hot("listStocks", stocks::answer);
    contract.hot("listOldStocks", stocks::answer);
    contract.hot("listAgeingStocks", stocks::answer);
    contract.read(
        "listOrders",
        call -> {
          if (reading != null) return reading;
          var page = call.query().page(50, 200);
          return gate.map(
              x -> Answer.ok(Map.of("limit", page.limit(), "user", call.path("userId"))));
        });
    contract.read(
        "getStatement",
        call -> {
          var lines = Buffer.buffer("symbol,quantity\r\nSCOM.KE,10\r\n");
          return Future.succeededFuture(Answer.of(200, MediaType.of("text/csv"), lines));
        });
    contract.read(
        "getMe",
        call -> Future.succeededFuture(Answer.ok(Map.of("id", call.identity().subject()))));
    contract.change(
        "placeOrder",
        call -> {
          var trade = call.body(Trade.class);
          int run = runs.incrementAndGet();
          return gate.map(x -> Answer.decided(202, new Accepted(trade.symbol(), run), false));
        });
    contract.stream(
        "openStream",
        call ->
            slots
                .open(call.caller())
                .onSuccess(
                    lease -> {
                      leases.put(call.name().id(), lease);
                      call.request().response().setChunked(true).write(": hello\n\n");
                    })
                .onFailure(f -> call.refuse(((RefusedException) f).refused())));
  }

  String key(String partnerId, Environment environment, CredentialType type, Integer limit)
      throws Exception {
    var kind =
        type == CredentialType.DATA
            ? KeyKind.DATA
            : environment == Environment.LIVE ? KeyKind.LIVE : KeyKind.SANDBOX;
    var key = keys.generate(kind);
    var now = Instant.parse("2026-01-02T03:04:05Z");
    var partners = new PartnerStore(pool);
    if (await(partners.find(partnerId)).isEmpty()) {
      await(
          partners.insert(
              new Partner(
                  partnerId, "Name", "a@b.c", "sub-" + partnerId, Partner.Status.ACTIVE, now),
              new Agreement(Tier.STARTER, 50, 25, limit, null, false)));
    }
    var scopes =
        type == CredentialType.DATA
            ? Set.of("market:read")
            : Set.of(
                "market:read", "trading:read", "trading:write", "stream:read", "wallets:write");
    await(
        new CredentialStore(pool)
            .insert(
                Credential.made(
                    key,
                    "key_" + key.substring(key.length() - 12),
                    partnerId,
                    environment,
                    type,
                    scopes,
                    0,
                    null,
                    now)));
    return key;
  }

  /// An ID token that is valid for ten minutes.
  static String idToken(String subject) {
    var now = CLOCK.instant().getEpochSecond();
    return IDENTITY_PROVIDER.token(
        Map.of(
            "iss", ISSUER,
            "aud", AUDIENCE,
            "sub", subject,
            "email", "a@b.c",
            "iat", now,
            "exp", now + 600));
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  int port() {
    return http.actualPort();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(Duration.ofSeconds(30));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path, String key) throws Exception {
    return send(request(path).header("x-api-key", key));
  }

  HttpRequest.Builder trade(String key, String idempotencyKey, String body) {
    return request(Environment.LIVE.base() + "/users/u1/trade")
        .header("Authorization", "Bearer " + key)
        .header("Idempotency-Key", idempotencyKey)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  HttpClient client() {
    return client;
  }

  /// How often an operation was answered like this.
  double answered(String operation, String environment, String statusClass) {
    var timer =
        registry
            .find("soko.requests")
            .tags("operation", operation, "environment", environment, "status", statusClass)
            .timer();
    return timer == null ? 0 : timer.count();
  }

  Future<Void> undeploy() {
    return vertx.undeploy(deployment);
  }

  @Override
  public void close() {
    client.shutdownNow();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    redisProxy.close();
    redis.close();
    postgres.close();
    data.close();
  }
}
