package africa.soko.market;

import static africa.soko.market.MarketFixture.at;

import africa.soko.edge.Environment;
import africa.soko.market.exchange.PhaseChange;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.MarketQuote;
import africa.soko.market.price.SimulatedFeed;
import africa.soko.platform.db.Rows;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.json.Json;
import africa.soko.testing.BooksDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Nodes that share a database, for tests of what keeps their markets up to date.
@Timeout(120)
abstract class MarketNodes {
  /// A Wednesday on which all of the exchanges that the tests name are open.
  static final Instant START = at("2026-07-15T09:05:00Z");

  private static final long SEED = 1;

  @TempDir static Path temp;
  private static DataDirectory data;
  static LocalPostgres postgres;
  static Vertx vertx;
  private static int schemas;

  volatile Instant now = START;
  Pool pool;

  /// One process of several that share a database.
  final class Node {
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

  /// What every partner of live is to be told, in its order.
  List<PhaseChange> announced() {
    return announced(Environment.LIVE);
  }

  List<PhaseChange> announced(Environment environment) {
    var told = "SELECT data FROM broadcast WHERE environment = '%s' ORDER BY broadcast_id";
    var rows = pool.query(told.formatted(environment.schema())).execute().await();
    return Rows.map(rows, f -> Json.decode(Buffer.buffer(f.text("data")), PhaseChange.class));
  }

  void run(String sql) {
    pool.query(sql).execute().await();
  }
}
