package africa.soko.sandbox;

import static africa.soko.sandbox.TestDesk.SYMBOL;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// SPEC "Sandbox order": what becomes of a test order, and that everything follows it.
@SokoTest
class TestOrdersIT {
  private static final BigDecimal HALF_UNIT = new BigDecimal("0.5");

  @Test
  void quantity_100_fills_and_999_is_rejected(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "5000");
    assertThat(desk.traded(BUY, 100, null)).has("/status", "FILLED");
    assertThat(desk.units()).isEqualByComparingTo("100");
    var rejected = desk.traded(BUY, 999, null);
    assertThat(rejected).has("/status", "REJECTED").has("/rejectionCode", "OTHER");
    assertThat(rejected.text("/rejectionReason")).isNotBlank();
    assertThat(desk.events(rejected))
        .containsExactly("order.pending", "order.rejected", "trade.rejected");

    desk.traded(BUY, 950, "FILL");
    assertThat(desk.traded(SELL, 999, null)).has("/status", "REJECTED");
    var sold = desk.traded(SELL, new BigDecimal("100.000000"), null);
    assertThat(sold).has("/status", "FILLED").has("/settlementStatus", "UNSETTLED");
    assertThat(desk.reports(sold)).containsExactly("RECEIPT", "FILL");
    assertThat(desk.events(sold)).containsExactly("order.pending", "order.filled", "trade.settled");
    assertThat(desk.units()).isEqualByComparingTo("950");
  }

  @Test
  void any_other_quantity_waits_and_the_desk_leaves_it_alone(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "5000");
    var orders = List.of(1, 99, 101, 998).stream().map(n -> desk.traded(BUY, n, null)).toList();
    // The desk has been through when it has filled an order that came later.
    desk.user().done(SYMBOL, BUY, 1);
    for (var order : orders) assertThat(found(desk, order)).has("/status", "PENDING");
    assertThat(found(desk, orders.getFirst()).at("/queuedUntil").isNull()).isTrue();
  }

  @Test
  void an_outcome_beats_a_cheat_quantity(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "20000");
    assertThat(desk.traded(BUY, 100, "PENDING")).has("/status", "PENDING");
    assertThat(desk.traded(BUY, 100, "REJECT")).has("/status", "REJECTED");
    assertThat(desk.traded(BUY, 999, "FILL")).has("/status", "FILLED");
    assertThat(desk.traded(BUY, 999, "CANCEL")).has("/status", "CANCELLED");
  }

  @TestFactory
  Stream<DynamicTest> every_outcome_from_the_trade_itself(Service service) {
    return outcomes(
        (side, outcome) -> {
          var desk = TestDesk.of(service, service.partner(), "1000");
          if (side == SELL) desk.traded(BUY, 100, null);
          ended(desk.traded(side, 11, outcome), outcome);
        });
  }

  @TestFactory
  Stream<DynamicTest> every_outcome_from_pending(Service service) {
    return outcomes(
        (side, outcome) -> {
          var desk = TestDesk.of(service, service.partner(), "1000");
          if (side == SELL) desk.traded(BUY, 100, null);
          var pending = desk.traded(side, 11, null);
          ended(desk.advanced(pending, outcome), outcome);
        });
  }

  @TestFactory
  Stream<DynamicTest> every_outcome_from_partially_filled(Service service) {
    return outcomes(
        (side, outcome) -> {
          var desk = TestDesk.of(service, service.partner(), "1000");
          if (side == SELL) desk.traded(BUY, 100, null);
          var partial = desk.traded(side, 22, "PARTIAL_FILL");
          assertThat(partial)
              .has("/status", "PARTIALLY_FILLED")
              .hasNumber("/filledQuantity", "11")
              .hasNumber("/remainingQuantity", "11");
          var filled = outcome.equals("PARTIAL_FILL") ? "16" : endsFilled(outcome) ? "22" : "11";
          assertThat(desk.advanced(partial, outcome))
              .has("/status", status(outcome))
              .hasNumber("/filledQuantity", filled);
        });
  }

  @Test
  void a_partial_fill_takes_half_rounded_down_but_at_least_one(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var order = desk.traded(BUY, 7, "PARTIAL_FILL");
    assertThat(order).hasNumber("/filledQuantity", "3");
    assertThat(desk.advanced(order, "PARTIAL_FILL")).hasNumber("/filledQuantity", "5");
    assertThat(desk.advanced(order, "PARTIAL_FILL")).hasNumber("/filledQuantity", "6");
    assertThat(desk.advanced(order, "PARTIAL_FILL"))
        .has("/status", "FILLED")
        .hasNumber("/filledQuantity", "7");
    assertThat(desk.reports(order))
        .containsExactly("RECEIPT", "PARTIAL_FILL", "PARTIAL_FILL", "PARTIAL_FILL", "FILL");
    assertThat(desk.traded(BUY, 1, "PARTIAL_FILL")).has("/status", "FILLED");

    var fraction = desk.traded(SELL, new BigDecimal("1.5"), "PARTIAL_FILL");
    assertThat(fraction)
        .has("/status", "PARTIALLY_FILLED")
        .hasNumber("/filledQuantity", "1")
        .hasNumber("/remainingQuantity", "0.5");
    assertThat(desk.traded(SELL, HALF_UNIT, "PARTIAL_FILL")).has("/status", "FILLED");
  }

  @Test
  void an_order_in_parts_costs_and_brings_to_the_cent_what_it_does_whole(
      Service service, Partner partner) {
    var whole = partner.verifiedUser().quote(TestDesk.SYMBOL, BUY, 33).expect(200);
    var desk = TestDesk.of(service, partner, whole.text("/totalCost"));
    var bought = inParts(desk, desk.traded(BUY, 33, null));
    assertThat(bought)
        .hasNumber("/totalCost", whole.text("/totalCost"))
        .hasNumber("/feeAmount", whole.text("/fee"))
        .hasNumber("/settlementUsdPrice", whole.text("/priceUsd"));
    assertThat(desk.user().cash()).isZero();
    var worth = desk.user().quote(TestDesk.SYMBOL, SELL, 33).expect(200);
    inParts(desk, desk.traded(SELL, 33, null));
    assertThat(desk.user().cash()).isEqualByComparingTo(worth.number("/totalCost"));
  }

  private static Reply inParts(TestDesk desk, Reply order) {
    var filled = order;
    while (!filled.text("/status").equals("FILLED")) filled = desk.advanced(order, "PARTIAL_FILL");
    return filled;
  }

  @Test
  void fractions_are_sold_but_not_bought(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    desk.traded(BUY, 100, null);
    desk.traded(SELL, new BigDecimal("99.999999"), "FILL");
    assertThat(desk.units()).isEqualByComparingTo("0.000001");
    assertThat(desk.ask(BUY, HALF_UNIT, "FILL")).isRefused(400, "VALIDATION_ERROR");
    assertThat(desk.ask(SELL, new BigDecimal("0.0000001"), "FILL"))
        .isRefused(400, "VALIDATION_ERROR");
    // A millionth of a share is worth less than a cent.
    assertThat(desk.ask(SELL, new BigDecimal("0.000001"), "FILL"))
        .isRefused(400, "VALIDATION_ERROR");
    desk.agrees();
  }

  @Test
  void an_order_that_has_ended_moves_no_more(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var ended =
        List.of(
            desk.traded(BUY, 100, null),
            desk.traded(BUY, 1, "REJECT"),
            desk.traded(BUY, 1, "CANCEL"),
            desk.traded(BUY, 1, "FAIL_SETTLEMENT"));
    for (var order : ended) {
      for (var outcome : List.of("FILL", "PARTIAL_FILL", "REJECT", "CANCEL")) {
        assertThat(desk.askAdvance(order, outcome)).isRefused(409, "CONFLICT");
      }
    }
    for (var order : ended.subList(1, 4)) {
      assertThat(desk.askAdvance(order, "FAIL_SETTLEMENT")).isRefused(409, "CONFLICT");
      assertThat(desk.askSettle(order)).isRefused(409, "CONFLICT");
    }
    desk.agrees();
  }

  @Test
  void an_advance_says_one_thing_about_an_order_of_the_test_tools(
      Service service, Partner partner, Partner other) {
    var desk = TestDesk.of(service, partner, "1000");
    var pending = desk.traded(BUY, 10, null);
    var path = "/test-tools/orders/" + pending.text("/orderId");
    var api = partner.sandbox();
    assertThat(api.patch(path, Map.of())).isRefused(400, "MISSING_PARAM");
    assertThat(api.patch(path, Map.of("outcome", "FILL", "settle", true)))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(path, Map.of("settle", false))).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(path, Map.of("settle", "true"))).isRefused(400, "INVALID_TYPE");
    assertThat(api.patch(path, Map.of("outcome", "PENDING"))).isRefused(400, "VALIDATION_ERROR");
    assertThat(api.patch(path, Map.of("outcome", "fill"))).isRefused(400, "VALIDATION_ERROR");
    assertThat(other.sandbox().patch(path, Map.of("outcome", "FILL"))).isRefused(404, "NOT_FOUND");
    var ordinary = desk.user().done(SYMBOL, BUY, 1);
    assertThat(desk.askSettle(ordinary)).isRefused(409, "CONFLICT").has("/error/status", "FILLED");
    assertThat(found(desk, pending)).has("/status", "PENDING");
  }

  /// What counts of a SELL is what it brings, as in its quote.
  @Test
  void level_full_is_needed_from_the_same_total_as_for_any_trade(Partner partner, Service service) {
    var user = partner.user().verified("FULL").funded("30000");
    var desk = new TestDesk(service, partner, user);
    var unit = user.quote(SYMBOL, BUY, 1_000).number("/priceUsd");
    // Gross a little more than 10,000, and less without the fees.
    int units = new BigDecimal("10050").divide(unit, 0, RoundingMode.FLOOR).intValueExact();
    assertThat(desk.ask(BUY, units, "FILL")).hasStatus(202);
    user.verified("BASIC");
    assertThat(desk.ask(BUY, units, "PENDING")).isRefused(403, "KYC_REQUIRED");
    assertThat(desk.ask(SELL, units, "FILL")).hasStatus(202);
    desk.agrees();
  }

  @Test
  void a_test_trade_is_checked_as_any_trade_is(Service service, Partner partner, Partner other) {
    var poor = new TestDesk(service, partner, partner.user());
    assertThat(poor.ask(BUY, 100, null)).isRefused(403, "KYC_REQUIRED");
    poor.user().verified("BASIC");
    assertThat(poor.ask(BUY, 100, null)).isRefused(400, "INSUFFICIENT_FUNDS");
    // Cheat codes and outcomes take no short cut past the wallet.
    assertThat(poor.ask(BUY, 999, null)).isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(poor.ask(SELL, 100, "REJECT")).isRefused(422, "INSUFFICIENT_UNITS");
    partner.sandbox().patch(poor.user().path(), Map.of("status", "frozen")).expect(200);
    assertThat(poor.ask(BUY, 100, null)).isRefused(403, "FORBIDDEN").has("/error/reason", "frozen");

    var stranger = new TestDesk(service, other, poor.user());
    assertThat(stranger.ask(BUY, 100, null)).isRefused(404, "NOT_FOUND");
    var trade = new HashMap<>(poor.trade(BUY, 100, null));
    trade.put("subAccountId", "master");
    assertThat(partner.sandbox().post("/test-tools/trade", trade)).isRefused(404, "NOT_FOUND");
    trade.put("symbol", "KCB");
    assertThat(partner.sandbox().post("/test-tools/trade", trade)).isRefused(400, "INVALID_SYMBOL");
    trade.remove("type");
    assertThat(partner.sandbox().post("/test-tools/trade", trade))
        .isRefused(400, "MISSING_PARAM")
        .has("/error/param", "type");
  }

  @Test
  void a_name_of_the_partners_own_and_a_bare_ticker_do(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var trade = new HashMap<>(desk.trade(BUY, 100, null));
    trade.put("subAccountId", "ext:" + desk.user().externalId());
    trade.put("symbol", "scom");
    var order = partner.sandbox().post("/test-tools/trade", trade).expect(202);
    assertThat(order)
        .has("/status", "FILLED")
        .has("/subAccountId", desk.user().id())
        .has("/externalId", desk.user().externalId())
        .has("/symbol", SYMBOL);
    desk.agrees();
  }

  @Test
  void a_fill_for_an_account_that_may_trade_no_more_is_a_rejection(
      Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var held = desk.traded(BUY, 10, null);
    var half = desk.traded(BUY, 10, "PARTIAL_FILL");
    partner.sandbox().patch(desk.user().path(), Map.of("status", "frozen")).expect(200);
    assertThat(desk.advanced(held, "FILL"))
        .has("/status", "REJECTED")
        .has("/rejectionCode", "COMPLIANCE_HOLD");
    assertThat(desk.advanced(half, "FAIL_SETTLEMENT")).has("/status", "REJECTED");
    assertThat(desk.units()).isEqualByComparingTo("5");
    partner.sandbox().patch(desk.user().path(), Map.of("status", "active")).expect(200);
    var unknown = desk.traded(BUY, 10, null);
    desk.user().post("/kyc", Map.of("status", "EXPIRED")).expect(200);
    assertThat(desk.advanced(unknown, "PARTIAL_FILL")).has("/rejectionCode", "KYC_REQUIRED");
  }

  @Test
  void a_retry_trades_and_advances_once(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var trade = desk.trade(BUY, 10, "PARTIAL_FILL");
    var first = send(partner, "POST", "/test-tools/trade", trade, "trade").expect(202);
    var again = send(partner, "POST", "/test-tools/trade", trade, "trade").expect(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");

    var path = "/test-tools/orders/" + first.text("/orderId");
    var half = Map.<String, Object>of("outcome", "PARTIAL_FILL");
    var moved = send(partner, "PATCH", path, half, "advance").expect(200);
    assertThat(send(partner, "PATCH", path, half, "advance").body()).isEqualTo(moved.body());
    assertThat(found(desk, first)).hasNumber("/filledQuantity", "7");
    assertThat(send(partner, "PATCH", path, Map.of("outcome", "FILL"), "advance"))
        .isRefused(409, "CONFLICT");
    desk.agrees();
  }

  @Test
  void a_list_shows_test_orders_alone_and_by_status(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    assertThat(list(partner, "")).isEmpty();
    var filled = desk.traded(BUY, 100, null).text("/orderId");
    var pending = desk.traded(BUY, 10, null).text("/orderId");
    desk.user().done(SYMBOL, BUY, 1);
    assertThat(list(partner, "")).containsExactly(pending, filled);
    assertThat(list(partner, "?status=FILLED")).containsExactly(filled);
    assertThat(list(partner, "?status=COMPLETED")).containsExactly(filled);
    assertThat(list(partner, "?status=PENDING")).containsExactly(pending);
    assertThat(list(partner, "?status=")).hasSize(2);
    assertThat(list(partner, "?status=CANCELLED")).isEmpty();
    assertThat(partner.sandbox().get("/test-tools/orders?status=filled"))
        .isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void the_live_base_has_no_test_tools(Partner partner) {
    var live = partner.live();
    assertThat(live.post("/test-tools/trade", Map.of())).isRefused(404, "NOT_FOUND");
    assertThat(live.post("/test-tools/deposit", Map.of())).isRefused(404, "NOT_FOUND");
    assertThat(live.get("/test-tools/orders")).isRefused(404, "NOT_FOUND");
    assertThat(live.patch("/test-tools/orders/ord_1", Map.of())).isRefused(404, "NOT_FOUND");
    assertThat(live.as(partner.key()).get("/test-tools/orders")).isRefused(401, "AUTH_INVALID");
  }

  @Test
  void a_pending_test_order_is_cancelled_like_any_other(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "1000");
    var order = desk.traded(BUY, 10, "PARTIAL_FILL");
    desk.user().delete("/orders/" + order.text("/orderId")).expect(200);
    desk.agrees();
    assertThat(found(desk, order)).has("/status", "CANCELLED").hasNumber("/filledQuantity", "5");
    assertThat(desk.askAdvance(order, "FILL")).isRefused(409, "CONFLICT");
  }

  private interface Check {
    void run(Side side, String outcome);
  }

  private static Stream<DynamicTest> outcomes(Check check) {
    return Stream.of("FILL", "PARTIAL_FILL", "REJECT", "CANCEL", "FAIL_SETTLEMENT")
        .flatMap(
            outcome ->
                Stream.of(BUY, SELL)
                    .map(
                        side ->
                            DynamicTest.dynamicTest(
                                side + " " + outcome, () -> check.run(side, outcome))));
  }

  private static void ended(Reply order, String outcome) {
    var filled = endsFilled(outcome) ? "11" : outcome.equals("PARTIAL_FILL") ? "5" : "0";
    assertThat(order).has("/status", status(outcome)).hasNumber("/filledQuantity", filled);
    var settlement =
        switch (outcome) {
          case "FAIL_SETTLEMENT" -> "FAILED";
          case "FILL", "PARTIAL_FILL" -> "UNSETTLED";
          default -> "null";
        };
    assertThat(order.text("/settlementStatus")).isEqualTo(settlement);
  }

  private static boolean endsFilled(String outcome) {
    return outcome.equals("FILL") || outcome.equals("FAIL_SETTLEMENT");
  }

  private static String status(String outcome) {
    return switch (outcome) {
      case "PARTIAL_FILL" -> "PARTIALLY_FILLED";
      case "REJECT" -> "REJECTED";
      case "CANCEL" -> "CANCELLED";
      default -> "FILLED";
    };
  }

  private static Reply found(TestDesk desk, Reply order) {
    return desk.user().get("/orders/" + order.text("/orderId")).expect(200);
  }

  private static List<String> list(Partner partner, String query) {
    return partner
        .sandbox()
        .get("/test-tools/orders" + query)
        .expect(200)
        .texts("/orders", "orderId");
  }

  private static Reply send(
      Partner partner, String method, String path, Map<String, Object> body, String key) {
    return partner.sandbox().request(method, path).body(body).key(key).send();
  }
}
