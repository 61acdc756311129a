package africa.soko.edge;

import static africa.soko.testing.ReplyAssert.assertThat;

import africa.soko.edge.contract.ContractDocument;
import africa.soko.testing.Partner;
import africa.soko.testing.RawConnection;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/// Whoever makes a common mistake is told what it was, and what is right.
@SokoTest
class CarelessIT {
  private static final Map<String, String> USER =
      Map.of("externalId", "careless", "displayName", "Wanjiru");

  @Test
  void a_key_of_the_other_environment_is_told_its_own_base(Service service, Partner partner) {
    assertThat(partner.live().as(partner.key()).get("/account"))
        .isRefused(401, "AUTH_INVALID")
        .says("A sk_sandbox_ key is for /api/sandbox/v1/partner, not for /api/v1/partner");
    assertThat(partner.sandbox().as(service.liveKey(partner.id())).get("/account"))
        .isRefused(401, "AUTH_INVALID")
        .says("A pk_live_ key is for /api/v1/partner, not for /api/sandbox/v1/partner");
  }

  @Test
  void a_credential_that_cannot_be_right_is_told_why(Partner partner) {
    var key = partner.key();
    var cut = partner.sandbox().as(key.substring(0, key.length() - 1));
    assertThat(cut.get("/account")).isRefused(401, "AUTH_INVALID").says("not whole");
    assertThat(partner.sandbox().as("secret").get("/account"))
        .isRefused(401, "AUTH_INVALID")
        .says("begins with none of pk_live_, sk_sandbox_");
    assertThat(partner.sandbox().as(partner.idToken()).get("/account"))
        .isRefused(401, "AUTH_INVALID")
        .says("not an ID token");
    assertThat(partner.sandbox().get("/me")).isRefused(401, "AUTH_INVALID").says("not an API key");
    var bare = partner.sandbox().request("GET", "/account").header("Authorization", key);
    assertThat(bare.send()).isRefused(401, "AUTH_INVALID").says("Bearer <key>");
  }

  @Test
  void a_path_beside_the_bases_is_told_the_bases(Service service) {
    for (var path : List.of("/account", "/v1/account", "/api/v1/account")) {
      assertThat(service.at("").get(path))
          .isRefused(404, "NOT_FOUND")
          .says("/api/sandbox/v1/partner and /api/v1/partner");
    }
  }

  @Test
  void a_path_that_leads_nowhere_is_told_the_nearest_one(Partner partner) {
    assertThat(partner.sandbox().get("/orders/"))
        .isRefused(404, "NOT_FOUND")
        .says("no operation GET /api/sandbox/v1/partner/orders/")
        .says("Did you mean /api/sandbox/v1/partner/orders?");
    assertThat(partner.sandbox().get("/user/u1/order"))
        .isRefused(404, "NOT_FOUND")
        .says("/api/sandbox/v1/partner/users/{userId}/orders?");
  }

