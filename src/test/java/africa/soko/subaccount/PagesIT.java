package africa.soko.subaccount;

import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Lists page by page (SPEC "Pagination").
@SokoTest
class PagesIT {
  private static final String SYMBOL = "SCOM.KE";

  @Test
  void a_page_of_sub_accounts_has_100_and_never_more_than_500(Partner partner) {
    var api = partner.sandbox();
    for (int i = 0; i <= 500; i += 167) together(167, n -> creation(api, "user-" + n), i);
    sizes(api, "/users", "/users", 100, 500);
    assertThat(api.get("/users")).hasNumber("/total", "501");
  }

  @Test
  void a_page_of_transactions_has_50_and_never_more_than_200(Partner partner) {
    var user = partner.user();
    together(201, _ -> deposit(user), 0);
    sizes(user.api(), user.path() + "/transactions", "/transactions", 50, 200);
    assertThat(user.get("/wallet").at("/transactions")).hasSize(20);
  }

  @Test
  void a_page_of_orders_has_50_and_never_more_than_200(Partner partner) {
    var user = partner.verifiedUser().funded("1000");
    together(201, _ -> testTrade(user), 0);
    sizes(user.api(), user.path() + "/orders", "/orders", 50, 200);
  }

  @Test
  void a_limit_is_an_integer(Partner partner) {
    var user = partner.verifiedUser().funded("10");
    for (var list : List.of("/users", "/orders", user.path() + "/orders")) {
      assertThat(partner.sandbox().get(list + "?limit=").expect(200).at("/hasMore").asBoolean())
          .isFalse();
      for (var wrong : List.of("abc", "1e3", "1.0", "0x10", "%20", "1,2")) {
        assertThat(partner.sandbox().get(list + "?limit=" + wrong))
            .isRefused(400, "INVALID_TYPE")
            .has("/error/param", "limit");
      }
      assertThat(partner.sandbox().get(list + "?limit=1&limit=2"))
          .isRefused(400, "VALIDATION_ERROR");
    }
  }

  @Test
  void sub_accounts_that_come_meanwhile_disturb_no_walk(Partner partner) {
    var api = partner.sandbox();
    together(20, n -> creation(api, "old-" + n), 0);
    var added = new ArrayList<CompletableFuture<Reply>>();
    walksUndisturbed(
        api,
        "/users",
        "/users",
        "subAccountId",
        () -> added.add(creation(api, "new-" + added.size()).sendAsync()));
    assertThat(added).allMatch(reply -> reply.join().status() == 201);
  }

  @Test
  void transactions_that_come_meanwhile_disturb_no_walk(Partner partner) {
    var user = partner.user();
    together(20, _ -> deposit(user), 0);
    for (var filter : List.of("", "?type=DEPOSIT")) {
      walksUndisturbed(
          user.api(),
          user.path() + "/transactions" + filter,
          "/transactions",
          "transactionId",
          () -> deposit(user).sendAsync());
    }
  }

  @Test
  void orders_that_come_meanwhile_disturb_no_walk(Partner partner) {
    var user = partner.verifiedUser().funded("1000");
    together(20, _ -> testTrade(user), 0);
    for (var filter : List.of("", "?symbol=SCOM.KE")) {
      walksUndisturbed(
          user.api(),
          user.path() + "/orders" + filter,
          "/orders",
          "orderId",
          () -> testTrade(user).sendAsync());
    }
    var master = partner.master();
    for (int i = 0; i < 7; i++) master.placed(SYMBOL, BUY, 1);
    walksUndisturbed(
        partner.sandbox(), "/orders", "/orders", "orderId", () -> master.placed(SYMBOL, BUY, 1));
  }

  @Test
  void a_cursor_leads_on_only_in_its_own_list(Partner partner, Partner other) {
    var lists = new ArrayList<String>();
    for (int i = 0; i < 2; i++) {
      var user = twoOfEach(partner);
      lists.add(user.path() + "/transactions");
      lists.add(user.path() + "/orders");
    }
    lists.add("/users");
    lists.add("/orders");
    for (var one : lists) {
      var cursor = cursor(partner.sandbox(), one);
      for (var list : lists) {
        var reply = partner.sandbox().get(list + "?cursor=" + cursor);
        if (list.equals(one)) reply.expect(200);
        else refusesCursor(reply);
      }
    }
    var users = cursor(partner.sandbox(), "/users");
    refusesCursor(partner.live().get("/users?cursor=" + users));
    refusesCursor(other.sandbox().get("/users?cursor=" + users));
    partner.sandbox().get("/users?status=active&limit=7&cursor=" + users).expect(200);
  }

