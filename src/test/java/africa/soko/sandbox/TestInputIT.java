package africa.soko.sandbox;

import static africa.soko.sandbox.TestDesk.SYMBOL;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.trading.Side;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers and bodies as careless callers send them to the test tools.
@SokoTest
class TestInputIT {
  private static TestDesk desk;

  @BeforeAll
  static void open(Service service) {
    desk = TestDesk.of(service, service.partner(), "9000");
    desk.traded(Side.BUY, 1000, "FILL");
  }

  @ParameterizedTest
  @CsvSource({
    "100.000, FILLED",
    "1e2, FILLED",
    "10.0E1, FILLED",
    "999.0, REJECTED",
    "9.99e2, REJECTED",
    "1, PENDING",
  })
  void a_quantity_is_what_it_comes_to(String quantity, String status) {
    assertThat(trade("BUY", quantity)).hasStatus(202).has("/status", status);
    desk.agrees();
  }

  @ParameterizedTest
  @CsvSource({
    "BUY, 0, VALIDATION_ERROR",
    "BUY, -100, VALIDATION_ERROR",
    "BUY, -0, VALIDATION_ERROR",
    "BUY, 100.5, VALIDATION_ERROR",
    "SELL, 0.0000001, VALIDATION_ERROR",
    "SELL, 1e-7, VALIDATION_ERROR",
    "BUY, 1000000001, VALIDATION_ERROR",
    "BUY, 1e400, VALIDATION_ERROR",
    "BUY, 1e999999999, VALIDATION_ERROR",
    "SELL, 1e-999999999, VALIDATION_ERROR",
    "BUY, '\"100\"', INVALID_TYPE",
    "BUY, true, INVALID_TYPE",
    "BUY, [100], INVALID_TYPE",
    "BUY, {}, INVALID_TYPE",
    "BUY, null, MISSING_PARAM",
    "BUY, NaN, VALIDATION_ERROR",
    "BUY, Infinity, VALIDATION_ERROR",
    "BUY, 0x64, VALIDATION_ERROR",
    "BUY, 0100, VALIDATION_ERROR",
    "BUY, +100, VALIDATION_ERROR",
    "BUY, '100,', VALIDATION_ERROR",
    "BUY, '1_00', VALIDATION_ERROR",
    "buy, 100, VALIDATION_ERROR",
    "' BUY', 100, VALIDATION_ERROR",
  })
  void a_quantity_that_is_none_is_refused(String side, String quantity, String code) {
    assertThat(trade(side, quantity)).isRefused(400, code);
    desk.agrees();
  }

  @Test
  void bodies_that_are_no_test_trade_are_refused() {
    var api = desk.partner().sandbox();
    for (var body :
        List.of(
            "",
            "{}",
            "[]",
            "null",
            "7",
            "{\"symbol\":\"SCOM.KE\"",
            "{\"symbol\":\"SCOM.KE\",\"symbol\":\"KPLC.KE\"}",
            body("BUY", "100") + "x",
            body("BUY", "100").replace("}", ",\"price\":1}"),
            body("BUY", "100").replace("}", ",\"cashValue\":10}"),
            body("BUY", "100").replace("}", ",\"outcome\":\"fill\"}"),
            body("BUY", "100").replace("}", ",\"outcome\":\"FILLED\"}"),
            body("BUY", "100").replace("}", ",\"outcome\":1}"),
            body("BUY", "100").replace(SYMBOL, "SCOM\\u0000.KE"),
            body("BUY", "100").replace(SYMBOL, ""),
            body("BUY", "100").replace(SYMBOL, "S"))) {
      var reply = api.post("/test-tools/trade", body);
      assertThat(reply).hasStatus(400).hasErrorShape();
    }
    var nowhere = body("BUY", "100").replace(desk.user().id(), "sub_01KJPX8Z9G1HEAD8X4A1JH69RE");
    assertThat(api.post("/test-tools/trade", nowhere)).isRefused(404, "NOT_FOUND");
    var unknown = body("BUY", "100").replace(SYMBOL, "NOPE.KE");
    assertThat(api.post("/test-tools/trade", unknown)).isRefused(404, "NOT_FOUND");
    var none = body("BUY", "100").replace("}", ",\"outcome\":null}");
    assertThat(api.post("/test-tools/trade", none)).hasStatus(202).has("/status", "FILLED");
    desk.agrees();
  }

  @Test
  void a_change_needs_its_key(Partner partner) {
    var api = desk.partner().sandbox();
    for (var path : List.of("/test-tools/trade", "/test-tools/deposit")) {
      var reply = api.request("POST", path).body(Map.of()).withoutKey().send();
      assertThat(reply).isRefused(400, "MISSING_IDEMPOTENCY_KEY");
    }
    var patch = api.request("PATCH", "/test-tools/orders/ord_1").body(Map.of()).withoutKey();
    assertThat(patch.send()).isRefused(400, "MISSING_IDEMPOTENCY_KEY");
    assertThat(partner.sandbox().patch("/test-tools/orders/ord_1", Map.of("settle", true)))
        .isRefused(404, "NOT_FOUND");
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 200,",
    "1000000, 200,",
    "1e3, 200,",
    "1000000.01, 400, VALIDATION_ERROR",
    "0, 400, VALIDATION_ERROR",
    "-5, 400, VALIDATION_ERROR",
    "0.001, 400, VALIDATION_ERROR",
    "'\"5\"', 400, INVALID_TYPE",
    "null, 400, MISSING_PARAM",
    "1e400, 400, VALIDATION_ERROR",
  })
  void a_test_deposit_takes_cents_up_to_a_million(
      String amount, int status, String code, Partner partner) {
    var user = partner.user();
    var master = partner.master().cash();
    var reply =
        partner
            .sandbox()
            .post(
                "/test-tools/deposit",
                "{\"subAccountId\":\"%s\",\"amount\":%s}".formatted(user.id(), amount));
    if (status == 200) assertThat(reply).hasStatus(200).hasNumber("/walletBalance", amount);
    else assertThat(reply).isRefused(status, code);
    assertThat(partner.master().cash()).isEqualByComparingTo(master);
    assertThat(user.cash()).isEqualByComparingTo(status == 200 ? amount : "0");
  }

  private static Reply trade(String side, String quantity) {
    return desk.partner().sandbox().post("/test-tools/trade", body(side, quantity));
  }

  private static String body(String side, String quantity) {
    return "{\"symbol\":\"%s\",\"type\":\"%s\",\"quantity\":%s,\"subAccountId\":\"%s\"}"
        .formatted(SYMBOL, side, quantity, desk.user().id());
  }
}
