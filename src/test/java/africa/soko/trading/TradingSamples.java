package africa.soko.trading;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static java.util.Map.entry;

import africa.soko.edge.Environment;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.Trader;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

final class TradingSamples implements Samples {
  private static final String SYMBOL = "SCOM.KE";
  private static final String EXPIRED =
      "SELECT count(*) FROM event WHERE partner_id = '%s' AND event = 'quote.expired'";
  private static final String FILLED =
      "orderId subAccountId type symbol exchange quantity feeAmount status settledAt"
          + " settlementUsdPrice totalCost";
  private static final String WORKING =
      "orderId subAccountId type orderType symbol exchange quantity limitPrice stopPrice"
          + " timeInForce goodTillDate expiresAt stoppedAt feeAmount status settledAt"
          + " settlementUsdPrice totalCost";
  private static final String REJECTED =
      "orderId subAccountId type symbol quantity status rejectionCode rejectionReason";

  /// A fresh order of the kind that an operation works on.
  private static final Thing ORDER =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("orderId");
        }

        @Override
        public String id(World world, Use use) {
          if (use.operationId().equals("advanceTestOrder")) {
            var order = world.user().testTrade(SYMBOL, BigDecimal.TEN, "PENDING");
            return world.api().post("/test-tools/trade", order).expect(202).text("/orderId");
          }
          var trader = use.isOfSubAccount() ? world.user() : world.partner().master();
          return use.operationId().startsWith("replace")
              ? trader.rested("MTNGH.GH", BUY, 200, -6).text("/orderId")
              : order(trader);
        }

        @Override
        public Map<String, String> all(World world) {
          var all = new LinkedHashMap<String, String>();
          all.put("", order(world.user()));
          if (world.api().equals(world.partner().sandbox())) {
            all.put("of the own account", order(world.partner().master()));
          }
          return all;
        }

        @Override
        public Map<String, String> hidden(World world) {
          return Map.of(
              "another sub-account's", order(world.partner().verifiedUser().funded("10")));
        }
      };

  private static final Thing QUOTE =
      new Thing() {
        @Override
        public Set<String> fields() {
          return Set.of("quoteId");
        }

        @Override
        public String id(World world, Use use) {
          var trader = use.isOfSubAccount() ? world.user() : world.partner().master();
          return quote(trader, use.body()).expect(200).text("/quoteId");
        }

        @Override
        public Map<String, String> all(World world) {
          var quote = world.user().quote(SYMBOL, BUY, 200).expect(200);
          return Map.of("", quote.text("/quoteId"));
        }
      };

  @Override
  public List<Thing> things() {
    return List.of(ORDER, QUOTE);
  }

  private static String order(Trader trader) {
    return trader.placed(SYMBOL, BUY, 1).text("/orderId");
  }

  /// A quote that a body can be a trade on.
  private static Reply quote(Trader trader, ObjectNode body) {
    var side = Side.valueOf(body.get("type").asText());
    var symbol = body.get("symbol").asText();
    if (side == SELL) trader.done(symbol, BUY, body.get("quantity").intValue());
    return body.has("cashValue")
        ? trader.cashQuote(symbol, side, body.get("cashValue").decimalValue())
        : trader.quote(symbol, side, body.get("quantity").decimalValue());
  }

  @Override
  public Map<String, Set<String>> events() {
    return Map.ofEntries(
        entry(
            "order.pending",
            Samples.fields(
                "orderId subAccountId externalId type symbol quantity totalCost status")),
        entry("order.filled", Samples.fields(FILLED)),
        entry(
            "order.partially_filled",
            Samples.fields(FILLED + " filledQuantity remainingQuantity lastQuantity lastPrice")),
        entry("order.settled", Samples.fields(FILLED + " settlementDate")),
        entry("order.settlement_failed", Samples.fields(FILLED + " reason")),
        entry("order.working", Samples.fields(WORKING)),
        entry(
            "order.replaced",
            Samples.fields("orderId subAccountId symbol type previous current escrowDelta")),
        entry("trade.settled", Samples.fields(FILLED)),
        entry("order.rejected", Samples.fields(REJECTED)),
        entry("trade.rejected", Samples.fields(REJECTED)),
        entry(
            "order.cancelled",
            Samples.fields(
                "orderId subAccountId type symbol quantity status refunded currency"
                    + " orderLifecycle cancelReason")),
        entry("quote.expired", Samples.fields("quoteId symbol type subAccountId expiredAt")));
  }

  @Override
  public List<JsonNode> cause(World world) throws Exception {
    var user = world.user();
    user.done(SYMBOL, BUY, 20);
    user.done(SYMBOL, SELL, 5);
    user.ended(user.trade(user.cashQuote(SYMBOL, BUY, 10)));
    test(world, BUY, 999);
    for (var side : List.of(BUY, SELL)) {
      user.delete("/orders/" + test(world, side, 3).text("/orderId")).expect(200);
    }
    for (var outcome : List.of("PARTIAL_FILL", "FAIL_SETTLEMENT")) {
      world.api().post("/test-tools/trade", user.testTrade(SYMBOL, 4, outcome)).expect(202);
    }
    var filled = world.api().post("/test-tools/trade", user.testTrade(SYMBOL, 4, "FILL"));
    var settle = "/test-tools/orders/" + filled.text("/orderId");
    world.api().patch(settle, Map.of("settle", true)).expect(200);
    var rested = user.rested(SYMBOL, BUY, 10, -6).text("/orderId");
    user.api().patch(user.path() + "/orders/" + rested, Map.of("quantity", 5)).expect(200);
    var tomorrow = world.service().clock().instant().plus(Duration.ofDays(1));
    var moved = world.service().advance(world.partner().id(), tomorrow);
    moved.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    user.quote(SYMBOL, BUY, 1).expect(200);
    var expired = EXPIRED.formatted(world.partner().id());
    try (var _ = world.service().clock().ahead(Duration.ofSeconds(61))) {
      eventually(() -> (Long) world.service().ask(Environment.SANDBOX, expired), n -> n > 0);
    }
    return List.of();
  }

  private static Reply test(World world, Side side, int quantity) {
    var order =
        Map.of(
            "symbol",
            SYMBOL,
            "type",
            side,
            "subAccountId",
            world.user().id(),
            "quantity",
            quantity);
    return world.api().post("/test-tools/trade", order).expect(202);
  }
}