  @Test
  void what_is_no_cursor_is_refused(Partner partner) {
    var user = twoOfEach(partner);
    partner.user();
    for (var list : List.of("/users", "/orders", user.path() + "/transactions")) {
      var good = cursor(partner.sandbox(), list);
      var garbage =
          List.of(
              "x",
              "%00",
              "%F0%9F%92%B8",
              "AAAA",
              "A".repeat(100),
              "A".repeat(5_000),
              good.substring(1),
              good.substring(0, 8),
              "A" + good,
              base64("1"),
              base64(user.id()),
              base64("' OR 1=1 --"));
      for (var cursor : garbage) {
        assertThat(partner.sandbox().get(list + "?cursor=" + cursor))
            .as(cursor)
            .satisfies(PagesIT::refusesCursor);
      }
      partner.sandbox().get(list + "?cursor=").expect(200);
    }
  }

  private static Trader twoOfEach(Partner partner) {
    var user = partner.verifiedUser().funded("10").funded("10");
    for (var trader : List.of(user, partner.master())) {
      for (int i = 0; i < 2; i++) trader.placed(SYMBOL, BUY, 1);
    }
    return user;
  }

  private static String cursor(Api api, String list) {
    return api.get(list + "?limit=1").expect(200).text("/nextCursor");
  }

  private static void refusesCursor(Reply reply) {
    assertThat(reply).isRefused(400, "VALIDATION_ERROR").has("/error/param", "cursor");
  }

  /// Of a list that has one more than the maximum.
  private static void sizes(Api api, String path, String array, int byDefault, int max) {
    var sizes =
        Map.of(
            "",
            byDefault,
            "?limit=3",
            3,
            "?limit=" + max,
            max,
            "?limit=" + (max + 1),
            max,
            "?limit=99999999999999999999",
            max,
            "?limit=1",
            1,
            "?limit=0",
            1,
            "?limit=-1",
            1);
    sizes.forEach(
        (query, size) -> {
          var page = api.get(path + query).expect(200);
          assertThat(page.at(array)).as(query).hasSize(size);
          assertThat(page).hasNumber("/count", "" + size).has("/hasMore", "true");
          assertThat(page.text("/nextCursor")).isNotBlank();
        });
    var last =
        api.get(
            path
                + "?limit="
                + max
                + "&cursor="
                + api.get(path + "?limit=" + max).text("/nextCursor"));
    assertThat(last).hasNumber("/count", "1").has("/hasMore", "false");
    assertThat(last.at("/nextCursor").isNull()).isTrue();
  }

  /// Whatever was there at the start comes once, in its order; nothing comes twice.
  private static void walksUndisturbed(
      Api api, String path, String array, String id, Runnable meanwhile) {
    var most = path + (path.contains("?") ? "&" : "?");
    var before = api.get(most + "limit=200").expect(200).texts(array, id);
    var seen = new ArrayList<String>();
    var cursor = "";
    do {
      meanwhile.run();
      var page = api.get(most + "limit=3&cursor=" + cursor).expect(200);
      seen.addAll(page.texts(array, id));
      cursor = page.at("/hasMore").asBoolean() ? page.text("/nextCursor") : null;
    } while (cursor != null);
    assertThat(seen).doesNotHaveDuplicates();
    var known = new HashSet<>(before);
    assertThat(seen.stream().filter(known::contains)).containsExactlyElementsOf(before);
  }

  private static void together(int times, IntFunction<Api.Request> request, int from) {
    var sent = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < times; i++) sent.add(request.apply(from + i).sendAsync());
    for (var reply : sent) assertThat(reply.join().status()).isBetween(200, 202);
  }

  private static Api.Request creation(Api api, String externalId) {
    return api.request("POST", "/users")
        .body(Map.of("externalId", externalId, "displayName", "Wanjiru"));
  }

  private static Api.Request deposit(Trader user) {
    return user.api().request("POST", user.path() + "/deposit").body(Map.of("amountUsd", 1));
  }

  private static Api.Request testTrade(Trader user) {
    var order = user.testTrade(SYMBOL, 1, "PENDING");
    return user.api().request("POST", "/test-tools/trade").body(order);
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
