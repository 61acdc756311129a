package africa.soko.subaccount;

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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a frozen sub-account can and cannot do.
@SokoTest
class FreezeIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final Map<String, String> FROZEN = Map.of("status", "frozen");
  private static final Map<String, String> ACTIVE = Map.of("status", "active");

  @Test
  void a_freeze_and_its_end_are_told_once_each(Partner partner) {
    var user = partner.user();
    assertThat(user.patch(FROZEN).expect(200)).has("/status", "frozen").has("/frozenBy", "partner");
    user.patch(FROZEN).expect(200);
    assertThat(user.patch(ACTIVE).expect(200).at("/frozenBy").isNull()).isTrue();
    user.patch(ACTIVE).expect(200);
    var told = "{\"subAccountId\":\"%s\",\"frozen\":%s,\"frozenBy\":\"partner\"}";
    assertThat(partner.events("account.frozen"))
        .containsExactly(
            Reply.read(told.formatted(user.id(), true)),
            Reply.read(told.formatted(user.id(), false)));
  }

  @Test
  void a_frozen_account_moves_nothing(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 10);
    var buy = user.quote(SYMBOL, BUY, 1).expect(200);
    var sell = user.quote(SYMBOL, SELL, 1).expect(200);
    var cash = user.cash();
    user.patch(FROZEN).expect(200);
    for (var refused :
        List.of(deposit(user), withdrawal(user), user.trade(buy), user.trade(sell))) {
      assertThat(refused).isRefused(403, "FORBIDDEN").has("/error/reason", "frozen");
    }
    for (var refused : testTools(user)) {
      assertThat(refused).isRefused(403, "FORBIDDEN").has("/error/reason", "frozen");
    }
    assertThat(user.cash()).isEqualByComparingTo(cash);
    user.patch(ACTIVE).expect(200);
    deposit(user).expect(200);
    withdrawal(user).expect(200);
    // Neither quote was spent by its refusal.
    assertThat(user.ended(user.trade(buy))).has("/status", "FILLED");
    assertThat(user.ended(user.trade(sell))).has("/status", "FILLED");
  }

  @Test
  void a_frozen_account_is_read_and_described_as_ever(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var open = user.api().post("/test-tools/trade", testTrade(user)).expect(202);
    user.patch(FROZEN).expect(200);
    var parts = List.of("", "/wallet", "/transactions", "/buying-power", "/orders", "/portfolio");
    for (var part : parts) user.get(part).expect(200);
    user.quote(SYMBOL, BUY, 1).expect(200);
    user.post("/kyc", Map.of("status", "VERIFIED", "level", "FULL")).expect(200);
    assertThat(user.patch(Map.of("displayName", "Renamed")).expect(200))
        .has("/displayName", "Renamed")
        .has("/status", "frozen");
    user.delete("/orders/" + open.text("/orderId")).expect(200);
    assertThat(user.cash()).isEqualByComparingTo("100");
  }

  @Test
  void an_order_that_was_open_at_the_freeze_is_rejected_and_its_cash_comes_back(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var open = user.api().post("/test-tools/trade", testTrade(user)).expect(202);
    var path = "/orders/" + open.text("/orderId");
    user.patch(FROZEN).expect(200);
    var filled = user.api().patch("/test-tools" + path, Map.of("outcome", "FILL")).expect(200);
    assertThat(filled).has("/status", "REJECTED");
    assertThat(user.get(path)).has("/status", "REJECTED").has("/rejectionCode", "COMPLIANCE_HOLD");
    assertThat(user.cash()).isEqualByComparingTo("100");
  }

  @Test
  void what_compliance_froze_no_partner_unfreezes(Partner partner, Service service) {
    var user = partner.user();
    state(service, user, "status = 'FROZEN', frozen_by = 'compliance'");
    assertThat(user.patch(ACTIVE)).isRefused(403, "FORBIDDEN").has("/error/reason", "frozen");
    // Nor does a freeze on top of it make it the partner's own.
    assertThat(user.patch(FROZEN).expect(200)).has("/frozenBy", "compliance");
    assertThat(user.patch(ACTIVE)).isRefused(403, "FORBIDDEN");
    user.patch(Map.of("displayName", "Renamed")).expect(200);
    assertThat(user.get("")).has("/status", "frozen").has("/displayName", "Renamed");
    assertThat(partner.events("account.frozen")).isEmpty();
  }

  private static void state(Service service, Trader user, String columns) {
    service.execute(
        "UPDATE sandbox.account SET %s WHERE account_id = '%s'".formatted(columns, user.id()));
  }

  private static Reply deposit(Trader user) {
    return user.post("/deposit", Map.of("amountUsd", 1));
  }

  private static Reply withdrawal(Trader user) {
    return user.post("/withdraw", Map.of("amountUsd", 1));
  }

  private static List<Reply> testTools(Trader user) {
    var deposit = Map.of("subAccountId", user.id(), "amount", 1);
    return List.of(
        user.api().post("/test-tools/deposit", deposit),
        user.api().post("/test-tools/trade", testTrade(user)));
  }

  private static Map<String, Object> testTrade(Trader user) {
    return user.testTrade(SYMBOL, BigDecimal.TEN, "PENDING");
  }
}
