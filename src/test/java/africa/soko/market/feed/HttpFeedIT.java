package africa.soko.market.feed;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.PriceStore;
import africa.soko.testing.SettableClock;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Prices of a server that behaves as servers do, on two nodes.
@Timeout(120)
class HttpFeedIT {
  private static final Duration REST = Duration.ofMinutes(2);
  private static final String ROW =
      """
      {"symbol": "%s", "price": %s, "previousClose": %s, "volume": 100, "asOf": "%s"}\
      """;

  private static BooksOnDisk books;

  private final SettableClock clock = new SettableClock(Instant.parse("2026-07-15T09:05:00Z"));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Headers> asked = new CopyOnWriteArrayList<>();
  private volatile Reply reply = exchange -> send(exchange, 500, "text/plain", "away");
  private HttpServer server;
  private FeedNode one;
  private FeedNode other;

  private interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  @BeforeAll
  static void open() {
    books = new BooksOnDisk();
  }

  @AfterAll
  static void close() {
    books.close();
  }

  @BeforeEach
  void start() throws IOException {
    books.execute("TRUNCATE platform.price, platform.price_set, platform.feed_look");
    books.execute("TRUNCATE platform.held_price, platform.candle, platform.intraday_bar");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestHeaders());
          reply.to(exchange);
        });
    server.start();
    one = node(Duration.ofSeconds(10));
    other = node(Duration.ofSeconds(10));
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void prices_come_in_json_and_in_csv_with_the_credential() {
    json(row("SCOM.KE", "26.05", "25.75", "2026-07-15T09:00:00Z"));
    assertThat(one.look()).isTrue();
    other.service.tick();
    for (var node : List.of(one, other)) {
      assertThat(node.price("SCOM.KE")).isEqualTo("26.05");
      assertThat(node.quote("SCOM.KE").orElseThrow().dataQuality()).isEqualTo(DataQuality.DELAYED);
      assertThat(node.price("KPLC.KE")).isEqualTo("none");
      assertThat(node.age("NSE")).isEqualTo(300);
      assertThat(node.age("JSE")).isInfinite();
    }
    csv("symbol,price,previous_close,volume,as_of\nSCOM.KE,26.10,25.75,150,2026-07-15T09:05:00Z\n");
    next();
    assertThat(one.look()).isTrue();
    assertThat(one.price("SCOM.KE")).isEqualTo("26.1");
    assertThat(asked).allSatisfy(each -> assertThat(each.getFirst("X-Key")).isEqualTo("secret"));
    assertThat(
            one.market
                .view()
                .refreshDue(one.quote("SCOM.KE").orElseThrow().instrument().exchange()))
        .isEqualTo(clock.instant().plus(Duration.ofMinutes(15)));
  }

  @Test
  void one_node_asks_in_the_name_of_all() {
    json(row("SCOM.KE", "26.05", "25.75", "2026-07-15T09:00:00Z"));
    for (var node : List.of(one, other, one, other)) node.look();
    assertThat(asked).hasSize(1);
    next();
    for (var node : List.of(other, one, other, one)) node.look();
    assertThat(asked).hasSize(2);
    assertThat(books.ask("SELECT count(*) FROM platform.price_set")).isEqualTo(1L);
  }

  @Test
  void what_has_not_changed_is_not_sent_again() {
    reply =
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"v1\"");
          exchange.getResponseHeaders().add("Last-Modified", "Wed, 15 Jul 2026 09:00:00 GMT");
          if ("\"v1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
            exchange.close();
          } else {
            send(exchange, 200, "application/json; charset=utf-8", body(sound()));
          }
        };
    assertThat(one.look()).isTrue();
    next();
    assertThat(one.look()).isFalse();
    assertThat(asked.getLast().getFirst("If-Modified-Since"))
        .isEqualTo("Wed, 15 Jul 2026 09:00:00 GMT");
    assertThat(one.failures()).isZero();
    assertThat(one.price("SCOM.KE")).isEqualTo("26.05");
  }

  @Test
  void a_server_that_repeats_itself_publishes_nothing_twice() {
    json(sound());
    assertThat(one.look()).isTrue();
    for (var node : List.of(other, one, other)) {
      next();
      node.look();
    }
    assertThat(books.ask("SELECT count(*) FROM platform.price_set")).isEqualTo(1L);
  }

  @Test
  void a_server_that_goes_back_in_time_is_not_believed() {
    json(sound());
    one.look();
    next();
    json(row("SCOM.KE", "25.90", "25.75", "2026-07-15T08:45:00Z"));
    assertThat(one.look()).isFalse();
    next();
    json(row("SCOM.KE", "25.90", "25.75", "2026-07-14T08:45:00Z"));
    assertThat(one.look()).isFalse();
    assertThat(one.price("SCOM.KE")).isEqualTo("26.05");
  }

  @Test
  void a_jump_of_90_percent_is_held_and_the_rest_is_published() {
    json(sound());
    one.look();
    next();
    json(
        row("SCOM.KE", "2.60", "25.75", "2026-07-15T09:05:00Z")
            + ", "
            + row("SBK.ZA", "25", "250", "2026-07-15T09:05:00Z")
            + ", "
            + row("KPLC.KE", "13", "12.90", "2026-07-15T09:05:00Z"));
    one.look();
    assertThat(one.price("SCOM.KE")).isEqualTo("26.05");
    assertThat(one.price("SBK.ZA")).isEqualTo("none");
    assertThat(one.price("KPLC.KE")).isEqualTo("13");
    assertThat(books.ask("SELECT count(*) FROM platform.held_price WHERE status = 'HELD'"))
        .isEqualTo(2L);
  }

  @Test
  void whatever_a_server_does_the_last_good_prices_stay_and_turn_stale() {
    one = node(Duration.ofMillis(500));
    json(sound());
    one.look();
    var faults =
        List.<Reply>of(
            exchange -> send(exchange, 500, "application/json", body(sound())),
            exchange -> {},
            exchange -> send(exchange, 200, "text/html", "<html>"),
            exchange -> send(exchange, 200, "application/json", "{\"prices\": ["),
            exchange -> send(exchange, 200, "text/csv", "a,b\n1,2\n"),
            exchange -> send(exchange, 200, "application/json", " ".repeat(200_000)),
            HttpFeedIT::endlessly,
            exchange -> {
              exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
              exchange.sendResponseHeaders(302, -1);
              exchange.close();
            },
            HttpExchange::close);
    for (var index = 0; index < faults.size(); index++) {
      reply = faults.get(index);
      // Long enough for a server that was left alone to be asked again.
      clock.advance(REST.plusSeconds(1));
      assertThat(one.look()).as("fault %d", index).isFalse();
      assertThat(one.failures()).isEqualTo(index + 1);
      assertThat(one.price("SCOM.KE")).isEqualTo("26.05");
    }
    clock.advance(Duration.ofMinutes(30));
    var quote = one.quote("SCOM.KE").orElseThrow().bodyAt(clock.instant());
    assertThat(quote.stale()).isTrue();
    assertThat(quote.dataQuality()).isEqualTo(DataQuality.STALE);
    json(row("SCOM.KE", "26.10", "25.75", "2026-07-15T09:50:00Z"));
    assertThat(one.look()).isTrue();
    assertThat(one.quote("SCOM.KE").orElseThrow().bodyAt(clock.instant()).stale()).isFalse();
  }

  @Test
  void a_server_that_fails_three_times_is_left_alone_for_a_while() {
    for (var times = 0; times < 3; times++) {
      one.look();
      next();
    }
    assertThat(asked).hasSize(3);
    for (var times = 0; times < 3; times++) {
      one.look();
      next();
    }
    assertThat(asked).hasSize(3);
    json(sound());
    clock.advance(REST);
    assertThat(one.look()).isTrue();
    assertThat(asked).hasSize(4);
  }

  @Test
  void what_came_while_another_node_published_is_published_after_it() {
    json(sound());
    var connection = BooksOnDisk.await(books.platform().getConnection());
    var transaction = BooksOnDisk.await(connection.begin());
    var prices = new PriceStore(books.platform());
    assertThat(BooksOnDisk.await(prices.lockPolling(connection))).isTrue();
    assertThat(one.feed.look().next()).isEqualTo(clock.instant().plusSeconds(1));
    BooksOnDisk.await(transaction.rollback());
    BooksOnDisk.await(connection.close());
    assertThat(one.look()).isTrue();
    assertThat(asked).hasSize(1);
    assertThat(one.price("SCOM.KE")).isEqualTo("26.05");
  }

  private FeedNode node(Duration timeout) {
    var url =
        URI.create("http://127.0.0.1:%d/prices?key=x".formatted(server.getAddress().getPort()));
    var terms = new HttpSource.Terms(url, "X-Key: secret", timeout, 100_000, REST);
    assertThat(terms.toString()).doesNotContain("key").doesNotContain("secret");
    return new FeedNode(books, new HttpSource(terms, clock), clock);
  }

  private void next() {
    clock.advance(FeedNode.PAUSE);
  }

  private void json(String rows) {
    reply = exchange -> send(exchange, 200, "application/json", body(rows));
  }

  private void csv(String text) {
    reply = exchange -> send(exchange, 200, "text/csv; charset=utf-8", text);
  }

  private static String sound() {
    return row("SCOM.KE", "26.05", "25.75", "2026-07-15T09:00:00Z");
  }

  private static String row(String symbol, String price, String close, String asOf) {
    return ROW.formatted(symbol, price, close, asOf);
  }

  private static String body(String rows) {
    return "{\"prices\": [" + rows + "]}";
  }

  /// Head and a little at once, and then a little now and then, until the client is gone.
  private static void endlessly(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(' ');
    exchange.getResponseBody().flush();
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }
}
