package africa.soko.trading.order;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Orders that rest, over HTTP, at prices that the test publishes. It is a Monday noon in Nairobi.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RestingOrdersIT {
  private static final String SCOM = "SCOM.KE";
  private static final Map<String, Object> NSE = Map.of("environment", "sandbox");
  private static final Map<String, Object> HALT =
      Map.of("environment", "sandbox", "reason", "An outage");

  private final SettableClock clock = new SettableClock();
  private final AtomicInteger partners = new AtomicInteger();
  private Service service;
  private PriceBoard board;
  private Partner partner;
  private Trader user;

  @BeforeAll
  void start() {
    service = new Service(clock);
    board = new PriceBoard(service);
  }

  @BeforeEach
  void open() {
    partner = service.registeredPartner("idp|resting" + partners.incrementAndGet());
    user = partner.verifiedUser().funded("1000");
    board.publish(SCOM, "26", user.api());
  }

  @AfterEach
  void prove() {
    service.proveBooks();
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @Test
  void a_limit_waits_for_its_price_and_fills_at_it() {
    var order = rest("LIMIT", BUY, 100, Map.of("limitPrice", 25));
    assertThat(order)
        .has("/status", "WORKING")
        .has("/replaceable", "true")
        .has("/orderType", "LIMIT")
        .has("/timeInForce", "DAY")
        .hasNumber("/limitPrice", "25");
    var held = order.number("/totalCost");
    assertThat(user.cash()).isEqualByComparingTo(new BigDecimal("1000").subtract(held));
    board.publish(SCOM, "25.05", user.api());
    assertThat(read(order)).has("/status", "WORKING");
    board.publish(SCOM, "24.5");
    var filled = ended(order);
    assertThat(filled)
        .has("/status", "FILLED")
        .has("/replaceable", "false")
        .hasNumber("/averagePrice", "24.5")
        .hasNumber("/triggeredPrice", "24.5");
    assertThat(filled.number("/totalCost")).isLessThan(held);
    assertThat(user.cash())
        .isEqualByComparingTo(new BigDecimal("1000").subtract(filled.number("/totalCost")));
    assertThat(reports(user, order)).containsExactly("RECEIPT", "FILL");
    assertThat(events())
        .containsSubsequence("order.working", "order.pending", "order.filled", "trade.settled");
    assertThat(user.get("/orders?status=WORKING").at("/count").asInt()).isZero();
  }

  @Test
  void a_stop_limit_is_stopped_then_triggered() {
    var order = rest("STOP_LIMIT", BUY, 10, Map.of("stopPrice", 27, "limitPrice", 27.5));
    board.publish(SCOM, "28");
    var stopped = eventually(() -> read(order), o -> !o.at("/stoppedAt").isNull());
    assertThat(stopped).has("/status", "WORKING");
    assertThat(stopped.at("/triggeredAt").isNull()).isTrue();
    assertThat(partner.events("order.working")).hasSize(2);
    board.publish(SCOM, "27.25");
    assertThat(ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "27.25");
  }

  @Test
  void the_master_account_rests_its_orders_too() {
    var master = partner.master();
    master.done(SCOM, BUY, 100);
    var body = Trader.order(master.quote(SCOM, SELL, 40));
    body.putAll(Map.of("orderType", "STOP", "stopPrice", 25));
    var order = master.post("/trade", body).expect(202);
    assertThat(order).has("/status", "WORKING");
    assertThat(master.get("/portfolio")).hasNumber("/holdings/0/reservedQuantity", "40");
    var patched =
        master.api().patch("/orders/" + order.text("/orderId"), Map.of("stopPrice", 25.5));
    assertThat(patched.expect(200)).hasNumber("/stopPrice", "25.5").has("/status", "WORKING");
    board.publish(SCOM, "25.3");
    assertThat(master.ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "25.3");
    assertThat(reports(master, order)).containsExactly("RECEIPT", "REPLACE", "FILL");
  }

  @Test
  void what_the_market_has_reached_is_triggered_at_its_acceptance() {
    var order = rest("LIMIT", BUY, 10, Map.of("limitPrice", 27));
    assertThat(order).has("/status", "PENDING").hasNumber("/triggeredPrice", "26");
    assertThat(ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "26");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LIMIT      | {}                                        | MISSING_PARAM    | limitPrice",
        "STOP       | {}                                        | MISSING_PARAM    | stopPrice",
        "STOP_LIMIT | {\"stopPrice\":27}                        | MISSING_PARAM    | limitPrice",
        "LIMIT      | {\"limitPrice\":25,\"stopPrice\":25}      | VALIDATION_ERROR | stopPrice",
        "STOP       | {\"limitPrice\":25,\"stopPrice\":25}      | VALIDATION_ERROR | limitPrice",
        "MARKET     | {\"limitPrice\":25}                       | VALIDATION_ERROR | limitPrice",
        "MARKET     | {\"timeInForce\":\"GTD\"}                 | VALIDATION_ERROR | timeInForce",
        "MARKET     | {\"goodTillDate\":\"2026-03-03\"}         | VALIDATION_ERROR | goodTillDate",
        "LIMIT      | {\"limitPrice\":0}                        | VALIDATION_ERROR | limitPrice",
        "LIMIT      | {\"limitPrice\":-25}                      | VALIDATION_ERROR | limitPrice",
        "LIMIT      | {\"limitPrice\":25.0000001}               | VALIDATION_ERROR | limitPrice",
        "LIMIT      | {\"limitPrice\":1e12}                     | VALIDATION_ERROR | limitPrice",
        "LIMIT      | {\"limitPrice\":25,\"timeInForce\":\"GTD\"} | MISSING_PARAM  | goodTillDate",
        "LIMIT      | {\"limitPrice\":25,\"goodTillDate\":\"2026-03-03\"} | VALIDATION_ERROR |"
            + " goodTillDate",
        "LIMIT      | {\"limitPrice\":25,\"timeInForce\":\"GTD\",\"goodTillDate\":\"2026-03-01\"} |"
            + " VALIDATION_ERROR | goodTillDate",
        "LIMIT      | {\"limitPrice\":25,\"timeInForce\":\"GTD\",\"goodTillDate\":\"2027-03-03\"} |"
            + " VALIDATION_ERROR | goodTillDate"
      })
  void a_body_that_breaks_a_rule_is_refused(String kind, String more, String code, String param) {
    var body = Trader.order(user.quote(SCOM, BUY, 1));
    body.put("orderType", kind);
    Reply.read(more).properties().forEach(e -> body.put(e.getKey(), e.getValue()));
    assertThat(user.post("/trade", body)).isRefused(400, code).has("/error/param", param);
    assertThat(user.get("/orders").at("/count").asInt()).isZero();
    assertThat(user.cash()).isEqualByComparingTo("1000");
  }

  @Test
  void a_cash_order_does_not_rest() {
    var body = Trader.order(user.cashQuote(SCOM, BUY, 50));
    body.putAll(Map.of("orderType", "LIMIT", "limitPrice", 25));
    assertThat(user.post("/trade", body))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "cashValue");
  }

  @Test
  void a_price_off_the_tick_or_beyond_the_band_is_told_what_there_is() {
    var order = rest("LIMIT", BUY, 1, Map.of("limitPrice", 24));
    var path = user.path() + "/orders/" + order.text("/orderId");
    assertThat(user.api().patch(path, Map.of("limitPrice", 24.01)))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "limitPrice")
        .hasNumber("/error/tickSize", "0.05")
        .hasNumber("/error/band/low", "23.4")
        .hasNumber("/error/band/high", "28.6");
    for (var beyond : List.of("23.35", "28.65", "0.01", "500000")) {
      assertThat(user.api().patch(path, Map.of("limitPrice", new BigDecimal(beyond))))
          .isRefused(400, "VALIDATION_ERROR")
          .hasNumber("/error/band/low", "23.4");
    }
    user.api().patch(path, Map.of("limitPrice", new BigDecimal("23.4"))).expect(200);
    // Dar es Salaam publishes its steps and no band; so says the refusal.
    var body = Trader.order(user.quote("CRDB.TZ", BUY, 1));
    body.putAll(Map.of("orderType", "LIMIT", "limitPrice", new BigDecimal("401.5")));
    assertThat(user.post("/trade", body))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "limitPrice")
        .hasNumber("/error/tickSize", "5")
        .satisfies(refused -> assertThat(refused.at("/error/band").isNull()).isTrue());
    // Lusaka publishes neither: what is not known binds nobody.
    body = Trader.order(user.quote("PUMA.ZM", BUY, 1));
    body.putAll(Map.of("orderType", "LIMIT", "limitPrice", new BigDecimal("0.000001")));
    assertThat(user.post("/trade", body).status()).isEqualTo(400);
    body.put("limitPrice", new BigDecimal("0.6"));
    assertThat(user.post("/trade", body).expect(202)).has("/status", "WORKING");
  }

  @Test
  void a_replacement_moves_the_difference_and_keeps_the_order() {
    var order = rest("LIMIT", BUY, 100, Map.of("limitPrice", 25));
    var path = user.path() + "/orders/" + order.text("/orderId");
    var replaced = user.api().patch(path, Map.of("quantity", 200)).expect(200);
    assertThat(replaced)
        .has("/orderId", order.text("/orderId"))
        .has("/expiresAt", order.text("/expiresAt"))
        .hasNumber("/quantity", "200");
    assertThat(user.cash())
        .isEqualByComparingTo(new BigDecimal("1000").subtract(replaced.number("/totalCost")));
    assertThat(user.api().patch(path, Map.of("quantity", 1_000_000)))
        .isRefused(403, "KYC_REQUIRED");
    assertThat(user.api().patch(path, Map.of("quantity", 6_000)))
        .isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(user.api().patch(path, Map.of())).isRefused(400, "MISSING_PARAM");
    assertThat(user.api().patch(path, Map.of("stopPrice", 25)))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "stopPrice");
    assertThat(user.api().patch(path, Map.of("quantity", 1.5))).isRefused(400, "VALIDATION_ERROR");
    assertThat(user.api().patch(path + "x", Map.of("quantity", 1))).isRefused(404, "NOT_FOUND");
    assertThat(read(order)).hasNumber("/quantity", "200");
    partner.sandbox().patch(user.path(), Map.of("status", "frozen")).expect(200);
    assertThat(user.api().patch(path, Map.of("quantity", 1))).isRefused(403, "FORBIDDEN");
    user.delete("/orders/" + order.text("/orderId")).expect(200);
    partner.sandbox().patch(user.path(), Map.of("status", "active")).expect(200);
    assertThat(user.api().patch(path, Map.of("quantity", 1))).isRefused(409, "CONFLICT");
    assertThat(user.cash()).isEqualByComparingTo("1000");
    var event = partner.events("order.replaced").getFirst();
    assertThat(event.at("/previous/quantity").asInt()).isEqualTo(100);
    assertThat(event.at("/current/quantity").asInt()).isEqualTo(200);
    assertThat(event.at("/escrowDelta").decimalValue())
        .isEqualByComparingTo(replaced.number("/totalCost").subtract(order.number("/totalCost")));
  }

  @Test
  void a_replacement_keeps_the_fees_of_its_placement() {
    var order = rest("LIMIT", BUY, 100, Map.of("limitPrice", 25));
    var dearer = Map.of("environment", "sandbox", "baseFeeBps", 300, "markupFeeBps", 200);
    service.operator().patch("/partners/" + partner.id(), dearer).expect(200);
    eventually(
        () -> user.quote(SCOM, BUY, 100).expect(200),
        quote ->
            quote
                    .number("/fee")
                    .multiply(new BigDecimal("20"))
                    .compareTo(quote.number("/grossCost"))
                >= 0);
    var path = user.path() + "/orders/" + order.text("/orderId");
    var replaced = user.api().patch(path, Map.of("quantity", 200)).expect(200);
    assertThat(replaced.number("/feeAmount").divide(order.number("/feeAmount"), RoundingMode.DOWN))
        .isBetween(new BigDecimal("1.9"), new BigDecimal("2.1"));
    board.publish(SCOM, "24.5");
    assertThat(ended(order).number("/feeAmount"))
        .isLessThanOrEqualTo(replaced.number("/feeAmount"));
  }

  @Test
  void a_suspended_instrument_holds_back() {
    board.publish("KPLC.KE", "26", user.api());
    var order = rest("LIMIT", BUY, 10, Map.of("limitPrice", 25));
    var body = Trader.order(user.quote("KPLC.KE", BUY, 1));
    body.putAll(Map.of("orderType", "LIMIT", "limitPrice", 25));
    var witness = user.post("/trade", body).expect(202);
    service.operator().post("/instruments/SCOM.KE/suspend", HALT).expect(200);
    try {
      eventually(() -> user.quote(SCOM, BUY, 1), reply -> reply.status() == 422);
      board.publish(SCOM, "24.5");
      board.publish("KPLC.KE", "24.5");
      assertThat(ended(witness)).has("/status", "FILLED");
      assertThat(read(order)).has("/status", "WORKING");
    } finally {
      service.operator().post("/instruments/SCOM.KE/resume", NSE).expect(200);
    }
    clock.advance(PriceWatch.AGAIN.plusSeconds(1));
    assertThat(ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "24.5");
  }

  @Test
  void a_frozen_account_and_a_halted_exchange_hold_back() {
    var order = rest("LIMIT", BUY, 10, Map.of("limitPrice", 25));
    var other = partner.verifiedUser().funded("100");
    var witness = other.post("/trade", other.limitOrder(SCOM, BUY, 1, new BigDecimal("25")));
    partner.sandbox().patch(user.path(), Map.of("status", "frozen")).expect(200);
    board.publish(SCOM, "24.5");
    other.ended(witness);
    assertThat(read(order)).has("/status", "WORKING");

    service.operator().post("/exchanges/NSE/halt", HALT).expect(200);
    try {
      partner.sandbox().patch(user.path(), Map.of("status", "active")).expect(200);
      // The halt is seen, and so is the set.
      eventually(() -> user.quote(SCOM, BUY, 1), reply -> reply.status() == 422);
      board.publish(SCOM, "24.4", user.api());
      clock.advance(PriceWatch.AGAIN.plusSeconds(1));
      assertThat(read(order)).has("/status", "WORKING");
    } finally {
      service.operator().post("/exchanges/NSE/resume", NSE).expect(200);
    }
    clock.advance(PriceWatch.AGAIN.plusSeconds(1));
    assertThat(ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "24.4");
  }

  @Test
  void a_live_order_fills_at_its_trigger_however_long_the_desk_takes() {
    var live = partner.verifiedLiveUser().funded("1000");
    var order =
        live.post("/trade", live.limitOrder(SCOM, BUY, 10, new BigDecimal("25"))).expect(202);
    assertThat(Instant.parse(order.text("/expiresAt"))).isEqualTo("2026-03-02T12:00:00Z");
    board.publish(SCOM, "24.8");
    var pending = eventually(() -> at(live, order), o -> o.text("/status").equals("PENDING"));
    assertThat(pending).hasNumber("/triggeredPrice", "24.8");
    board.publish(SCOM, "28", live.api());
    assertThat(at(live, order)).has("/status", "PENDING");
    assertThat(
            live.api()
                .patch(live.path() + "/orders/" + order.text("/orderId"), Map.of("quantity", 1)))
        .isRefused(409, "CONFLICT");
    clock.advance(Duration.ofMinutes(6));
    assertThat(live.ended(order)).has("/status", "FILLED").hasNumber("/averagePrice", "24.8");
  }

  /// The last of the class: it leaves the Monday.
  @Test
  @Order(Integer.MAX_VALUE)
  void a_deadline_cancels_by_the_calendar_of_the_exchange() {
    var live = partner.verifiedLiveUser().funded("1000");
    var day = live.post("/trade", live.limitOrder(SCOM, BUY, 10, new BigDecimal("25"))).expect(202);
    var gtd = live.limitOrder(SCOM, BUY, 10, new BigDecimal("25"));
    gtd.putAll(Map.of("timeInForce", "GTD", "goodTillDate", "2026-03-02"));
    var date = live.post("/trade", gtd).expect(202);
    assertThat(Instant.parse(date.text("/expiresAt"))).isEqualTo("2026-03-02T21:00:00Z");
    clock.advance(Duration.between(clock.instant(), Instant.parse("2026-03-02T12:00:00Z")));
    var expired = ended(live, day);
    assertThat(expired)
        .has("/status", "CANCELLED")
        .has("/orderLifecycle", "EXPIRED")
        .has("/cancelReason", "Good for the day, which has ended");
    assertThat(expired.number("/refunded")).isEqualByComparingTo(day.number("/totalCost"));
    assertThat(expired.at("/rejectionCode").isNull()).isTrue();
    assertThat(at(live, date)).has("/status", "WORKING");
    clock.advance(Duration.ofHours(9));
    assertThat(ended(live, date)).has("/orderLifecycle", "EXPIRED");
    assertThat(live.cash()).isEqualByComparingTo("1000");
    assertThat(reports(live, day)).containsExactly("RECEIPT", "CANCELLATION");
  }

  private Reply rest(String kind, Side side, int quantity, Map<String, Object> more) {
    var body = Trader.order(user.quote(SCOM, side, quantity));
    body.put("orderType", kind);
    body.putAll(more);
    return user.post("/trade", body).expect(202);
  }

  private Reply read(Reply order) {
    return at(user, order);
  }

  private static Reply at(Trader trader, Reply order) {
    return trader.get("/orders/" + order.text("/orderId")).expect(200);
  }

  private Reply ended(Reply order) {
    return ended(user, order);
  }

  private static Reply ended(Trader trader, Reply order) {
    return eventually(
        () -> at(trader, order),
        o -> !List.of("WORKING", "PENDING", "PARTIALLY_FILLED").contains(o.text("/status")));
  }

  private List<String> events() {
    return service.events(partner.id()).stream().map(event -> event.name()).toList();
  }

  private static List<String> reports(Trader trader, Reply order) {
    return trader
        .get("/orders/" + order.text("/orderId") + "/execution-reports")
        .expect(200)
        .texts("/executionReports", "reportType");
  }
}
