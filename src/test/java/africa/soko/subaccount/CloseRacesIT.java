package africa.soko.subaccount;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.Trader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Closing a sub-account on one node while another node changes it.
@Timeout(120)
class CloseRacesIT {
  private static final int TIMES = 40;
  private static final Map<String, String> TRANSFER =
      Map.of("residualCashHandling", "transfer_to_partner");

  private static Service one;
  private static Service other;
  private static Partner partner;

  @BeforeAll
  static void start() {
    one = new Service();
    other = one.another(UnaryOperator.identity());
    partner = one.partner();
  }

  @AfterAll
  static void stop() {
    one.proveBooks();
    other.close();
    one.close();
  }

  @Test
  void a_deposit_is_in_what_went_back_or_is_refused() {
    for (int i = 0; i < TIMES; i++) {
      var user = partner.user().funded("10");
      var master = partner.master().cash();
      var replies = race(user, api -> deposit(api, user), i);
      var deposit = replies.getLast();
      assertThat(replies.getFirst().expect(200)).has("/status", "closed");
      if (deposit.status() != 200) {
        assertThat(deposit).isRefused(403, "FORBIDDEN").has("/error/reason", "closed");
      }
      assertThat(user.get("")).has("/status", "closed").hasNumber("/walletBalance", "0");
      assertThat(partner.master().cash()).isEqualByComparingTo(master.add(BigDecimal.TEN));
    }
  }

  @Test
  void a_trade_keeps_the_account_open_or_comes_too_late() {
    int closed = 0;
    for (int i = 0; i < TIMES; i++) {
      var user = partner.verifiedUser().funded("10");
      var order = Trader.order(user.quote("SCOM.KE", BUY, 10));
      var replies = race(user, api -> api.request("POST", user.path() + "/trade").body(order), i);
      var close = replies.getFirst();
      var trade = replies.getLast();
      if (trade.status() == 202) {
        assertThat(close).isRefused(422, "ACCOUNT_NOT_CLOSABLE");
        assertThat(user.ended(trade)).has("/status", "FILLED");
        assertThat(user.get("")).has("/status", "active");
      } else {
        closed++;
        assertThat(trade).isRefused(403, "FORBIDDEN").has("/error/reason", "closed");
        assertThat(close.expect(200)).has("/status", "closed").hasNumber("/walletBalance", "0");
      }
    }
    // Which of the two wins is open, but both must have been seen.
    assertThat(closed).isBetween(1, TIMES - 1);
  }

  @Test
  void of_two_closes_one_is_first() {
    for (int i = 0; i < TIMES; i++) {
      var user = partner.user().funded("10");
      var replies = race(user, api -> close(api, user), i);
      assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 403);
    }
    assertThat(partner.events("account.closed").stream().map(e -> e.path("subAccountId").asText()))
        .doesNotHaveDuplicates();
  }

  /// What closing on one node, and what a change on the other, has answered. The one that is to be
  /// sent first changes from time to time.
  private static List<Reply> race(Trader user, Function<Api, Api.Request> change, int time) {
    var here = one.at(Environment.SANDBOX.base()).as(partner.key());
    var there = other.at(Environment.SANDBOX.base()).as(partner.key());
    CompletableFuture<Reply> changed = null;
    if (time % 2 == 0) changed = change.apply(there).sendAsync();
    var closed = close(here, user).sendAsync();
    if (changed == null) changed = change.apply(there).sendAsync();
    return List.of(closed.join(), changed.join());
  }

  private static Api.Request close(Api api, Trader user) {
    return api.request("DELETE", user.path()).body(TRANSFER);
  }

  private static Api.Request deposit(Api api, Trader user) {
    return api.request("POST", user.path() + "/deposit").body(Map.of("amountUsd", 1));
  }
}
