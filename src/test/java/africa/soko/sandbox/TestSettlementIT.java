package africa.soko.sandbox;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How a filled test order ends: settled, or taken back.
@SokoTest
class TestSettlementIT {

  @Test
  void settling_a_sale_frees_its_proceeds_once(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    desk.settled(desk.traded(BUY, 100, null));
    var free = desk.withdrawable();
    var sold = desk.traded(SELL, 100, null);
    assertThat(desk.withdrawable()).isEqualByComparingTo(free);
    var settled = desk.settled(sold);
    assertThat(settled).has("/status", "FILLED").has("/settlementStatus", "SETTLED");
    assertThat(desk.withdrawable()).isEqualByComparingTo(free.add(sold.number("/totalCost")));
    assertThat(desk.reports(sold)).containsExactly("RECEIPT", "FILL", "SETTLEMENT");
    assertThat(desk.askSettle(sold)).isRefused(409, "CONFLICT");
    assertThat(desk.askAdvance(sold, "FAIL_SETTLEMENT")).isRefused(409, "CONFLICT");
  }

  @Test
  void what_is_not_fully_filled_does_not_settle(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    assertThat(desk.askSettle(desk.traded(BUY, 10, null))).isRefused(409, "CONFLICT");
    assertThat(desk.askSettle(desk.traded(BUY, 10, "PARTIAL_FILL"))).isRefused(409, "CONFLICT");
    desk.agrees();
  }

  @Test
  void a_failed_purchase_gives_the_cash_back_with_its_fees(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    var before = desk.master();
    var bought = desk.traded(BUY, 100, null);
    assertThat(desk.master()).isGreaterThan(before);
    var failed = desk.advanced(bought, "FAIL_SETTLEMENT");
    assertThat(failed).has("/status", "FILLED").has("/settlementStatus", "FAILED");
    assertThat(desk.user().cash()).isEqualByComparingTo("500");
    assertThat(desk.units()).isZero();
    assertThat(desk.master()).isEqualByComparingTo(before);
    assertThat(desk.reports(bought)).containsExactly("RECEIPT", "FILL", "SETTLEMENT");
  }

  @Test
  void a_failed_sale_brings_the_units_back_in_their_lots(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    desk.traded(BUY, 60, "FILL");
    desk.traded(BUY, 40, "FILL");
    var cash = desk.user().cash();
    var cost = costBasis(desk);
    var sold = desk.traded(SELL, 100, "FILL");
    assertThat(desk.units()).isZero();
    desk.advanced(sold, "FAIL_SETTLEMENT");
    assertThat(desk.units()).isEqualByComparingTo("100");
    assertThat(desk.user().cash()).isEqualByComparingTo(cash);
    assertThat(costBasis(desk)).isEqualByComparingTo(cost);
    // Units that came back are sold like any others.
    assertThat(desk.traded(SELL, 100, null)).has("/status", "FILLED");
  }

  @Test
  void units_that_were_sold_on_keep_their_purchase_from_failing(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    var bought = desk.traded(BUY, 100, null);
    var selling = desk.traded(SELL, 10, null);
    assertThat(desk.askAdvance(bought, "FAIL_SETTLEMENT")).isRefused(409, "CONFLICT");
    desk.advanced(selling, "FILL");
    assertThat(desk.askAdvance(bought, "FAIL_SETTLEMENT")).isRefused(409, "CONFLICT");
    desk.advanced(selling, "FAIL_SETTLEMENT");
    desk.agrees();
    assertThat(found(desk, bought)).has("/settlementStatus", "UNSETTLED");
  }

