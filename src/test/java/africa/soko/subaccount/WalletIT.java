package africa.soko.subaccount;

import static africa.soko.subaccount.SubAccountsIT.atOnce;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static africa.soko.trading.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Money between the partner's wallet and those of its users, and what is written of it.
@SokoTest
class WalletIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final BigDecimal SEED = new BigDecimal("100000");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'amount':250.5}",
        "{'amountUsd':250.50}",
        "{'amount':250.5,'currency':'USD'}",
        "{'amount':2505e-1,'currency':null,'note':null}",
      })
  void dollars_move_as_they_are(String body, Partner partner) {
    var user = partner.user();
    var moved = user.post("/deposit", json(body)).expect(200);
    assertThat(moved)
        .hasNumber("/walletBalance", "250.5")
        .hasNumber("/amount", "250.5")
        .has("/currency", "USD")
        .has("/subAccountId", user.id());
    for (var local : List.of("localAmount", "localCurrency", "fxRate")) {
      assertThat(moved.at("/" + local).isNull()).as(local).isTrue();
    }
    assertThat(master(partner)).isEqualByComparingTo("99749.5");
    assertThat(user.post("/withdraw", json(body)).expect(200))
        .hasNumber("/walletBalance", "0")
        .hasNumber("/amount", "250.5");
    assertThat(master(partner)).isEqualByComparingTo(SEED);
    assertThat(partner.events("deposit.confirmed"))
        .containsExactly(
            Reply.read(
                """
                {"subAccountId":"%s","externalId":"%s","amount":250.5,"currency":"USD",
                 "newBalance":250.5}
                """
                    .formatted(user.id(), user.externalId())));
    assertThat(partner.events("withdraw.confirmed"))
        .containsExactly(
            Reply.read(
                "{\"subAccountId\":\"%s\",\"amount\":250.5,\"currency\":\"USD\",\"newBalance\":0}"
                    .formatted(user.id())));
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 129, 6450, 50",
    "KES, 129, 1.29, 0.01",
    "UGX, 3540, 53.10, 0.02",
    "UGX, 3540, 88.50, 0.02",
    "UGX, 3540, 123.90, 0.04",
    "UGX, 3540, 88.51, 0.03",
    "GHS, 12.4, 1000000, 80645.16",
  })
  void local_money_becomes_dollars_half_to_the_even_cent(
      String currency, String rate, String local, String usd, Partner partner) {
    var user = partner.user();
    var body = Map.of("amount", new BigDecimal(local), "currency", currency, "note", "M-Pesa");
    var moved = user.post("/deposit", body).expect(200);
    var entry = user.get("/transactions").expect(200);
    var event = partner.events("deposit.confirmed").getFirst();
    assertThat(moved).hasNumber("/amount", usd).hasNumber("/walletBalance", usd);
    assertThat(entry)
        .hasNumber("/transactions/0/amount", usd)
        .has("/transactions/0/transactionId", moved.text("/transactionId"))
        .has("/transactions/0/note", "M-Pesa");
    assertThat(event.get("amount").decimalValue()).isEqualByComparingTo(usd);
    assertThat(event.get("currency").asText()).isEqualTo("USD");
    for (var told : List.of(moved.json(), entry.at("/transactions/0"), event)) {
      assertThat(told.get("localAmount").decimalValue()).isEqualByComparingTo(local);
      assertThat(told.get("localCurrency").asText()).isEqualTo(currency);
      assertThat(told.get("fxRate").decimalValue()).isEqualByComparingTo(rate);
    }
    user.post("/withdraw", body).expect(200);
    assertThat(user.cash()).isZero();
    assertThat(master(partner)).isEqualByComparingTo(SEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                        | MISSING_PARAM",
        "{'amount':null}                           | MISSING_PARAM",
        "{'currency':'KES'}                        | MISSING_PARAM",
        "{'amount':10,'amountUsd':10}              | VALIDATION_ERROR",
        "{'amountUsd':10,'currency':'USD'}         | VALIDATION_ERROR",
        "{'amountUsd':10,'currency':'KES'}         | VALIDATION_ERROR",
        "{'amount':10,'currency':'EUR'}            | VALIDATION_ERROR",
        "{'amount':10,'currency':'kes'}            | VALIDATION_ERROR",
        "{'amount':10,'currency':''}               | VALIDATION_ERROR",
        "{'amount':1.001}                          | VALIDATION_ERROR",
        "{'amountUsd':0.005}                       | VALIDATION_ERROR",
        "{'amount':100.125,'currency':'KES'}       | VALIDATION_ERROR",
        "{'amount':0.5,'currency':'KES'}           | VALIDATION_ERROR",
        "{'amount':17.70,'currency':'UGX'}         | VALIDATION_ERROR",
        "{'amount':0}                              | VALIDATION_ERROR",
        "{'amount':-0.0}                           | VALIDATION_ERROR",
        "{'amount':-10}                            | VALIDATION_ERROR",
        "{'amountUsd':-10}                         | VALIDATION_ERROR",
        "{'amountUsd':1e30}                        | VALIDATION_ERROR",
        "{'amountUsd':1000000000.01}               | VALIDATION_ERROR",
        "{'amount':'10'}                           | INVALID_TYPE",
        "{'amount':true}                           | INVALID_TYPE",
        "{'amount':NaN}                            | VALIDATION_ERROR",
        "{'amount':10,'note':''}                   | VALIDATION_ERROR",
        "{'amount':10,'to':'sub_x'}                | VALIDATION_ERROR",
      })
  void what_is_no_amount_moves_nothing(String body, String code, Partner partner) {
    var user = partner.user().funded("100");
    for (var move : List.of("/deposit", "/withdraw")) {
      assertThat(user.post(move, json(body))).isRefused(400, code);
    }
    var tooLong = Map.of("amountUsd", 1, "note", "n".repeat(501));
    assertThat(user.post("/deposit", tooLong)).isRefused(400, "VALIDATION_ERROR");
    assertThat(user.cash()).isEqualByComparingTo("100");
    assertThat(user.get("/transactions")).hasNumber("/count", "1");
  }

  @Test
  void no_wallet_gives_more_than_it_has(Partner partner) {
    var user = partner.user().funded("99999.99");
    assertThat(user.post("/deposit", usd("0.02"))).isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(user.post("/withdraw", usd("100000"))).isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(user.cash()).isEqualByComparingTo("99999.99");
    assertThat(master(partner)).isEqualByComparingTo("0.01");
    user.funded("0.01");
    assertThat(master(partner)).isZero();
    assertThat(user.post("/deposit", usd("0.01"))).isRefused(400, "INSUFFICIENT_FUNDS");
    user.post("/withdraw", usd("100000")).expect(200);
    assertThat(user.post("/withdraw", usd("0.01"))).isRefused(400, "INSUFFICIENT_FUNDS");
    assertThat(master(partner)).isEqualByComparingTo(SEED);
    assertThat(user.get("/transactions")).hasNumber("/count", "3");
    assertThat(partner.events("deposit.confirmed")).hasSize(2);
    assertThat(partner.events("withdraw.confirmed")).hasSize(1);
  }

  @Test
  void of_withdrawals_that_race_for_the_same_cash_as_many_succeed_as_it_covers(Partner partner) {
    var user = partner.user().funded("100");
    var path = user.path() + "/withdraw";
    var replies = atOnce(24, () -> user.api().request("POST", path).body(usd("9")));
    assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(11);
    for (var reply : replies) {
      if (reply.status() != 200) assertThat(reply).isRefused(400, "INSUFFICIENT_FUNDS");
    }
    assertThat(user.cash()).isEqualByComparingTo("1");
    assertThat(master(partner)).isEqualByComparingTo("99999");
  }

  @Test
  void deposits_that_race_for_the_master_wallet_never_overdraw_it(Partner partner) {
    var users = List.of(partner.user(), partner.user(), partner.user());
    var replies = new ArrayList<Reply>();
    for (var user : users) user.funded("30000");
    var next = users.iterator();
    for (int round = 0; round < 3; round++) {
      var path = next.next().path() + "/deposit";
      replies.addAll(atOnce(8, () -> partner.sandbox().request("POST", path).body(usd("900"))));
    }
    assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(11);
    assertThat(master(partner)).isEqualByComparingTo("100");
  }

  @Test
  void proceeds_can_be_spent_at_once_and_withdrawn_when_settled(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 200);
    var settled = user.cash();
    assertThat(user.get("/buying-power").expect(200))
        .hasNumber("/buyingPowerUsd", settled.toPlainString())
        .hasNumber("/withdrawableUsd", settled.toPlainString());
    var sold = user.done(SYMBOL, SELL, 150);
    var cash = user.cash();
    var proceeds = cash.subtract(settled);
    assertThat(proceeds).isPositive();
    var power = user.get("/buying-power").expect(200);
    assertThat(power)
        .hasNumber("/buyingPowerUsd", cash.toPlainString())
        .hasNumber("/withdrawableUsd", settled.toPlainString())
        .has("/settlements/0/orderId", sold.text("/orderId"))
        .hasNumber("/settlements/0/amountUsd", proceeds.toPlainString());
    assertThat(power.at("/settlements")).hasSize(1);
    assertThat(power.text("/settlements/0/settlementDate")).matches("\\d{4}-\\d\\d-\\d\\d");
    var above = settled.add(new BigDecimal("0.01"));
    assertThat(user.post("/withdraw", Map.of("amountUsd", above)))
        .isRefused(400, "INSUFFICIENT_FUNDS");
    user.post("/withdraw", Map.of("amountUsd", settled)).expect(200);
    assertThat(user.cash()).isEqualByComparingTo(proceeds);
    assertThat(user.get("/buying-power"))
        .hasNumber("/buyingPowerUsd", proceeds.toPlainString())
        .hasNumber("/withdrawableUsd", "0");
    // What is not settled buys nevertheless.
    assertThat(user.done(SYMBOL, BUY, 10)).has("/status", "FILLED");
  }

  @Test
  void settled_proceeds_can_be_withdrawn_to_the_cent(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    user.done(SYMBOL, BUY, 200);
    var before = user.cash();
    var sale =
        Map.of(
            "symbol",
            SYMBOL,
            "type",
            "SELL",
            "subAccountId",
            user.id(),
            "quantity",
            200,
            "outcome",
            "FILL");
    var sold = user.api().post("/test-tools/trade", sale).expect(202).text("/orderId");
    var cash = user.cash();
    assertThat(cash).isGreaterThan(before);
    assertThat(user.post("/withdraw", Map.of("amountUsd", cash)))
        .isRefused(400, "INSUFFICIENT_FUNDS");
    user.api().patch("/test-tools/orders/" + sold, Map.of("settle", true)).expect(200);
    var power = user.get("/buying-power").expect(200);
    assertThat(power).hasNumber("/withdrawableUsd", cash.toPlainString());
    assertThat(power.at("/settlements")).isEmpty();
    user.post("/withdraw", Map.of("amountUsd", cash)).expect(200);
    assertThat(user.cash()).isZero();
  }

  @Test
  void what_an_open_order_holds_is_not_there_to_take(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    var order = user.testTrade(SYMBOL, 200, "PENDING");
    var open = user.api().post("/test-tools/trade", order).expect(202);
    var left = new BigDecimal("100").subtract(open.number("/totalCost"));
    assertThat(user.cash()).isEqualByComparingTo(left);
    assertThat(user.get("")).hasNumber("/walletBalance", left.toPlainString());
    assertThat(user.post("/withdraw", Map.of("amountUsd", left.add(new BigDecimal("0.01")))))
        .isRefused(400, "INSUFFICIENT_FUNDS");
    user.post("/withdraw", Map.of("amountUsd", left)).expect(200);
    user.delete("/orders/" + open.text("/orderId")).expect(200);
    assertThat(user.cash()).isEqualByComparingTo(open.number("/totalCost"));
  }

  @Test
  void a_wallet_is_the_sum_of_its_transactions(Partner partner) {
    var user = partner.verifiedUser().funded("100");
    user.post("/withdraw", usd("12.34")).expect(200);
    var bought = user.done(SYMBOL, BUY, 100);
    var sold = user.done(SYMBOL, SELL, 50);
    var all = transactions(user, "");
    assertThat(all)
        .extracting(entry -> entry.get("type").asText())
        .containsExactly("FEE", "SELL", "FEE", "INVEST", "WITHDRAWAL", "DEPOSIT");
    assertThat(all.reversed())
        .extracting(entry -> entry.get("orderId").asText(null))
        .containsExactly(
            null,
            null,
            bought.text("/orderId"),
            bought.text("/orderId"),
            sold.text("/orderId"),
            sold.text("/orderId"));
    var balance = BigDecimal.ZERO;
    for (var entry : all.reversed()) {
      balance = balance.add(entry.get("amount").decimalValue());
      assertThat(entry.get("balanceAfter").decimalValue()).isEqualByComparingTo(balance);
      assertThat(entry.get("currency").asText()).isEqualTo("USD");
    }
    assertThat(user.cash()).isEqualByComparingTo(balance);
    assertThat(user.get("/wallet").expect(200).at("/transactions")).hasSize(6);
    assertThat(user.get("/wallet").at("/transactions/0")).isEqualTo(all.getFirst());
    assertThat(transactions(user, "?type=FEE")).containsExactly(all.get(0), all.get(2));
    assertThat(transactions(user, "?type=WITHDRAWAL")).containsExactly(all.get(4));
    assertThat(transactions(user, "?type=DIVIDEND")).isEmpty();
    for (var wrong : List.of("deposit", "EXECUTION", "DEPOSIT,FEE", "x")) {
      assertThat(user.get("/transactions?type=" + wrong))
          .isRefused(400, "VALIDATION_ERROR")
          .has("/error/param", "type");
    }
  }

  @Test
  void the_live_side_keeps_books_of_its_own(Partner partner) {
    var live = partner.live();
    var before = live.get("/account").expect(200).number("/walletBalance");
    var user = partner.verifiedLiveUser().funded("100");
    assertThat(user.post("/deposit", json("{'amount':6450,'currency':'KES'}")).expect(200))
        .hasNumber("/walletBalance", "150");
    assertThat(user.post("/withdraw", usd("150.01"))).isRefused(400, "INSUFFICIENT_FUNDS");
    user.post("/withdraw", usd("30")).expect(200);
    user.patch(Map.of("status", "frozen")).expect(200);
    assertThat(user.post("/deposit", usd("1"))).isRefused(403, "FORBIDDEN");
    user.patch(Map.of("status", "active")).expect(200);
    assertThat(user.get("/wallet").expect(200)).hasNumber("/balance", "120");
    assertThat(transactions(user, ""))
        .extracting(entry -> entry.get("type").asText())
        .containsExactly("WITHDRAWAL", "DEPOSIT", "DEPOSIT");
    assertThat(live.get("/users/ext:" + user.externalId()).expect(200))
        .has("/kycStatus", "VERIFIED")
        .hasNumber("/walletBalance", "120");
    assertThat(live.get("/account").number("/walletBalance"))
        .isEqualByComparingTo(before.subtract(new BigDecimal("120")));

    assertThat(master(partner)).isEqualByComparingTo(SEED);
    assertThat(partner.sandbox().get(user.path())).isRefused(404, "NOT_FOUND");
    assertThat(partner.sandbox().get("/users")).hasNumber("/total", "0");
    assertThat(partner.events("deposit.confirmed")).isEmpty();
  }

  private static BigDecimal master(Partner partner) {
    return partner.master().cash();
  }

  private static Map<String, BigDecimal> usd(String amount) {
    return Map.of("amountUsd", new BigDecimal(amount));
  }

  private static List<JsonNode> transactions(Trader user, String query) {
    var page = user.get("/transactions" + query).expect(200);
    return StreamSupport.stream(page.at("/transactions").spliterator(), false).toList();
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
