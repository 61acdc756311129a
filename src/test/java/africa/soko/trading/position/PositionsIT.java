package africa.soko.trading.position;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Portfolios, tax lots and realised gains over HTTP.
@SokoTest
class PositionsIT {
  private static final String SYMBOL = "SCOM.KE";

  @Test
  void an_open_order_does_not_dent_the_equity(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    user.api().post("/test-tools/trade", user.testTrade(SYMBOL, 10, "PENDING")).expect(202);
    var portfolio = user.get("/portfolio").expect(200);
    assertThat(portfolio).hasNumber("/summary/equityUsd", "100");
    assertThat(portfolio.number("/summary/escrowUsd")).isPositive();
    assertThat(portfolio.number("/summary/cashUsd").add(portfolio.number("/summary/escrowUsd")))
        .isEqualByComparingTo("100");
  }

  @Test
  void a_purchase_is_a_lot_and_a_sale_takes_the_oldest_first(Partner partner) {
    var user = partner.verifiedUser().funded("500");
    var first = user.done(SYMBOL, BUY, 10);
    var second = user.done(SYMBOL, BUY, 20);
    var lots = user.get("/tax-lots").expect(200);
    assertThat(lots.texts("/taxLots", "orderId"))
        .containsExactly(first.text("/orderId"), second.text("/orderId"));
    assertThat(lots)
        .has("/taxLots/0/symbol", SYMBOL)
        .has("/taxLots/0/exchange", "NSE")
        .has("/taxLots/0/acquiredAt", first.text("/settledAt"))
        .hasNumber("/taxLots/0/originalQuantity", "10")
        .hasNumber("/taxLots/0/remainingQuantity", "10")
        .hasNumber("/taxLots/0/costBasisUsd", "" + first.number("/totalCost"))
        .hasNumber("/count", "2");

    var sold = user.done(SYMBOL, SELL, 15);
    var left = user.get("/tax-lots").expect(200);
    assertThat(left.at("/taxLots")).hasSize(1);
    assertThat(left)
        .has("/taxLots/0/orderId", second.text("/orderId"))
        .hasNumber("/taxLots/0/originalQuantity", "20")
        .hasNumber("/taxLots/0/remainingQuantity", "15");
    var gains = user.get("/realised-gains").expect(200);
    assertThat(gains.at("/disposals")).hasSize(2);
    assertThat(gains.texts("/disposals", "orderId")).containsOnly(sold.text("/orderId"));
    assertThat(quantities(gains)).containsExactly("5", "10");
    assertThat(gains)
        .has("/disposals/1/acquiredAt", first.text("/settledAt"))
        .has("/disposals/1/disposedAt", sold.text("/settledAt"))
        .hasNumber("/disposals/1/costBasisUsd", "" + first.number("/totalCost"))
        .hasNumber("/disposals/1/holdingPeriodDays", "0")
        .hasNumber("/totals/proceedsUsd", "" + sold.number("/totalCost"));
    totals(gains);
    // What was bought is what is held and what was sold.
    assertThat(left.number("/taxLots/0/costBasisUsd").add(gains.number("/totals/costBasisUsd")))
        .isEqualByComparingTo(first.number("/totalCost").add(second.number("/totalCost")));
  }

