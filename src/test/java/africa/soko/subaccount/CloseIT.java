package africa.soko.subaccount;

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
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The end of a sub-account.
@SokoTest
class CloseIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final Map<String, Object> TRANSFER =
      Map.of("residualCashHandling", "transfer_to_partner", "reason", "The user asked for it");

  @Test
  void an_empty_account_closes_without_options(Partner partner) {
    var user = partner.user();
    var closed = user.delete("").expect(200);
    assertThat(closed).has("/status", "closed").hasNumber("/walletBalance", "0");
    assertThat(closed.at("/closedReason").isNull()).isTrue();
    assertThat(closed.text("/closedAt")).isEqualTo(closed.text("/updatedAt"));
    assertThat(user.get("").expect(200).json()).isEqualTo(closed.json());
    assertThat(partner.events("account.closed")).containsExactly(told(user, "0"));
    assertThat(user.get("/transactions").at("/transactions")).isEmpty();
  }

  @Test
  void what_is_left_goes_back_to_the_partner(Partner partner) {
    var user = partner.user().funded("12.34");
    var master = partner.master().cash();
    var closed = delete(user, "", TRANSFER).expect(200);
    assertThat(closed)
        .has("/status", "closed")
        .has("/closedReason", "The user asked for it")
        .hasNumber("/walletBalance", "0");
    assertThat(partner.master().cash()).isEqualByComparingTo(master.add(new BigDecimal("12.34")));
    assertThat(user.get("/transactions").expect(200))
        .has("/transactions/0/type", "TRANSFER")
        .has("/transactions/0/note", "The user asked for it")
        .hasNumber("/transactions/0/amount", "-12.34")
        .hasNumber("/transactions/0/balanceAfter", "0");
    assertThat(partner.events("account.closed")).containsExactly(told(user, "12.34"));
  }

  @Test
  void the_options_may_stand_in_the_query_or_in_both_places(Partner partner) {
    var query = "?residualCashHandling=transfer_to_partner&reason=Moved";
    var user = partner.user().funded("5");
    assertThat(user.delete(query).expect(200)).has("/closedReason", "Moved");
    var same = Map.of("residualCashHandling", "transfer_to_partner", "reason", "Moved");
    delete(partner.user().funded("5"), query, same).expect(200);
    var other = partner.user().funded("5");
    assertThat(delete(other, query, Map.of("reason", "Died")))
        .isRefused(400, "VALIDATION_ERROR")
        .has("/error/param", "reason");
    assertThat(other.get("")).has("/status", "active").hasNumber("/walletBalance", "5");
    // By the partner's own reference, and half of them in each place.
    var named = "/users/ext:" + other.externalId() + "?residualCashHandling=transfer_to_partner";
    var reason = Map.of("reason", "Moved");
    assertThat(other.api().request("DELETE", named).body(reason).send().expect(200))
        .has("/subAccountId", other.id())
        .has("/closedReason", "Moved");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?residualCashHandling=keep          | {}                             | VALIDATION_ERROR",
        "?residualCashHandling=TRANSFER      | {}                             | VALIDATION_ERROR",
        "``                                  | {'residualCashHandling':'keep'} | VALIDATION_ERROR",
        "``                                  | {'residualCashHandling':true}   | INVALID_TYPE",
        "``                                  | {'reason':''}                   | VALIDATION_ERROR",
        "``                                  | {'reason':5}                    | INVALID_TYPE",
        "``                                  | {'force':true}                  | VALIDATION_ERROR",
        "``                                  | []                              | INVALID_TYPE",
        "?reason=a&reason=b                  | {}                             | VALIDATION_ERROR",
      })
  void what_is_no_close_is_refused_and_closes_nothing(
      String query, String body, String code, Partner partner) {
    var user = partner.user();
    var request = user.api().request("DELETE", user.path() + query).body(body.replace('\'', '"'));
    assertThat(request.send()).isRefused(400, code);
    assertThat(user.get("")).has("/status", "active");
  }

  @Test
  void all_that_stands_in_the_way_is_told_at_once_and_in_order(Partner partner, Service service) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 10);
    user.done(SYMBOL, SELL, 5);
    var open = user.api().post("/test-tools/trade", user.testTrade(SYMBOL, 1, "PENDING"));
    reasons(user, "OPEN_ORDERS", "HOLDINGS", "UNSETTLED_PROCEEDS", "RESIDUAL_CASH");
    user.delete("/orders/" + open.expect(202).text("/orderId")).expect(200);
    reasons(user, "HOLDINGS", "UNSETTLED_PROCEEDS", "RESIDUAL_CASH");
    user.done(SYMBOL, SELL, 5);
    reasons(user, "UNSETTLED_PROCEEDS", "RESIDUAL_CASH");
    assertThat(delete(user, "", TRANSFER))
        .isRefused(422, "ACCOUNT_NOT_CLOSABLE")
        .says("UNSETTLED_PROCEEDS");
    var later = service.clock().instant().plus(Duration.ofDays(20));
    service.advance(partner.id(), later).toCompletionStage().toCompletableFuture().join();
    reasons(user, "RESIDUAL_CASH");
    user.post("/withdraw", Map.of("amountUsd", user.cash())).expect(200);
    assertThat(user.delete("").expect(200)).has("/status", "closed");
  }

  @Test
  void an_open_order_keeps_its_account_open_until_it_ends(Partner partner) {
    for (var outcome : List.of("FILL", "REJECT", "CANCEL")) {
      var user = partner.verifiedUser().funded("100");
      var open = user.api().post("/test-tools/trade", user.testTrade(SYMBOL, 2, "PENDING"));
      var path = "/test-tools/orders/" + open.expect(202).text("/orderId");
      reasons(user, "OPEN_ORDERS", "RESIDUAL_CASH");
      if (outcome.equals("FILL")) {
        user.api().patch(path, Map.of("outcome", "PARTIAL_FILL")).expect(200);
        reasons(user, "OPEN_ORDERS", "HOLDINGS", "RESIDUAL_CASH");
      }
      user.api().patch(path, Map.of("outcome", outcome)).expect(200);
      if (outcome.equals("FILL")) reasons(user, "HOLDINGS", "RESIDUAL_CASH");
      else delete(user, "", TRANSFER).expect(200);
    }
  }

  @Test
  void a_closed_account_refuses_every_change(Partner partner) {
    var api = partner.sandbox();
    var uid = Map.of("uid", "asha", "name", "Asha");
    var id = api.post("/auto-register", uid).expect(201).text("/subAccountId");
    var user = new Trader(api, "/users/" + id, id, null).verified("BASIC").funded("50");
    var buy = user.api().post("/test-tools/trade", user.testTrade(SYMBOL, 100, "CANCEL"));
    var order = buy.expect(202).text("/orderId");
    var quote = user.quote(SYMBOL, BUY, 1).expect(200);
    delete(user, "", TRANSFER).expect(200);
    var refused =
        List.of(
            user.post("/deposit", Map.of("amountUsd", 1)),
            user.post("/withdraw", Map.of("amountUsd", 1)),
            user.patch(Map.of("displayName", "Renamed")),
            user.patch(Map.of("status", "active")),
            user.patch(Map.of("status", "frozen")),
            user.post("/kyc", Map.of("status", "REJECTED")),
            user.trade(quote),
            user.trade(user.quote(SYMBOL, BUY, 1)),
            user.delete("/orders/" + order),
            user.api().patch(user.path() + "/orders/" + order, Map.of("quantity", 1)),
            user.delete(""),
            delete(user, "", TRANSFER),
            api.post("/auto-register", uid),
            api.post("/test-tools/deposit", Map.of("subAccountId", id, "amount", 1)),
            api.post("/test-tools/trade", user.testTrade(SYMBOL, 100, "FILL")),
            api.patch("/test-tools/orders/" + order, Map.of("settle", true)));
    for (var reply : refused) {
      assertThat(reply).isRefused(403, "FORBIDDEN").has("/error/reason", "closed");
    }
  }

  @Test
  void a_closed_account_is_read_as_ever(Partner partner) {
    var user = partner.verifiedUser().funded("500");
    var uid = Map.of("uid", "juma", "name", "Juma");
    var registered = partner.sandbox().post("/auto-register", uid).expect(201);
    var token = user.api().as(registered.text("/token"));
    partner.sandbox().delete("/users/" + registered.text("/subAccountId")).expect(200);
    var order = user.api().post("/test-tools/trade", user.testTrade(SYMBOL, 999, "REJECT"));
    delete(user, "", TRANSFER).expect(200);
    var path = "/orders/" + order.expect(202).text("/orderId");
    var parts =
        List.of(
            "",
            "/wallet",
            "/transactions",
            "/buying-power",
            "/orders",
            path,
            path + "/execution-reports",
            "/portfolio");
    for (var part : parts) user.get(part).expect(200);
    assertThat(token.get("/users/" + registered.text("/subAccountId")).expect(200))
        .has("/status", "closed")
        .has("/uid", "juma");
    assertThat(partner.sandbox().get("/users?status=closed").expect(200)).hasNumber("/total", "2");
    assertThat(partner.sandbox().get("/users?status=active")).hasNumber("/total", "0");
  }

  @Test
  void its_names_stay_taken(Partner partner) {
    var user = partner.user();
    user.delete("").expect(200);
    var again = Map.of("externalId", user.externalId(), "displayName", "Somebody else");
    assertThat(partner.sandbox().post("/users", again))
        .isRefused(409, "CONFLICT")
        .has("/error/param", "externalId");
    assertThat(partner.sandbox().get("/users/ext:" + user.externalId()).expect(200))
        .has("/status", "closed");
  }

  @Test
  void the_same_request_again_has_the_same_answer_and_no_second_effect(Partner partner) {
    var user = partner.user().funded("7");
    var first = request(user).key("close-1").send().expect(200);
    var second = request(user).key("close-1").send().expect(200);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(request(user).key("close-2").send()).isRefused(403, "FORBIDDEN");
    assertThat(partner.events("account.closed")).hasSize(1);
    // A refusal is kept as well, even once the reason for it is gone.
    var other = partner.user().funded("7");
    var path = other.path();
    var refused = other.api().request("DELETE", path).key("close-3").send();
    assertThat(refused).isRefused(422, "ACCOUNT_NOT_CLOSABLE");
    other.post("/withdraw", Map.of("amountUsd", 7)).expect(200);
    var again = other.api().request("DELETE", path).key("close-3").send().expect(422);
    assertThat(again.body()).isEqualTo(refused.body());
    other.api().request("DELETE", path).key("close-4").send().expect(200);
  }

  @Test
  void a_frozen_account_closes_unless_compliance_froze_it(Partner partner, Service service) {
    var user = partner.user().funded("7");
    user.patch(Map.of("status", "frozen")).expect(200);
    var closed = delete(user, "", TRANSFER).expect(200);
    assertThat(closed.at("/frozenBy").isNull()).isTrue();
    var held = partner.user().funded("7");
    service.execute(
        "UPDATE sandbox.account SET status = 'FROZEN', frozen_by = 'compliance' WHERE account_id = '%s'"
            .formatted(held.id()));
    assertThat(delete(held, "", TRANSFER))
        .isRefused(403, "FORBIDDEN")
        .has("/error/reason", "frozen");
    assertThat(held.get("")).has("/status", "frozen").hasNumber("/walletBalance", "7");
  }

  @Test
  void nobody_closes_what_is_not_his(Partner partner, Partner other, Service service) {
    var user = partner.user();
    var before = service.books(Environment.SANDBOX, partner.id());
    for (var api : List.of(other.sandbox(), partner.live())) {
      for (var name : List.of(user.id(), "ext:" + user.externalId(), "master", "sub_nothing")) {
        assertThat(api.delete("/users/" + name)).isRefused(404, "NOT_FOUND");
      }
    }
    assertThat(service.books(Environment.SANDBOX, partner.id())).isEqualTo(before);
    var token = partner.sandbox().post("/auto-register", Map.of("uid", "u", "name", "U"));
    var bound = partner.sandbox().as(token.text("/token"));
    assertThat(bound.delete("/users/" + token.text("/subAccountId"))).isRefused(403, "FORBIDDEN");
  }

  @Test
  void a_closed_account_of_the_live_side_is_told_without_the_sandbox_mark(Partner partner) {
    var user = partner.verifiedLiveUser().funded("9");
    delete(user, "", TRANSFER).expect(200);
    var event =
        eventually(
            () -> partner.live().get("/events?type=account.closed").expect(200),
            found -> found.at("/events").size() == 1);
    assertThat(event.at("/events/0/data")).isEqualTo(told(user, "9"));
    assertThat(event.at("/events/0/isSandbox").isMissingNode()).isTrue();
  }

  private static JsonNode told(Trader user, String usd) {
    return Reply.read(
        "{\"subAccountId\":\"%s\",\"externalId\":\"%s\",\"status\":\"closed\",\"residualTransferUsd\":%s,\"currency\":\"USD\"}"
            .formatted(user.id(), user.externalId(), usd));
  }

  private static void reasons(Trader user, String... reasons) {
    var refused = user.delete("");
    assertThat(refused).isRefused(422, "ACCOUNT_NOT_CLOSABLE");
    assertThat(refused.at("/error/reasons")).extracting(JsonNode::asText).containsExactly(reasons);
    assertThat(user.get("")).has("/status", "active");
  }

  private static Reply delete(Trader user, String query, Map<String, ?> body) {
    return user.api().request("DELETE", user.path() + query).body(body).send();
  }

  private static Api.Request request(Trader user) {
    return user.api().request("DELETE", user.path()).body(TRANSFER);
  }
}