  @Test
  void proceeds_that_were_spent_come_from_the_master_wallet(Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    desk.traded(BUY, 100, null);
    var sold = desk.traded(SELL, 100, null);
    withdrawAllThatIsFree(desk);
    // What is left is the proceeds; they buy something else.
    desk.user().done("KPLC.KE", BUY, 50);
    var left = desk.user().cash();
    var missing = sold.number("/totalCost").subtract(left);
    assertThat(missing).isPositive();
    var master = desk.master();
    var failed = desk.askAdvance(sold, "FAIL_SETTLEMENT").expect(200);
    assertThat(failed).has("/settlementStatus", "FAILED");
    // The markup of the sale goes back to the user, too.
    var markup = failed.number("/markupFee");
    assertThat(master.subtract(desk.master())).isEqualByComparingTo(missing.add(markup));
    assertThat(desk.user().cash()).isZero();
    var adjusted = desk.user().get("/transactions?type=ADJUSTMENT").expect(200).at("/transactions");
    assertThat(adjusted.findValuesAsText("orderId")).containsOnly(sold.text("/orderId"));
    assertThat(adjusted.findValues("amount"))
        .anySatisfy(amount -> assertThat(amount.decimalValue()).isEqualByComparingTo(missing));
    service.proveBooks();
  }

  @Test
  void a_shortfall_that_the_master_wallet_does_not_cover_stays_unsettled(
      Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    desk.traded(BUY, 100, null);
    var sold = desk.traded(SELL, 100, null);
    withdrawAllThatIsFree(desk);
    desk.user().done("KPLC.KE", BUY, 50);
    emptyMaster(partner);
    assertThat(desk.askAdvance(sold, "FAIL_SETTLEMENT").expect(200))
        .has("/status", "FILLED")
        .has("/settlementStatus", "UNSETTLED");
    assertThat(found(desk, sold)).has("/settlementStatus", "UNSETTLED");
    assertThat(desk.reports(sold)).containsExactly("RECEIPT", "FILL");
    var refused = desk.askSettle(sold);
    assertThat(refused).isRefused(409, "CONFLICT");
    assertThat(refused.at("/error/allowed").toString()).isEqualTo("[\"FAIL_SETTLEMENT\"]");
    // Money that comes in makes it possible.
    partner
        .sandbox()
        .post("/test-tools/deposit", Map.of("subAccountId", desk.user().id(), "amount", 500))
        .expect(200);
    assertThat(desk.askAdvance(sold, "FAIL_SETTLEMENT").expect(200))
        .has("/settlementStatus", "FAILED");
    service.proveBooks();
  }

  @Test
  void a_settlement_that_fails_after_parts_takes_all_of_them_back(
      Service service, Partner partner) {
    var desk = TestDesk.of(service, partner, "500");
    desk.traded(BUY, 100, null);
    var cash = desk.user().cash();
    var sale = desk.traded(SELL, 40, "PARTIAL_FILL");
    desk.advanced(sale, "PARTIAL_FILL");
    assertThat(desk.units()).isEqualByComparingTo("70");
    desk.advanced(sale, "FAIL_SETTLEMENT");
    assertThat(desk.units()).isEqualByComparingTo("100");
    assertThat(desk.user().cash()).isEqualByComparingTo(cash);
    var reports = desk.user().get("/orders/" + sale.text("/orderId") + "/execution-reports");
    assertThat(reports.texts("/executionReports", "settlementStatus"))
        .filteredOn("FAILED"::equals)
        .hasSize(3);
  }

  private static Reply found(TestDesk desk, Reply order) {
    return desk.user().get("/orders/" + order.text("/orderId")).expect(200);
  }

  private static BigDecimal costBasis(TestDesk desk) {
    return desk.user().get("/portfolio").expect(200).number("/summary/costBasisUsd");
  }

  private static void withdrawAllThatIsFree(TestDesk desk) {
    desk.user().post("/withdraw", Map.of("amountUsd", desk.withdrawable())).expect(200);
  }

  private static void emptyMaster(Partner partner) {
    var rest = partner.master().cash();
    partner.user().post("/deposit", Map.of("amountUsd", rest)).expect(200);
    assertThat(partner.master().cash()).isZero();
  }
}
