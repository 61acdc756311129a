package africa.soko.testing;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.App;
import africa.soko.Proofs;
import africa.soko.edge.Environment;
import africa.soko.edge.EventSchemas;
import africa.soko.edge.Identity;
import africa.soko.edge.RequestName;
import africa.soko.event.Envelope;
import africa.soko.event.EventStore;
import africa.soko.event.LoggedEvent;
import africa.soko.ledger.PartnerTables;
import africa.soko.ledger.VerificationStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.sandbox.Registration.Registered;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.net.http.HttpClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The whole service in this process, on a database and a Redis of its own, with a desk that fills
/// sandbox orders at once and no practical limit on requests. When it closes, every event that is
/// in its logs is held against the contract.
public final class Service implements AutoCloseable {
  private static final long WAIT_SECONDS = 60;

  /// What the service's workers write at any moment.
  private static final Set<String> WORKERS_TABLES =
      Set.of(
          "broadcast_told",
          "delivery",
          "delivery_attempt",
          "equity_day",
          "event",
          "event_counter",
          "webhook_cursor",
          "webhook_replay");

  // A day that ends changes when the next one does, and whether an endpoint answers shows by and
  // by.
  private static final String DIGEST =
      "SELECT '%1$s', md5(coalesce(string_agg(row, ',' ORDER BY row), '')) FROM %1$s AS t, LATERAL"
          + " (SELECT (to_jsonb(t) - 'day_ends' - 'answers')::text AS row) AS r WHERE partner_id ="
          + " $1";
  private static final String OPERATOR = "an operator token of a test, long enough";

  private final InstantSource clock;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger partners = new AtomicInteger();
  private final Config config;
  private final Vertx stores = Vertx.vertx();
  private final Map<Environment, Pool> pools;
  private final Map<Environment, String> digests = new ConcurrentHashMap<>();
  private final Pool platform;
  private final App app;
  private final boolean isFirst;

  public Service() {
    this(new MovingClock());
  }

  /// A service that lives at another time. ID tokens are checked against the real one, so that only
  /// [#registered] and [#liveKey] lead in.
  public Service(InstantSource clock) {
    this(clock, UnaryOperator.identity());
  }

  /// @param changes what is different from the usual settings of a test
  public Service(InstantSource clock, UnaryOperator<Config> changes) {
    this(clock, config(), changes, true);
  }

  private Service(
      InstantSource clock, Config config, UnaryOperator<Config> changes, boolean isFirst) {
    this.clock = clock;
    this.isFirst = isFirst;
    this.config = config;
    pools =
        Map.of(
            Environment.LIVE, pool(Environment.LIVE.schema()),
            Environment.SANDBOX, pool(Environment.SANDBOX.schema()));
    platform = pool("platform");
    app = new App(changes.apply(config), clock);
    await(app.start());
    app.serve();
  }

  /// One more node: a service at the same time, with the same database and Redis.
  public Service another(UnaryOperator<Config> changes) {
    return new Service(clock, config, changes, false);
  }

  /// The clock that tests of the shared service move.
  public MovingClock clock() {
    return (MovingClock) clock;
  }

  public int port() {
    return app.port();
  }

  /// The port whose clients show certificates.
  public int clientPort() {
    return app.clientPort();
  }

  public int managementPort() {
    return app.managementPort();
  }

  /// The operators' operations, with their token.
  public Api operator() {
    return new Api(client, "http://127.0.0.1:" + managementPort() + "/operator/v1", OPERATOR);
  }

  /// What an operator's collector reads.
  public String metrics() {
    return management("/metrics").expect(200).body();
  }

  /// What the management port has beside its operations.
  public Reply management(String path) {
    return new Api(client, "http://127.0.0.1:" + managementPort(), null).get(path);
  }

  /// Calls without a credential, on a base such as `/api/v1/partner`.
  public Api at(String base) {
    return new Api(client, "http://127.0.0.1:" + port() + base, null);
  }

  /// Somebody who has just registered in the sandbox, over HTTP.
  public Partner partner() {
    var token = idToken("dev" + partners.incrementAndGet() + "@karibu.example");
    var registered = at("/api/sandbox").as(token).post("/register", "").expect(201);
    return new Partner(this, token, registered.text("/apiKey"));
  }

  /// An ID token of the development identity provider.
  public String idToken(String email) {
    return at("/dev/idp")
        .post("/token", Map.of("email", email, "name", "Karibu"))
        .expect(200)
        .text("/idToken");
  }

  /// What a development instance has for whoever sits at its machine.
  public Api development() {
    return at("/dev");
  }

  /// A ticket for a sandbox key, as the printed link has one.
  public String oneTimeTicket(String sandboxKey) {
    return app.oneTimeTicket(sandboxKey);
  }

  /// Registers an identity without a token.
  public Registered registered(String subject) {
    var identity = new Identity(subject, "dev@karibu.example", null);
    return await(app.registration().register(identity, RequestName.NONE));
  }

  /// The same as a partner that can trade.
  public Partner registeredPartner(String subject) {
    return new Partner(this, "", registered(subject).apiKey());
  }

