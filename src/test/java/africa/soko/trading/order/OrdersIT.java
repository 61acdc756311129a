package africa.soko.trading.order;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@SokoTest
class OrdersIT {
  private static final String SYMBOL = "SCOM.KE";

  @Test
  void from_a_quote_to_a_portfolio(Partner partner) {
    var user = partner.verifiedUser().funded("1000.00");
    var quote = user.quote(SYMBOL, BUY, 100).expect(200);
    assertThat(quote.at("/sufficientFunds").asBoolean()).isTrue();
    var accepted = user.trade(quote).expect(202);
    assertThat(accepted).has("/status", "PENDING");

    var order = user.ended(accepted);
    assertThat(order).has("/status", "FILLED").hasNumber("/filledQuantity", "100");
    var cost = order.number("/totalCost");
    assertThat(user.cash()).isEqualByComparingTo(new BigDecimal("1000").subtract(cost));
    assertThat(user.get("/portfolio").expect(200))
        .has("/holdings/0/symbol", SYMBOL)
        .hasNumber("/holdings/0/quantity", "100");
    assertThat(reports(user, order)).containsExactly("RECEIPT", "FILL");
    assertThat(user.get("/orders?status=COMPLETED").texts("/orders", "orderId"))
        .containsExactly(order.text("/orderId"));

    var sold = user.done(SYMBOL, SELL, new BigDecimal("40.5"));
    assertThat(sold).has("/status", "FILLED").has("/settlementStatus", "UNSETTLED");
    assertThat(user.get("/portfolio")).hasNumber("/holdings/0/quantity", "59.5");
    assertThat(user.delete("/orders/" + sold.text("/orderId")))
        .isRefused(422, "ORDER_NOT_CANCELLABLE");
  }

  @Test
  void cash_buys_what_it_covers_with_the_fees(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var order = user.ended(user.trade(user.cashQuote(SYMBOL, BUY, 50)));
    assertThat(order).has("/status", "FILLED").hasNumber("/cashValue", "50");
    assertThat(order.number("/totalCost")).isLessThanOrEqualTo(new BigDecimal("50"));
    assertThat(user.cash())
        .isEqualByComparingTo(new BigDecimal("100").subtract(order.number("/totalCost")));
    assertThat(order.number("/filledQuantity").scale()).isLessThanOrEqualTo(6);
  }

  @Test
  void the_master_account_trades_from_the_master_wallet_at_the_base_fee(Partner partner) {
    var master = partner.master();
    var before = master.cash();
    var order = master.done(SYMBOL, BUY, 200);
    assertThat(order).has("/status", "FILLED").hasNumber("/markupFee", "0");
    assertThat(before.subtract(master.cash())).isEqualByComparingTo(order.number("/totalCost"));
    assertThat(reports(master, order)).containsExactly("RECEIPT", "FILL");
    assertThat(partner.verifiedUser().get("/orders/" + order.text("/orderId")))
        .isRefused(404, "NOT_FOUND");
    var sold = master.done(SYMBOL, SELL, 50);
    var power = master.get("/buying-power").expect(200);
    assertThat(power.texts("/settlements", "orderId")).containsExactly(sold.text("/orderId"));
    assertThat(power.number("/buyingPowerUsd")).isEqualByComparingTo(master.cash());
    assertThat(power.number("/buyingPowerUsd").subtract(power.number("/withdrawableUsd")))
        .isEqualByComparingTo(sold.number("/totalCost"))
        .isEqualByComparingTo(power.number("/settlements/0/amountUsd"));
    assertThat(master.get("/portfolio").expect(200)).hasNumber("/holdings/0/quantity", "150");
  }

