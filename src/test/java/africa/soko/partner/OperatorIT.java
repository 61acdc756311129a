package africa.soko.partner;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What operators may do on the management port, and that nobody else may.
@SokoTest
class OperatorIT {
  private final Service service;
  private Api operator;

  OperatorIT(Service service) {
    this.service = service;
  }

  @BeforeEach
  void known() {
    operator = service.operator();
  }

  private static String topUp(Partner partner) {
    return "/partners/" + partner.id() + "/top-up";
  }

  private static Map<String, Object> sandbox(Object amountUsd) {
    return new HashMap<>(Map.of("amountUsd", amountUsd, "environment", "sandbox"));
  }

  @Test
  void only_the_token_lets_in(Partner partner) {
    assertThat(operator.as(null).get("/partners")).isRefused(401, "AUTH_MISSING");
    for (var wrong : List.of("wrong", operator.credential() + "x", partner.key())) {
      assertThat(operator.as(wrong).get("/partners")).isRefused(401, "AUTH_INVALID");
      assertThat(operator.as(wrong).post(topUp(partner), sandbox(1)))
          .isRefused(401, "AUTH_INVALID");
    }
    assertThat(partner.sandbox().as(operator.credential()).get("/account"))
        .isRefused(401, "AUTH_INVALID");
    assertThat(service.at("/operator/v1").as(operator.credential()).get("/partners"))
        .isRefused(404, "NOT_FOUND");
  }

  @Test
  void what_leads_nowhere_has_the_error_shape(Partner partner) {
    assertThat(operator.get("/nothing")).isRefused(404, "NOT_FOUND").says("/operator/openapi.yaml");
    assertThat(operator.as(null).get("/nothing")).isRefused(404, "NOT_FOUND");
    var deleted = operator.delete("/partners");
    assertThat(deleted).isRefused(405, "METHOD_NOT_ALLOWED");
    assertThat(deleted.header("Allow")).isEqualTo("GET, HEAD");
    assertThat(operator.get(topUp(partner)).header("Allow")).isEqualTo("POST");
  }

  @Test
  void a_top_up_is_in_the_wallet_and_told_once(Partner partner) {
    var once = UUID.randomUUID().toString();
    // A key of the partner's own is another one, whatever it says.
    var own = Map.of("externalId", once, "displayName", "Wanjiru");
    partner.sandbox().request("POST", "/users").key(once).body(own).send().expect(201);
    var body = sandbox(2500.25);
    body.put("note", "Wire of 2 March");
    var first = operator.request("POST", topUp(partner)).key(once).body(body).send().expect(200);
    assertThat(first)
        .has("/partnerId", partner.id())
        .has("/currency", "USD")
        .hasNumber("/amount", "2500.25")
        .hasNumber("/walletBalance", "102500.25");
    assertThat(first.header("X-RateLimit-Limit")).isEmpty();

    var again = operator.request("POST", topUp(partner)).key(once).body(body).send();
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    var other = operator.request("POST", topUp(partner)).key(once).body(sandbox(1)).send();
    assertThat(other).isRefused(409, "CONFLICT");

    assertThat(partner.sandbox().get("/account")).hasNumber("/walletBalance", "102500.25");
    var told = partner.events("wallet.credited");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().get("amount").decimalValue()).isEqualByComparingTo("2500.25");
    assertThat(told.getFirst().get("newBalance").decimalValue()).isEqualByComparingTo("102500.25");
  }

  @Test
  void a_top_up_is_of_one_environment(Partner partner) {
    var live = Map.of("amountUsd", 10, "environment", "live");
    assertThat(operator.post(topUp(partner), live)).isRefused(404, "NOT_FOUND");
    var before = partner.live().get("/account").number("/walletBalance");
    operator.post(topUp(partner), live).expect(200);
    assertThat(partner.live().get("/account").number("/walletBalance").subtract(before))
        .isEqualByComparingTo("10");
    assertThat(partner.sandbox().get("/account")).hasNumber("/walletBalance", "100000");
  }

  @Test
  void what_is_wrong_with_a_top_up_is_told(Partner partner) {
    var path = topUp(partner);
    assertThat(operator.request("POST", path).withoutKey().body(sandbox(1)).send())
        .isRefused(400, "MISSING_IDEMPOTENCY_KEY");
    assertThat(operator.post(path, " ".repeat(300 * 1024))).isRefused(413, "PAYLOAD_TOO_LARGE");
    assertThat(operator.request("POST", path).header("Content-Type", "text/csv").body("a,b").send())
        .isRefused(415, "UNSUPPORTED_MEDIA_TYPE");
    assertThat(operator.post(path, Map.of("amountUsd", 1))).isRefused(400, "MISSING_PARAM");
    assertThat(operator.post(path, Map.of("amountUsd", 1, "environment", "LIVE")))
        .isRefused(400, "VALIDATION_ERROR");
    assertThat(operator.post(path, sandbox("1"))).isRefused(400, "INVALID_TYPE");
    for (var amount : List.of(0, -1, 0.001, 1_000_000_001)) {
      assertThat(operator.post(path, sandbox(amount))).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.post("/partners/ptn_unknown/top-up", sandbox(1)))
        .isRefused(404, "NOT_FOUND");
    assertThat(partner.events("wallet.credited")).isEmpty();
  }

  @Test
  void partners_are_listed_page_by_page_newest_first(Partner older) {
    var newer = service.partner();
    var seen = new ArrayList<String>();
    Reply page = operator.get("/partners?limit=1").expect(200);
    assertThat(page)
        .has("/partners/0/partnerId", newer.id())
        .has("/partners/0/email", newer.sandbox().get("/account").text("/email"))
        .has("/partners/0/tier", "starter")
        .has("/partners/0/status", "active");
    seen.addAll(page.texts("/partners", "partnerId"));
    page = operator.get("/partners?limit=1&cursor=" + page.text("/nextCursor")).expect(200);
    seen.addAll(page.texts("/partners", "partnerId"));
    assertThat(seen).containsExactly(newer.id(), older.id());
    assertThat(page.at("/count").asInt()).isOne();
    assertThat(operator.get("/partners?cursor=x")).isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void the_contract_is_served_where_its_operations_are() {
    var yaml = service.management("/operator/openapi.yaml").expect(200);
    assertThat(yaml.header("Content-Type")).isEqualTo("application/yaml");
    assertThat(yaml.body()).startsWith("openapi: ").contains("operationId: topUpWallet");
    assertThat(service.management("/operator/openapi.json").expect(200).text("/openapi"))
        .startsWith("3.1");
  }

  @Test
  void operators_requests_are_counted_by_operation() {
    operator.get("/partners").expect(200);
    assertThat(service.metrics()).contains("operation=\"listPartners\"");
  }
}