  /// Moves a sandbox partner's clock ahead; what becomes due on the way is done after this.
  public Future<?> advance(String partnerId, Instant target) {
    return app.testClocks().advance(partnerId, target);
  }

  /// What the log of the sandbox holds of a partner: its first page.
  public List<LoggedEvent> events(String partnerId) {
    var log = new EventStore(pools.get(Environment.SANDBOX));
    return await(log.span(partnerId).compose(span -> log.after(partnerId, span.after(0))));
  }

  /// A live key of a partner, whose live books are open after this.
  public String liveKey(String partnerId) {
    return await(app.demo().liveKey(partnerId, null));
  }

  /// Changes rows that no operation can change yet.
  public void execute(String platformSql) {
    await(platform.query(platformSql).execute());
  }

  /// The first column of the first row.
  public Object ask(Environment environment, String sql) {
    return await(pools.get(environment).query(sql).execute()).iterator().next().getValue(0);
  }

  /// Holds what a statement locks, until what is done meanwhile has returned.
  public void holding(Environment environment, String sql, Runnable meanwhile) {
    var connection = await(pools.get(environment).getConnection());
    var transaction = await(connection.begin());
    try {
      await(connection.query(sql).execute());
      meanwhile.run();
    } finally {
      await(transaction.rollback());
      await(connection.close());
    }
  }

  /// What the books hold of a partner, for comparing: a digest of each table, without those that
  /// the service's workers write at any moment.
  public SortedMap<String, String> books(Environment environment, String partnerId) {
    var sql = digests.computeIfAbsent(environment, this::digestsOfBooks);
    var books = new TreeMap<String, String>();
    var rows = await(pools.get(environment).preparedQuery(sql).execute(Tuple.of(partnerId)));
    for (var row : rows) books.put(row.getString(0), row.getString(1));
    return books;
  }

  private String digestsOfBooks(Environment environment) {
    return await(PartnerTables.names(pools.get(environment))).stream()
        .filter(table -> !WORKERS_TABLES.contains(table))
        .map(DIGEST::formatted)
        .collect(Collectors.joining(" UNION ALL "));
  }

  /// Fails unless the books of both environments add up.
  public void proveBooks() {
    pools.forEach(
        (environment, pool) ->
            assertThat(await(new VerificationStore(pool, Proofs.ALL).verify()).findings())
                .as("findings in the %s books", environment)
                .isEmpty());
  }

  /// Fails unless every event that is in a log keeps to the schema of its name.
  private void proveEvents() {
    var schemas = EventSchemas.ofContract();
    pools.forEach(
        (environment, pool) -> {
          for (var row : await(pool.query("SELECT event, alias, data FROM event").execute())) {
            var name = row.getString("event");
            schemas.check(envelope(environment, name, null, row.getString("data")));
            var alias = row.getString("alias");
            if (alias != null) {
              schemas.check(envelope(environment, alias, name, row.getString("data")));
            }
          }
        });
  }

  private static String envelope(
      Environment environment, String name, @Nullable String aliasOf, String data) {
    var event = new LoggedEvent("", 1, "evt_", name, aliasOf, Instant.EPOCH, data);
    return Envelope.of(event, environment == Environment.SANDBOX).toString();
  }

  @Override
  public void close() {
    await(app.stop());
    try {
      if (isFirst) proveEvents();
    } finally {
      await(stores.close());
      client.shutdownNow();
    }
  }

  private Pool pool(String schema) {
    var address =
        PostgresAddress.from(config)
            .addProperty("search_path", schema)
            .setCachePreparedStatements(true);
    return PgBuilder.pool()
        .with(new PoolOptions().setMaxSize(2))
        .connectingTo(address)
        .using(stores)
        .build();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Config config() {
    var settings =
        Map.of(
            Setting.HTTP_PORT, "0",
            Setting.MANAGEMENT_PORT, "0",
            Setting.PUBLIC_URL, "https://soko.example",
            Setting.REDIS_URI, Servers.redis(),
            // A machine that is busy with tests does not make it away.
            Setting.REDIS_TIMEOUT, "10s",
            Setting.PG_POOL_SIZE, "8",
            Setting.DESK_SANDBOX_FILL_SECONDS, "0-0",
            Setting.LIMIT_SANDBOX_RPM, "10000000",
            Setting.LIMIT_OAUTH_RPM, "10000000",
            Setting.AUDIT_REFUSALS_SECONDS, "1");
    var config = Config.load(Mode.DEVELOPMENT, List.of(), Map.of());
    for (var some : List.of(settings, Servers.database())) {
      for (var each : some.entrySet()) config = config.with(each.getKey(), each.getValue());
    }
    return config
        // What waits for the desk in a test waits no longer than it must.
        .with(Setting.DESK_PAUSE, "10ms")
        .with(Setting.SHUTDOWN_DRAIN_SECONDS, "1")
        .with(Setting.SLA_WRITE_SECONDS, "1")
        .with(Setting.SERVER_SECRET, "a server secret of a test, long enough")
        .with(Setting.OPERATOR_TOKEN, OPERATOR)
        .with(Setting.IDP_ISSUER, "https://idp.test")
        .with(Setting.IDP_AUDIENCE, "soko");
  }
}