  @Test
  void a_pending_order_is_cancelled_and_its_cash_comes_back(Partner partner) {
    // Of a test order, the desk's hands are off: it stays PENDING.
    var user = partner.verifiedUser().funded("100");
    var accepted =
        partner
            .sandbox()
            .post(
                "/test-tools/trade",
                Map.of("symbol", SYMBOL, "type", "BUY", "subAccountId", user.id(), "quantity", 10))
            .expect(202);
    assertThat(user.cash()).isLessThan(new BigDecimal("100"));
    var cancelled = user.delete("/orders/" + accepted.text("/orderId")).expect(200);
    assertThat(cancelled.number("/refunded")).isEqualByComparingTo(accepted.number("/totalCost"));
    assertThat(user.cash()).isEqualByComparingTo("100");
    var order = user.get("/orders/" + accepted.text("/orderId"));
    assertThat(order).has("/status", "CANCELLED");
    assertThat(reports(user, order)).containsExactly("RECEIPT", "CANCELLATION");
    assertThat(user.delete("/orders/" + accepted.text("/orderId")))
        .isRefused(422, "ORDER_NOT_CANCELLABLE");
  }

  @Test
  void every_refusal_comes_before_the_next_one(Partner partner, Partner other, Service service) {
    var user = partner.user();
    var trade =
        new HashMap<String, Object>(
            Map.of("symbol", SYMBOL, "type", "BUY", "quantity", 1, "cashValue", 1));
    assertThat(user.post("/trade", trade)).isRefused(400, "VALIDATION_ERROR");
    trade.remove("cashValue");
    trade.put("subAccountId", partner.user().id());
    assertThat(user.post("/trade", trade))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "subAccountId");
    assertThat(partner.master().post("/trade", trade)).isRefused(400, "VALIDATION_ERROR");
    trade.remove("subAccountId");
    assertThat(user.post("/trade", trade)).isRefused(400, "QUOTE_REQUIRED");
    trade.put("quoteId", "quo_01KJPX8Z9G1HEAD8X4A1JH69RE");
    assertThat(user.post("/trade", trade)).isRefused(404, "QUOTE_NOT_FOUND");
    trade.put("quoteId", other.master().quote(SYMBOL, BUY, 1).text("/quoteId"));
    assertThat(user.post("/trade", trade)).isRefused(404, "QUOTE_NOT_FOUND");
    trade.put("quoteId", partner.master().quote(SYMBOL, BUY, 1).text("/quoteId"));
    assertThat(user.post("/trade", trade)).isRefused(403, "QUOTE_SCOPE_MISMATCH");

