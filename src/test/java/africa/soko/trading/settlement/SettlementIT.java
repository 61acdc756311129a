package africa.soko.trading.settlement;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// How fills settle, on two nodes with a desk each that fills half an order a day. It is a Monday.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettlementIT {
  private static final String SCOM = "SCOM.KE";
  private static final Duration DAY = Duration.ofDays(1);
  private static final String LIST = "/settlement-failures?environment=sandbox&partnerId=";
  private static final String FAIL = "FAIL_SETTLEMENT";
  private static final String METRIC = "soko_settlement_failures{environment=\"sandbox\"} 1";
  private static final Map<String, String> SANDBOX = Map.of("environment", "sandbox");

  private final SettableClock clock = new SettableClock();
  private final AtomicInteger partners = new AtomicInteger();
  private Service one;
  private Service other;
  private Api operator;
  private Partner partner;
  private Trader user;

  @BeforeAll
  void start() {
    one = new Service(clock, SettlementIT::halves);
    other = one.another(SettlementIT::halves);
    operator = one.operator();
  }

  private static Config halves(Config config) {
    return config.with(Setting.DESK_FILL_PERCENT, "50").with(Setting.DESK_FILL_PACE, "24h");
  }

  @BeforeEach
  void register() {
    partner = one.registeredPartner("idp|settlement" + partners.incrementAndGet());
    user = partner.verifiedUser().funded("500");
  }

  @AfterEach
  void prove() {
    one.proveBooks();
  }

  @AfterAll
  void stop() {
    other.close();
    one.close();
  }

  @Test
  void each_fill_of_an_order_settles_by_its_own_trade_date_once() {
    tested(BUY, "FILL");
    var sale = user.placed(SCOM, SELL, 100);
    eventually(() -> read(sale), order -> order.number("/filledQuantity").intValue() == 50);
    clock.advance(DAY);
    var whole = eventually(() -> read(sale), order -> order.text("/status").equals("FILLED"));
    var tranches = user.get("/buying-power").expect(200);
    var days = tranches.texts("/settlements", "settlementDate");
    assertThat(tranches.texts("/settlements", "orderId")).containsOnly(sale.text("/orderId"));
    assertThat(days).hasSize(2).doesNotHaveDuplicates().isSorted();
    var sum = tranches.number("/settlements/0/amountUsd");
    assertThat(sum.add(tranches.number("/settlements/1/amountUsd")))
        .isEqualByComparingTo(whole.number("/totalCost"));
    assertThat(whole).has("/settlementDate", days.getLast());

    clock.advance(DAY.multipliedBy(2));
    var left =
        eventually(
            () -> user.get("/buying-power").expect(200),
            power -> power.at("/settlements").size() == 1);
    assertThat(left).has("/settlements/0/settlementDate", days.getLast());
    assertThat(left.number("/buyingPowerUsd").subtract(left.number("/withdrawableUsd")))
        .isEqualByComparingTo(tranches.number("/settlements/1/amountUsd"));
    assertThat(read(sale)).has("/settlementStatus", "UNSETTLED");

    clock.advance(DAY);
    eventually(() -> read(sale), order -> order.text("/settlementStatus").equals("SETTLED"));
    assertThat(user.get("/buying-power").expect(200).at("/settlements")).isEmpty();
    assertThat(partner.events("order.settled"))
        .filteredOn(data -> data.get("orderId").asText().equals(sale.text("/orderId")))
        .extracting(data -> data.get("settlementDate").asText())
        .containsExactlyElementsOf(days);
    var reports = user.get("/orders/" + sale.text("/orderId") + "/execution-reports");
    assertThat(reports.texts("/executionReports", "reportType"))
        .containsExactly("RECEIPT", "PARTIAL_FILL", "FILL", "SETTLEMENT", "SETTLEMENT");
    assertThat(reports)
        .has("/executionReports/1/settlementDate", days.getFirst())
        .has("/executionReports/3/settlementDate", days.getFirst())
        .has("/executionReports/3/settlementStatus", "SETTLED")
        .hasNumber("/executionReports/3/lastQuantity", "50");
  }

  @Test
  void what_nobody_covers_waits_for_the_operator_and_goes_back_once() {
    var sold = stuck();
    clock.advance(DAY.multipliedBy(10));
    var listed = operator.get(LIST + partner.id()).expect(200);
    assertThat(listed)
        .has("/count", "1")
        .has("/settlementFailures/0/subAccountId", user.id())
        .has("/settlementFailures/0/orderId", sold.text("/orderId"))
        .has("/settlementFailures/0/settlementStatus", "UNSETTLED")
        .hasNumber("/settlementFailures/0/masterBalanceUsd", "0")
        .hasNumber("/settlementFailures/0/proceedsUsd", sold.number("/totalCost").toPlainString());
    var shortfall = listed.number("/settlementFailures/0/shortfallUsd");
    assertThat(shortfall).isPositive();
    eventually(one::metrics, text -> text.contains(METRIC));
    var retry = "/settlement-failures/" + listed.text("/settlementFailures/0/failureId") + "/retry";
    var early = UUID.randomUUID().toString();
    assertThat(operator.request("POST", retry).key(early).body(SANDBOX).send())
        .isRefused(409, "CONFLICT");
    assertThat(read(sold)).has("/settlementStatus", "UNSETTLED");
    assertThat(partner.events("order.settlement_failed")).isEmpty();

    var topUp = Map.of("amountUsd", 500, "environment", "sandbox");
    operator.post("/partners/" + partner.id() + "/top-up", topUp).expect(200);
    var master = partner.master().cash();
    var tries = new ArrayList<CompletableFuture<Reply>>();
    for (int n = 0; n < 6; n++) {
      var node = n % 2 == 0 ? operator : other.operator();
      tries.add(node.request("POST", retry).key("retry" + n).body(SANDBOX).sendAsync());
    }
    var answers = tries.stream().map(CompletableFuture::join).toList();
    assertThat(answers).extracting(Reply::status).containsOnlyOnce(200).containsOnly(200, 409);
    var done = answers.stream().filter(reply -> reply.status() == 200).findFirst().orElseThrow();
    assertThat(done).has("/settlementStatus", "FAILED");
    assertThat(done.number("/shortfallUsd")).isEqualByComparingTo(shortfall);
    var key = "retry" + answers.indexOf(done);
    assertThat(operator.request("POST", retry).key(key).body(SANDBOX).send().body())
        .isEqualTo(done.body());

    assertThat(read(sold)).has("/status", "FILLED").has("/settlementStatus", "FAILED");
    assertThat(partner.events("order.settlement_failed")).hasSize(1);
    assertThat(user.get("/orders/" + sold.text("/orderId") + "/execution-reports").expect(200))
        .has("/executionReports/2/reportType", "SETTLEMENT")
        .has("/executionReports/2/settlementStatus", "FAILED");
    var markup = sold.number("/markupFee");
    assertThat(master.subtract(partner.master().cash()))
        .isEqualByComparingTo(shortfall.add(markup));
    assertThat(operator.get(LIST + partner.id()).expect(200)).has("/count", "0");
    assertThat(operator.get("/audit?action=retrySettlement&limit=200").expect(200))
        .satisfies(log -> assertThat(log.texts("/entries", "target")).isNotEmpty());
  }

  @Test
  void failures_are_listed_page_by_page_and_asked_for_with_care() {
    stuck();
    var first = operator.get("/settlement-failures?environment=sandbox&limit=1").expect(200);
    assertThat(first).has("/count", "1");
    assertThat(operator.get(LIST + "ptn_none").expect(200)).has("/count", "0");
    var live = "/settlement-failures?environment=live&partnerId=" + partner.id();
    assertThat(operator.get(live).expect(200)).has("/count", "0");
    assertThat(operator.get("/settlement-failures")).isRefused(400, "MISSING_PARAM");
    assertThat(operator.get("/settlement-failures?environment=sandbox&cursor=x"))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(operator.as(partner.key()).get(LIST)).isRefused(401, "AUTH_INVALID");
    var id = first.text("/settlementFailures/0/failureId");
    var retry = "/settlement-failures/%s/retry";
    assertThat(operator.post(retry.formatted("rep_none"), SANDBOX)).isRefused(404, "NOT_FOUND");
    assertThat(operator.post(retry.formatted(id), Map.of("environment", "live")))
        .isRefused(404, "NOT_FOUND");
    assertThat(operator.post(retry.formatted(id), Map.of())).isRefused(400, "MISSING_PARAM");
  }

  /// A sale whose proceeds are spent, while the master wallet is empty, and that then fails.
  private Reply stuck() {
    tested(BUY, "FILL");
    var sold = tested(SELL, "FILL");
    var free = user.get("/buying-power").expect(200).number("/withdrawableUsd");
    user.post("/withdraw", Map.of("amountUsd", free)).expect(200);
    var spent = user.testTrade("KPLC.KE", 50, "FILL");
    partner.sandbox().post("/test-tools/trade", spent).expect(202);
    partner.user().post("/deposit", Map.of("amountUsd", partner.master().cash())).expect(200);
    var failed =
        partner
            .sandbox()
            .patch("/test-tools/orders/" + sold.text("/orderId"), Map.of("outcome", FAIL))
            .expect(200);
    assertThat(failed).has("/status", "FILLED").has("/settlementStatus", "UNSETTLED");
    return failed;
  }

  private Reply tested(Side side, String outcome) {
    var trade = new HashMap<>(user.testTrade(SCOM, 100, outcome));
    trade.put("type", side.name());
    return partner.sandbox().post("/test-tools/trade", trade).expect(202);
  }

  private Reply read(Reply order) {
    return user.get("/orders/" + order.text("/orderId")).expect(200);
  }
}
