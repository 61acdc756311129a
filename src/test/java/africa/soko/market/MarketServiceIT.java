package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Environment;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.PhaseChange;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.MarketQuote;
import africa.soko.market.price.PriceFeed;
import africa.soko.market.price.PriceStore;
import africa.soko.market.price.QuoteBody;
import africa.soko.market.price.SimulatedFeed;
import africa.soko.platform.db.Rows;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.json.Json;
import africa.soko.testing.BooksDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MarketServiceIT {
  /// A Wednesday on which all of the exchanges that the tests name are open.
  private static final Instant START = at("2026-07-15T09:05:00Z");

  private static final long SEED = 1;

  @TempDir static Path temp;
  private static DataDirectory data;
  private static LocalPostgres postgres;
  private static Vertx vertx;
  private static int schemas;

  private volatile Instant now = START;
  private Pool pool;

  /// One process of several that share a database.
  private final class Node {
    final SharedMarket market = SharedMarket.load(now, _ -> PriceHistory.NONE);
    final Map<String, Integer> polls = new HashMap<>();
    final MarketService service;
    volatile boolean feedIsAway;
    volatile Runnable polled = () -> {};

    Node(String name) {
      var feed = new SimulatedFeed(SEED, market.calendars());
      service =
          new MarketService(
              market,
              pool,
              (instruments, at) -> {
                if (feedIsAway) throw new IOException("away");
                instruments.stream()
                    .map(each -> each.exchange().code())
                    .distinct()
                    .forEach(exchange -> polls.merge(exchange, 1, Integer::sum));
                polled.run();
                return feed.poll(instruments, at);
              },
              name,
              () -> now);
    }

    MarketQuote quote(String symbol) {
      return market.view().snapshot().quote(symbol).orElseThrow();
    }

    int polls(String exchange) {
      return polls.getOrDefault(exchange, 0);
    }
  }

  @BeforeAll
  static void start() {
    data = DataDirectory.open(temp);
    postgres = new LocalPostgres(data).start();
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
    postgres.close();
    data.close();
  }

  @BeforeEach
  void open() {
    var schema = "market" + ++schemas;
    pool =
        PgBuilder.pool()
            .connectingTo(
                PgConnectOptions.fromUri(postgres.adminUri()).addProperty("search_path", schema))
            .with(new PoolOptions().setMaxSize(4))
            .using(vertx)
            .build();
    run("CREATE SCHEMA " + schema);
    BooksDatabase.migrations("platform").forEach(this::run);
  }

  @AfterEach
  void close() {
    pool.close().await();
  }

  @Test
  void the_first_start_prices_everything_and_the_second_serves_the_same() {
    var first = new Node("a");
    first.service.tick();
    assertThat(first.market.view().snapshot().quotes())
        .hasSize(first.market.view().catalogue().all().size());

    now = now.plusSeconds(60);
    var second = new Node("b");
    second.service.tick();
    assertThat(second.polls).isEmpty();
    assertThat(bodies(second)).isEqualTo(bodies(first));
    assertThat(second.market.view().snapshot().fx()).isEqualTo(first.market.view().snapshot().fx());
    assertThat(announced()).isEmpty();
  }

  @Test
  void two_nodes_poll_each_slot_once_and_serve_the_same_prices() {
    var nodes = List.of(new Node("a"), new Node("b"));
    for (int slot = 0; slot < 4; slot++) {
      // Who comes first changes, and both come twice.
      for (int turn = 0; turn < 4; turn++) nodes.get((slot + turn) % 2).service.tick();
      assertThat(bodies(nodes.get(0))).isEqualTo(bodies(nodes.get(1)));
      now = now.plus(PriceFeed.REFRESH);
    }
    assertThat(nodes.stream().mapToInt(node -> node.polls("NSE")).sum()).isEqualTo(4);
    assertThat(nodes).allSatisfy(node -> assertThat(node.polls("NSE")).isEqualTo(2));
  }

  @Test
  void of_two_nodes_at_the_same_moment_one_polls() {
    var nodes = List.of(new Node("a"), new Node("b"), new Node("c"));
    var runs = nodes.stream().map(n -> CompletableFuture.runAsync(n.service::tick)).toList();
    runs.forEach(CompletableFuture::join);
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes.stream().mapToInt(node -> node.polls("NSE")).sum()).isEqualTo(1);
    assertThat(nodes).allSatisfy(node -> assertThat(node.service.isPriced()).isTrue());
    assertThat(bodies(nodes.get(1))).isEqualTo(bodies(nodes.get(0)));
    assertThat(bodies(nodes.get(2))).isEqualTo(bodies(nodes.get(0)));
  }

  @Test
  void a_node_that_finds_another_one_polling_comes_again_soon() {
    var node = new Node("a");
    var other = pool.getConnection().await();
    var transaction = other.begin().await();
    assertThat(new PriceStore(pool).lockPolling(other).await()).isTrue();
    assertThat(node.service.tick()).isEqualTo(now.plusSeconds(1));
    assertThat(node.service.isPriced()).isFalse();
    transaction.rollback().await();
    other.close().await();
    node.service.tick();
    assertThat(node.service.isPriced()).isTrue();
  }

  @Test
  void a_feed_that_fails_leaves_its_slot_to_whoever_comes_next() {
    var broken = new Node("a");
    var sound = new Node("b");
    broken.feedIsAway = true;
    assertThatThrownBy(broken.service::tick).hasMessageContaining("feed is away");
    sound.service.tick();
    assertThat(sound.polls("NSE")).isEqualTo(1);
  }

  @Test
  void an_instrument_without_a_price_does_not_wait_for_its_slot() {
    new Node("a").service.tick();
    run("DELETE FROM price WHERE symbol = 'SCOM.KE'");
    var second = new Node("b");
    second.service.tick();
    assertThat(second.quote("SCOM.KE").price()).isPositive();
    assertThat(second.polls).containsExactly(Map.entry("NSE", 1));
  }

  @Test
  void every_set_that_is_written_has_a_number_which_the_views_of_all_nodes_carry() {
    var nodes = List.of(new Node("a"), new Node("b"));
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes).allSatisfy(node -> assertThat(node.market.view().set()).isEqualTo(1));
    now = now.plusSeconds(30);
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes).allSatisfy(node -> assertThat(node.market.view().set()).isEqualTo(1));
    now = now.plus(PriceFeed.REFRESH);
    nodes.getLast().service.tick();
    assertThat(nodes.getLast().market.view().set()).isEqualTo(2);
    nodes.getFirst().service.tick();
    assertThat(nodes.getFirst().market.view().set()).isEqualTo(2);
  }

  @Test
  void a_weekend_moves_nothing() {
    now = at("2026-07-17T16:05:00Z");
    var node = new Node("a");
    node.service.tick();
    var friday = Map.copyOf(bodies(node));
    var snapshot = node.market.view().snapshot();
    while (now.isBefore(at("2026-07-18T22:00:00Z"))) {
      now = now.plus(Duration.ofHours(3));
      node.service.tick();
    }
    assertThat(bodies(node)).isEqualTo(friday);
    assertThat(node.market.view().snapshot()).isSameAs(snapshot);
    now = at("2026-07-20T06:30:00Z");
    node.service.tick();
    assertThat(node.quote("SCOM.KE").asOf()).isEqualTo(now);
  }

  @Test
  void an_open_and_a_close_are_announced_once() {
    walk(at("2026-07-15T00:00:00Z"), at("2026-07-16T00:00:00Z"));
    assertThat(of("NSE"))
        .containsExactly(
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-07-15T12:00:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.OPEN, TradingPhase.CLOSED, at("2026-07-16T06:30:00Z")));
  }

  @Test
  void a_holiday_is_a_phase_from_midnight_to_midnight() {
    // Mashujaa Day, a Tuesday: 20 October from midnight to midnight in Nairobi.
    walk(at("2026-10-19T12:30:00Z"), at("2026-10-21T06:30:00Z"));
    assertThat(of("NSE"))
        .containsExactly(
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.HOLIDAY, at("2026-10-20T21:00:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.HOLIDAY, TradingPhase.CLOSED, at("2026-10-21T06:30:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-10-21T12:00:00Z")));
  }

  @Test
  void casablanca_opens_later_and_closes_earlier_in_ramadan() {
    var market = SharedMarket.load(now, _ -> PriceHistory.NONE);
    var casablanca = market.exchanges().byCode("CSE").orElseThrow();
    var session = market.calendars().of(casablanca).nextSession(LocalDate.of(2026, 2, 22));
    walk(session.open().minusSeconds(3_600), session.close().plusSeconds(60));
    assertThat(of("CSE"))
        .extracting(PhaseChange::status)
        .containsExactly(TradingPhase.OPEN, TradingPhase.CLOSED);
    assertThat(of("CSE").getFirst().nextTransitionAt()).isEqualTo(session.close());
    assertThat(session.length()).isEqualTo(Duration.ofMinutes(210));
  }

  @Test
  void a_node_whose_clock_is_behind_announces_nothing_back() {
    var ahead = new Node("a");
    var behind = new Node("b");
    now = at("2026-07-15T06:29:59Z");
    ahead.service.tick();
    now = at("2026-07-15T06:30:00Z");
    ahead.service.tick();
    now = at("2026-07-15T06:29:59.8Z");
    behind.service.tick();
    now = at("2026-07-15T06:30:01Z");
    behind.service.tick();
    assertThat(of("NSE")).hasSize(1);
  }

  @Test
  void a_halt_closes_an_open_exchange_of_one_environment_and_is_seen_by_every_node() {
    var nodes = List.of(new Node("a"), new Node("b"));
    nodes.forEach(node -> node.service.tick());
    now = now.plusSeconds(30);
    var declarations = new DeclarationStore(pool);
    for (int repeat = 0; repeat < 2; repeat++) {
      declarations.halt(Environment.LIVE, "NSE", null, now).await();
      nodes.forEach(node -> node.service.tick());
    }
    // It would have closed at 12:00; now it opens tomorrow.
    var halted =
        new PhaseChange("NSE", TradingPhase.OPEN, TradingPhase.CLOSED, at("2026-07-16T06:30:00Z"));
    assertThat(of("NSE")).containsExactly(halted);
    assertThat(announced(Environment.SANDBOX)).isEmpty();
    assertThat(nodes)
        .allSatisfy(
            node -> {
              assertThat(node.market.declared(Environment.LIVE).halted()).containsExactly("NSE");
              assertThat(node.market.declared(Environment.SANDBOX).halted()).isEmpty();
            });
    now = now.plusSeconds(30);
    declarations.resume(Environment.LIVE, "NSE").await();
    // Also when the one that was told of it dies at once.
    nodes.getLast().service.tick();
    nodes.getFirst().service.tick();
    var resumed =
        new PhaseChange("NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-07-15T12:00:00Z"));
    assertThat(of("NSE")).containsExactly(halted, resumed);
  }

  @Test
  void a_halt_is_no_news_where_nobody_trades_and_ends_as_the_phase_that_then_holds() {
    var node = new Node("a");
    node.service.tick();
    var declarations = new DeclarationStore(pool);
    declarations.halt(Environment.LIVE, "NSE", "Outage", now).await();
    declarations.halt(Environment.LIVE, "GSE", "Outage", now).await();
    now = now.plusSeconds(1);
    node.service.tick();
    assertThat(of("GSE")).isEmpty();
    // It is over after the close, of which nobody need be told.
    now = at("2026-07-15T13:00:00Z");
    node.service.tick();
    declarations.resume(Environment.LIVE, "NSE").await();
    node.service.tick();
    assertThat(of("NSE")).extracting(PhaseChange::status).containsExactly(TradingPhase.CLOSED);
  }

  @Test
  void a_day_that_is_declared_a_holiday_is_one_on_every_node_and_in_both_environments() {
    var nodes = List.of(new Node("a"), new Node("b"));
    now = at("2026-07-16T05:00:00Z");
    nodes.forEach(node -> node.service.tick());
    now = now.plusSeconds(1);
    var today = LocalDate.of(2026, 7, 16);
    var store = new DeclarationStore(pool);
    store.override(new HolidayOverride("NSE", today, false, "Mourning"), now).await();
    nodes.forEach(node -> node.service.tick());
    for (var node : nodes) {
      assertThat(node.market.calendars().of(node.market.exchange("NSE")).phaseAt(now))
          .isEqualTo(TradingPhase.HOLIDAY);
    }
    for (var environment : Environment.values()) {
      assertThat(announced(environment))
          .filteredOn(each -> each.exchange().equals("NSE"))
          .containsExactly(
              new PhaseChange(
                  "NSE", TradingPhase.CLOSED, TradingPhase.HOLIDAY, at("2026-07-16T21:00:00Z")));
    }
    now = at("2026-07-16T08:00:00Z");
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes.getFirst().quote("SCOM.KE").asOf()).isBefore(at("2026-07-15T12:00:00Z"));
    assertThat(nodes.getFirst().quote("NPN.ZA").asOf()).isEqualTo(now);
  }

  @Test
  void without_postgresql_the_last_prices_stay() {
    var node = new Node("a");
    node.service.tick();
    var before = bodies(node);
    postgres.stop();
    try {
      now = now.plus(PriceFeed.REFRESH);
      assertThatThrownBy(node.service::tick).isNotNull();
      assertThat(bodies(node)).isEqualTo(before);
    } finally {
      postgres.start();
    }
    node.service.tick();
    assertThat(node.quote("SCOM.KE").asOf()).isAfter(START);
  }

  @Test
  void the_verticle_has_started_once_there_are_prices_and_looks_again_when_told() throws Exception {
    var node = new Node("a");
    var verticle = new MarketVerticle(node.service, () -> now);
    var options = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    var deployment = vertx.deployVerticle(verticle, options).await();
    assertThat(node.service.isPriced()).isTrue();

    now = now.plus(PriceFeed.REFRESH);
    var seen = new CountDownLatch(1);
    node.polled = seen::countDown;
    verticle.wake();
    assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
    vertx.undeploy(deployment).await();
  }

  @Test
  void a_node_that_cannot_price_anything_does_not_start() {
    var node = new Node("a");
    node.feedIsAway = true;
    var options = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    var verticle = new MarketVerticle(node.service, () -> now);
    assertThatThrownBy(() -> vertx.deployVerticle(verticle, options).await())
        .hasMessageContaining("feed is away");
  }

  /// Moves the clock to each moment that the service asks for, on two nodes.
  private void walk(Instant from, Instant to) {
    now = from;
    var nodes = List.of(new Node("a"), new Node("b"));
    while (!now.isAfter(to)) {
      var next = to.plusSeconds(1);
      for (var node : nodes) {
        node.service.tick();
        var due = nextChange(node.market);
        if (due.isBefore(next)) next = due;
      }
      now = next;
    }
  }

  /// The service comes more often; between these moments it finds nothing to announce.
  private Instant nextChange(SharedMarket market) {
    return market.exchanges().all().stream()
        .map(exchange -> market.calendars().of(exchange).nextTransition(now))
        .min(Instant::compareTo)
        .orElseThrow();
  }

  private List<PhaseChange> of(String exchange) {
    return announced().stream().filter(change -> change.exchange().equals(exchange)).toList();
  }

  /// What every partner of live is to be told, in its order.
  private List<PhaseChange> announced() {
    return announced(Environment.LIVE);
  }

  private List<PhaseChange> announced(Environment environment) {
    var told = "SELECT data FROM broadcast WHERE environment = '%s' ORDER BY broadcast_id";
    var rows = pool.query(told.formatted(environment.schema())).execute().await();
    return Rows.map(rows, f -> Json.decode(Buffer.buffer(f.text("data")), PhaseChange.class));
  }

  private Map<String, QuoteBody> bodies(Node node) {
    var bodies = new HashMap<String, QuoteBody>();
    for (var quote : node.market.view().snapshot().quotes()) {
      bodies.put(quote.symbol(), quote.bodyAt(quote.asOf()));
    }
    return bodies;
  }

  private void run(String sql) {
    pool.query(sql).execute().await();
  }
}