  @Test
  void a_holding_period_is_counted_in_days_of_the_partner(Partner partner, Service service) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 4);
    var later = service.clock().instant().plus(Duration.ofDays(40));
    service.advance(partner.id(), later).toCompletionStage().toCompletableFuture().join();
    user.done(SYMBOL, SELL, 4);
    assertThat(user.get("/realised-gains").expect(200))
        .hasNumber("/disposals/0/holdingPeriodDays", "40");
  }

  @Test
  void a_sale_that_failed_to_settle_is_left_out_and_its_units_are_back(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var bought = user.done(SYMBOL, BUY, 4);
    failedSale(user, 3);
    var gains = user.get("/realised-gains").expect(200);
    assertThat(gains.at("/disposals")).isEmpty();
    assertThat(gains).hasNumber("/totals/gainUsd", "0");
    var lots = user.get("/tax-lots").expect(200);
    assertThat(lots.texts("/taxLots", "acquiredAt")).containsOnly(bought.text("/settledAt"));
    var costs = BigDecimal.ZERO;
    for (var lot : lots.at("/taxLots")) costs = costs.add(lot.path("costBasisUsd").decimalValue());
    assertThat(costs).isEqualByComparingTo(bought.number("/totalCost"));
  }

  @Test
  void units_that_came_back_stand_where_their_date_does(Partner partner) {
    var user = partner.verifiedUser().funded("500");
    user.done(SYMBOL, BUY, 4);
    user.done(SYMBOL, BUY, 5);
    failedSale(user, 3);
    assertThat(walk(user, "/tax-lots?limit=1", "/taxLots", "remainingQuantity"))
        .containsExactly("1", "3", "5");
    user.done(SYMBOL, SELL, 2);
    assertThat(walk(user, "/tax-lots?limit=1", "/taxLots", "remainingQuantity"))
        .containsExactly("2", "5");
  }

  private static void failedSale(Trader user, int quantity) {
    var sale = new HashMap<>(user.testTrade(SYMBOL, quantity, "FAIL_SETTLEMENT"));
    sale.put("type", SELL);
    user.api().post("/test-tools/trade", sale).expect(202);
  }

  @Test
  void both_lists_are_filtered_and_paged(Partner partner, Service service) {
    var user = partner.verifiedUser().funded("500");
    for (int i = 0; i < 3; i++) {
      user.done(SYMBOL, BUY, 3);
      user.done("DANGCEM.NG", BUY, 1);
    }
    var first = user.done(SYMBOL, SELL, 4);
    user.done("DANGCEM.NG", SELL, 2);
    assertThat(walk(user, "/tax-lots?limit=2", "/taxLots", "lotId"))
        .containsExactlyElementsOf(user.get("/tax-lots").expect(200).texts("/taxLots", "lotId"))
        .hasSize(3);
    assertThat(user.get("/tax-lots?symbol=SCOM").texts("/taxLots", "symbol"))
        .containsExactly(SYMBOL, SYMBOL);
    assertThat(user.get("/tax-lots").texts("/taxLots", "symbol"))
        .containsExactly("DANGCEM.NG", SYMBOL, SYMBOL);
    var all = user.get("/realised-gains").expect(200);
    assertThat(all.texts("/disposals", "symbol"))
        .containsExactly("DANGCEM.NG", "DANGCEM.NG", SYMBOL, SYMBOL);
    var page = user.get("/realised-gains?limit=3").expect(200);
    assertThat(page.at("/totals")).isEqualTo(all.at("/totals"));
    assertThat(page).has("/hasMore", "true");
    var rest = user.get("/realised-gains?limit=3&cursor=" + page.text("/nextCursor")).expect(200);
    assertThat(rest.at("/disposals")).hasSize(1);
    assertThat(rest.at("/disposals/0")).isEqualTo(all.at("/disposals/3"));
    var one = user.get("/realised-gains?symbol=" + SYMBOL).expect(200);
    assertThat(one.texts("/disposals", "orderId")).containsOnly(first.text("/orderId"));
    totals(one);
    var day = first.text("/settledAt").substring(0, 10);
    assertThat(user.get("/realised-gains?from=%s&to=%1$s".formatted(day)).at("/disposals"))
        .isNotEmpty();
    assertThat(user.get("/realised-gains?to=2020-01-01").expect(200).at("/disposals")).isEmpty();
    var at = first.text("/settledAt");
    assertThat(
            user.get("/realised-gains?from=%s&to=%1$s".formatted(at))
                .texts("/disposals", "orderId"))
        .contains(first.text("/orderId"));
    for (var list : List.of("/tax-lots", "/realised-gains")) {
      assertThat(user.get(list + "?symbol=NOPE.KE")).isRefused(404, "NOT_FOUND");
      assertThat(user.get(list + "?symbol=$")).isRefused(400, "INVALID_SYMBOL");
      assertThat(user.get(list + "?cursor=x")).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(user.get("/realised-gains?from=soon")).isRefused(400, "INVALID_TYPE");
  }

  @Test
  void nobody_else_sees_them(Partner partner, Partner other) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 4);
    for (var list : List.of("/tax-lots", "/realised-gains")) {
      for (var api : List.of(other.sandbox(), partner.live())) {
        assertThat(api.get(user.path() + list)).isRefused(404, "NOT_FOUND");
      }
      assertThat(partner.user().get(list).expect(200)).hasNumber("/count", "0");
    }
  }

  private static List<String> walk(Trader user, String list, String array, String field) {
    var all = new ArrayList<String>();
    var page = user.get(list).expect(200);
    while (true) {
      all.addAll(page.texts(array, field));
      if (!page.at("/hasMore").asBoolean()) return all;
      page = user.get(list + "&cursor=" + page.text("/nextCursor")).expect(200);
    }
  }

  private static List<String> quantities(Reply gains) {
    return gains.texts("/disposals", "quantity");
  }

  /// The totals are the sums of the rows, and a gain is what is left of the proceeds.
  private static void totals(Reply gains) {
    for (var field : List.of("costBasisUsd", "proceedsUsd", "gainUsd")) {
      var sum = BigDecimal.ZERO;
      for (var each : gains.at("/disposals")) sum = sum.add(each.path(field).decimalValue());
      assertThat(gains.number("/totals/" + field)).isEqualByComparingTo(sum);
    }
    assertThat(gains.number("/totals/gainUsd"))
        .isEqualByComparingTo(
            gains.number("/totals/proceedsUsd").subtract(gains.number("/totals/costBasisUsd")));
  }
}