    var stale = Trader.order(user.quote(SYMBOL, BUY, 1));
    try (var shift = service.clock().ahead(Duration.ofSeconds(61))) {
      var mismatched = new HashMap<>(stale);
      mismatched.put("quantity", 2);
      assertThat(user.post("/trade", mismatched)).isRefused(409, "STALE_QUOTE");
      assertThat(shift).isNotNull();
    }
    var quoted = Trader.order(user.quote(SYMBOL, BUY, 1));
    for (var wrong : Map.<String, Object>of("quantity", 2, "type", "SELL").entrySet()) {
      var mismatched = new HashMap<>(quoted);
      mismatched.put(wrong.getKey(), wrong.getValue());
      assertThat(user.post("/trade", mismatched)).isRefused(409, "QUOTE_ORDER_MISMATCH");
    }
    partner.sandbox().patch(user.path(), Map.of("status", "frozen")).expect(200);
    assertThat(user.post("/trade", quoted))
        .isRefused(403, "FORBIDDEN")
        .has("/error/reason", "frozen");
    partner.sandbox().patch(user.path(), Map.of("status", "active")).expect(200);
    assertThat(user.post("/trade", quoted)).isRefused(403, "KYC_REQUIRED");
    user.verified("BASIC");
    assertThat(user.post("/trade", quoted)).isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(user.trade(user.quote(SYMBOL, SELL, 1))).isRefused(422, "INSUFFICIENT_UNITS");
    user.funded("50");
    var order = user.ended(user.post("/trade", quoted));
    assertThat(order).has("/status", "FILLED");
    assertThat(user.post("/trade", quoted)).isRefused(409, "STALE_QUOTE");
  }

  @Test
  void a_large_order_needs_the_full_identity_check(Partner partner) {
    var user = partner.verifiedUser().funded("20000");
    assertThat(user.trade(user.cashQuote(SYMBOL, BUY, 10_001))).isRefused(403, "KYC_REQUIRED");
    user.verified("FULL");
    assertThat(user.ended(user.trade(user.cashQuote(SYMBOL, BUY, 10_001))))
        .has("/status", "FILLED");
  }

  @Test
  void a_retry_gets_the_first_answer_byte_for_byte(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var body = Trader.order(user.quote(SYMBOL, BUY, 1));
    var first = send(user, body, "key-1").send().expect(202);
    user.ended(first);
    var again = send(user, body, "key-1").send().expect(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    body.put("clientOrderId", "another");
    assertThat(send(user, body, "key-1").send()).isRefused(409, "CONFLICT");

    var refused = send(user, body, "key-2").send();
    assertThat(refused).isRefused(409, "STALE_QUOTE");
    var refusedAgain = send(user, body, "key-2").send();
    assertThat(refusedAgain.body()).isEqualTo(refused.body());
    assertThat(refusedAgain.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void one_key_sent_fifty_times_at_once_makes_one_order(Partner partner) {
    var user = partner.verifiedUser().funded("1000");
    var body = Trader.order(user.quote(SYMBOL, BUY, 1));
    var sent =
        IntStream.range(0, 50).mapToObj(_ -> send(user, body, "the-key").sendAsync()).toList();
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
    var replies = sent.stream().map(CompletableFuture::join).toList();
    var accepted = new ArrayList<String>();
    for (var reply : replies) {
      if (reply.status() == 202) accepted.add(reply.body());
      else assertThat(reply).isRefused(409, "CONFLICT");
    }
    assertThat(accepted).isNotEmpty();
    assertThat(accepted.stream().distinct()).hasSize(1);
    assertThat(user.get("/orders").at("/count").asInt()).isOne();
  }

  @Test
  void a_quote_that_nobody_uses_expires(Partner partner, Service service) {
    var quoteId = partner.master().quote(SYMBOL, BUY, 1).expect(200).text("/quoteId");
    var sql =
        "SELECT count(*) FROM event WHERE partner_id = '%s' AND event = 'quote.expired'"
            .formatted(partner.id());
    try (var shift = service.clock().ahead(Duration.ofSeconds(61))) {
      assertThat(shift).isNotNull();
      eventually(() -> service.ask(Environment.SANDBOX, sql), Long.valueOf(1)::equals);
    }
    assertThat(quoteId).startsWith("quo_");
  }

  @Test
  void an_order_lies_within_the_time_that_it_says(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var order = user.placed(SYMBOL, BUY, 1);
    var id = order.text("/orderId");
    var time = Instant.parse(order.text("/createdAt"));
    var date = time.toString().substring(0, 10);
    for (var span : List.of("from=%1$s&to=%1$s".formatted(time), "from=" + date, "to=" + date)) {
      assertThat(user.get("/orders?" + span).texts("/orders", "orderId"))
          .as(span)
          .containsExactly(id);
    }
    for (var span : List.of("from=" + time.plusMillis(1), "to=" + time.minusMillis(1))) {
      assertThat(user.get("/orders?" + span).texts("/orders", "orderId")).as(span).isEmpty();
    }
    user.get("/orders?from=0001-01-01&to=9999-12-31").expect(200);
  }

  @Test
  void a_live_order_waits_for_its_market(Partner partner) {
    var user = partner.verifiedLiveUser().funded("100");
    var order = user.placed(SYMBOL, BUY, 1);
    assertThat(order).has("/status", "PENDING");
    assertThat(partner.verifiedUser().get("/orders/" + order.text("/orderId")))
        .isRefused(404, "NOT_FOUND");
    user.delete("/orders/" + order.text("/orderId")).expect(200);
    assertThat(user.cash()).isEqualByComparingTo("100");
  }

  private static Api.Request send(Trader user, Map<String, Object> body, String key) {
    return user.api().request("POST", user.path() + "/trade").body(body).key(key);
  }

  private static List<String> reports(Trader trader, Reply order) {
    return trader
        .get("/orders/" + order.text("/orderId") + "/execution-reports")
        .expect(200)
        .texts("/executionReports", "reportType");
  }
}