  @Test
  void an_error_leads_to_its_page_whatever_host_was_asked(Service service, Partner partner) {
    assertThat(partner.sandbox().get("/stocks/S"))
        .isRefused(400, "INVALID_SYMBOL")
        .has("/error/docUrl", "https://soko.example/docs/errors#INVALID_SYMBOL");
    try (var client = new RawConnection(service.port())) {
      client.write("GET /none HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
      Assertions.assertThat(client.readToEnd())
          .contains("\"docUrl\":\"https://soko.example/docs/errors#NOT_FOUND\"");
    }
    var unknown =
        Map.of(
            "symbol", "SCOM.KE", "type", "BUY", "quantity", 1, "quoteId", "quo_01KJPX8Z9G1HEAD8");
    // A rule of the ledger says so too, and at the management port.
    assertThat(partner.verifiedUser().post("/trade", unknown))
        .isRefused(404, "QUOTE_NOT_FOUND")
        .says("get one with GET /quote/SCOM.KE")
        .has("/error/docUrl", "https://soko.example/docs/errors#QUOTE_NOT_FOUND");
    assertThat(service.management("/nothing"))
        .isRefused(404, "NOT_FOUND")
        .has("/error/docUrl", "https://soko.example/docs/errors#NOT_FOUND");
  }

  @Test
  void every_error_has_its_place_on_the_page(Service service) {
    var page = service.at("").get("/docs/errors").expect(200);
    var codes = EnumSet.of(ErrorCode.METHOD_NOT_ALLOWED, ErrorCode.EXPECTATION_FAILED);
    var contract = ContractDocument.load("/openapi").json();
    OperationIndex.of(contract, true).operations().forEach(each -> codes.addAll(each.errors()));
    Assertions.assertThat(codes).hasSizeGreaterThan(20);
    for (var code : codes) {
      Assertions.assertThat(page.body())
          .contains("id=\"" + code + "\"")
          .contains("" + code.status());
    }
  }

  @Test
  void a_quote_that_is_stale_is_told_why_and_since_when(Service service, Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var used = Trader.order(user.quote("SCOM.KE", Side.BUY, 1));
    var order = user.ended(user.post("/trade", used));
    assertThat(user.post("/trade", used))
        .isRefused(409, "STALE_QUOTE")
        .has("/error/reason", "USED")
        .has("/error/at", order.text("/createdAt"));
    var quote = user.quote("SCOM.KE", Side.BUY, 1);
    try (var shift = service.clock().ahead(Duration.ofSeconds(61))) {
      assertThat(user.post("/trade", Trader.order(quote)))
          .isRefused(409, "STALE_QUOTE")
          .has("/error/reason", "EXPIRED")
          .has("/error/at", quote.text("/expiresAt"));
      Assertions.assertThat(shift).isNotNull();
    }
  }

  @Test
  void a_field_of_the_wrong_type_is_told_its_type(Partner partner) {
    var api = partner.sandbox();
    var wrong =
        Map.of(
            "{\"externalId\":5,\"displayName\":\"W\"}", "externalId must be a string",
            "{\"externalId\":\"x\",\"displayName\":\"W\",\"metadata\":[]}",
                "metadata must be an object",
            "[]", "The body must be an object",
            "\"text\"", "The body must be an object");
    wrong.forEach(
        (body, told) ->
            assertThat(api.post("/users", body)).isRefused(400, "INVALID_TYPE").says(told));
    var user = partner.user();
    assertThat(api.post("/users/" + user.id() + "/deposit", Map.of("amountUsd", "10")))
        .isRefused(400, "INVALID_TYPE")
        .says("amountUsd must be a number");
    assertThat(api.patch("/users/" + user.id(), Map.of("email", 5)))
        .isRefused(400, "INVALID_TYPE")
        .says("email must be a string");
    assertThat(api.post("/webhooks", Map.of("url", "https://a.example", "events", "*")))
        .isRefused(400, "INVALID_TYPE")
        .says("events must be a list");
    assertThat(api.patch("/test-tools/orders/ord_1", Map.of("settle", "yes")))
        .isRefused(400, "INVALID_TYPE")
        .says("settle must be true or false");
  }

  @Test
  void what_is_no_json_is_told_where(Partner partner) {
    assertThat(partner.sandbox().post("/users", "{\n \"externalId\": 'x'}"))
        .isRefused(400, "VALIDATION_ERROR")
        .says("not valid JSON, at line 2, column 16");
  }

  @Test
  void a_wrong_choice_is_told_all_right_ones_and_no_others(Partner partner) {
    var user = partner.user();
    var path = "/users/" + user.id();
    assertThat(partner.sandbox().get(path + "/orders?status=OPEN"))
        .isRefused(400, "VALIDATION_ERROR")
        .says("one of PENDING, WORKING, PARTIALLY_FILLED, FILLED, REJECTED, CANCELLED, COMPLETED");
    for (var type : List.of("BUY", "EXECUTION")) {
      assertThat(partner.sandbox().get(path + "/transactions?type=" + type))
          .isRefused(400, "VALIDATION_ERROR")
          .has(
              "/error/message",
              "type must be one of DEPOSIT, WITHDRAWAL, INVEST, REFUND, SELL, FEE, DIVIDEND,"
                  + " REDEMPTION, TRANSFER, ADJUSTMENT, COUPON");
    }
    var limit =
        Map.of(
            "symbol",
            "SCOM.KE",
            "type",
            "BUY",
            "quantity",
            1,
            "quoteId",
            "q",
            "orderType",
            "ICEBERG");
    assertThat(partner.sandbox().post("/trade", limit))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/message", "orderType must be one of MARKET, LIMIT, STOP, STOP_LIMIT");
    var resting = new HashMap<String, Object>(limit);
    resting.putAll(Map.of("orderType", "MARKET", "timeInForce", "GTD"));
    assertThat(partner.sandbox().post("/trade", resting))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/message", "timeInForce must be DAY");
    resting.put("timeInForce", "DAY");
    assertThat(partner.sandbox().post("/trade", resting)).isRefused(404, "QUOTE_NOT_FOUND");
    var event = Map.of("url", "https://a.example", "events", List.of("order.filled", "order.fill"));
    assertThat(partner.sandbox().post("/webhooks", event))
        .isRefused(400, "VALIDATION_ERROR")
        .says("events[1] is not the name of an event");
  }

  @Test
  void one_of_two_that_is_absent_names_both(Partner partner) {
    var user = partner.user();
    var deposit = partner.sandbox().post("/users/" + user.id() + "/deposit", "{}");
    assertThat(deposit).isRefused(400, "MISSING_PARAM").has("/error/params/1", "amountUsd");
    var advance = partner.sandbox().patch("/test-tools/orders/ord_1", "{}");
    assertThat(advance).isRefused(400, "MISSING_PARAM").has("/error/params/1", "settle");
  }

  @Test
  void a_symbol_that_leads_nowhere_is_told_where_it_was_looked_for(Partner partner) {
    assertThat(partner.sandbox().get("/market/quotes?symbol=SCOM.KE&exchange=NGX"))
        .isRefused(404, "NOT_FOUND")
        .says("SCOM.KE on NGX");
    assertThat(partner.sandbox().get("/quote/NOPE.KE?type=BUY&quantity=1"))
        .isRefused(404, "NOT_FOUND")
        .says("NOPE.KE");
    for (var path : List.of("/stocks/S", "/quote/S?type=BUY&quantity=1")) {
      assertThat(partner.sandbox().get(path))
          .isRefused(400, "INVALID_SYMBOL")
          .has("/error/param", "symbol")
          .says("as in SCOM.KE");
    }
  }

  @Test
  void a_rule_that_says_no_tells_what_is_missing(Partner partner) {
    partner.sandbox().post("/users", USER).expect(201);
    assertThat(partner.sandbox().post("/users", USER))
        .isRefused(409, "CONFLICT")
        .has("/error/param", "externalId");
    var user = partner.user();
    assertThat(user.trade(user.quote("SCOM.KE", Side.BUY, 10)))
        .isRefused(403, "KYC_REQUIRED")
        .says("PENDING and must be VERIFIED");
  }
}
