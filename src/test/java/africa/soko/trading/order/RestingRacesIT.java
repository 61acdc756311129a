package africa.soko.trading.order;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Replace, cancel, trigger, fill and expiry of the same orders at the same moment, on two nodes
/// with a desk each.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestingRacesIT {
  private static final String SCOM = "SCOM.KE";
  private static final int ORDERS = 60;
  private static final int DUE = Integer.getInteger("soko.due", 5_000);
  private static final int PLACERS = 8;

  /// Within the limit of a live partner in a minute.
  private static final int LIVE_ORDERS = 15;

  private final SettableClock clock = new SettableClock();
  private Service one;
  private Service other;
  private PriceBoard board;

  @BeforeAll
  void start() {
    one = new Service(clock);
    other = one.another(UnaryOperator.identity());
    board = new PriceBoard(one);
  }

  @AfterAll
  void stop() {
    one.proveBooks();
    other.close();
    one.close();
  }

  @Test
  void of_all_that_comes_at_once_one_wins() {
    var partner = one.registeredPartner("idp|races");
    var user = partner.verifiedUser().funded("5000");
    var elsewhere = other.at("/api/sandbox/v1/partner").as(partner.key());
    board.publish(SCOM, "26", user.api(), elsewhere);
    var orders = new ArrayList<String>();
    for (int n = 0; n < ORDERS; n++) {
      var body = user.limitOrder(SCOM, Side.BUY, 1 + n, new BigDecimal("25"));
      orders.add(user.post("/trade", body).expect(202).text("/orderId"));
    }

    var replaced = new ArrayList<CompletableFuture<Reply>>();
    var cancelled = new ArrayList<CompletableFuture<Reply>>();
    var published = CompletableFuture.runAsync(() -> board.publish(SCOM, "24.9"));
    for (int n = 0; n < ORDERS; n++) {
      var path = user.path() + "/orders/" + orders.get(n);
      var body = Map.of("quantity", 200 + n);
      replaced.add(elsewhere.request("PATCH", path).body(body).key("r" + n).sendAsync());
      if (n % 2 == 0) cancelled.add(user.api().request("DELETE", path).key("c" + n).sendAsync());
    }
    published.join();
    assertThat(replaced).extracting(f -> f.join().status()).isSubsetOf(200, 400, 409);
    assertThat(cancelled).extracting(f -> f.join().status()).isSubsetOf(200, 422);

    for (int n = 0; n < ORDERS; n++) {
      var order = ended(user, orders.get(n));
      var wasReplaced = replaced.get(n).join().status() == 200;
      var quantity = wasReplaced ? 200 + n : 1 + n;
      assertThat(order.number("/quantity")).as("%s", order).isEqualByComparingTo("" + quantity);
      var wasCancelled = n % 2 == 0 && cancelled.get(n / 2).join().status() == 200;
      assertThat(order.text("/status")).isEqualTo(wasCancelled ? "CANCELLED" : "FILLED");
      if (!wasCancelled) {
        assertThat(order.number("/averagePrice")).isEqualByComparingTo("24.9");
        assertThat(order.number("/filledQuantity")).isEqualByComparingTo("" + quantity);
      }
    }
    assertOnce(partner, "order.pending", orders);
    assertOnce(partner, "order.filled", orders);
    assertOnce(partner, "order.cancelled", orders);
    one.proveBooks();
  }

  @Test
  void an_expiry_and_a_trigger_do_not_both_happen() {
    var partner = one.registeredPartner("idp|deadlines");
    var live = partner.verifiedLiveUser().funded("5000");
    board.publish(SCOM, "26", live.api());
    var orders = new ArrayList<String>();
    for (int n = 0; n < LIVE_ORDERS; n++) {
      var body = live.limitOrder(SCOM, Side.BUY, 1, new BigDecimal("25"));
      body.putAll(Map.of("timeInForce", "GTD", "goodTillDate", "2026-03-02"));
      orders.add(live.post("/trade", body).expect(202).text("/orderId"));
    }
    var published = CompletableFuture.runAsync(() -> board.publish(SCOM, "24.9"));
    published.join();
    clock.advance(Duration.ofHours(48));
    // Each look has a minute of its own: a live partner is not asked for more than its limit.
    var all =
        eventually(
            () -> {
              clock.advance(Duration.ofMinutes(1));
              return live.get("/orders?limit=200").expect(200);
            },
            list -> Set.of("FILLED", "CANCELLED").containsAll(list.texts("/orders", "status")));
    assertThat(all.texts("/orders", "orderId")).containsExactlyInAnyOrderElementsOf(orders);
    for (var end : all.at("/orders")) {
      var isExpired = end.get("status").asText().equals("CANCELLED");
      assertThat(end.get("triggeredAt").isNull()).as("%s", end).isEqualTo(isExpired);
    }
    one.proveBooks();
  }

  private static String rested(Trader user) {
    var body = user.limitOrder(SCOM, Side.BUY, 1, new BigDecimal("25"));
    return user.post("/trade", body).expect(202).text("/orderId");
  }

  /// Not more than one event of a name for each order.
  private static void assertOnce(Partner partner, String event, List<String> orders) {
    var told = partner.events(event).stream().map(data -> data.get("orderId").asText()).toList();
    assertThat(told).as(event).doesNotHaveDuplicates().allMatch(orders::contains);
  }

  private static Reply ended(Trader trader, String orderId) {
    return eventually(
        () -> trader.get("/orders/" + orderId).expect(200),
        o -> List.of("FILLED", "CANCELLED", "REJECTED").contains(o.text("/status")));
  }

  @Test
  void many_that_are_due_at_once_are_each_done_once() throws Exception {
    var partner = one.registeredPartner("idp|many");
    var user = partner.verifiedUser().verified("FULL").funded("20000");
    board.publish(SCOM, "26", user.api());
    var placed = new ArrayList<String>();
    try (var threads = Executors.newFixedThreadPool(PLACERS)) {
      var placing =
          IntStream.range(0, DUE).mapToObj(_ -> threads.submit(() -> rested(user))).toList();
      for (var each : placing) placed.add(each.get(1, TimeUnit.MINUTES));
    }
    long start = System.nanoTime();
    board.publish(SCOM, "24.9");
    for (var order : placed) {
      assertThat(ended(user, order).text("/status")).isEqualTo("FILLED");
    }
    System.out.printf("%d due at once: %.1f s%n", DUE, (System.nanoTime() - start) / 1e9);
    assertOnce(partner, "order.pending", placed);
    assertOnce(partner, "order.filled", placed);
    assertThat(partner.events("order.filled")).hasSize(placed.size());
    assertThat(user.get("/portfolio").number("/holdings/0/quantity"))
        .isEqualByComparingTo("" + placed.size());
    one.proveBooks();
  }
}
