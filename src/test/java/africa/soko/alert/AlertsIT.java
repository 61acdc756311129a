package africa.soko.alert;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.SokoTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Price alerts as partners make, read and remove them.
@SokoTest
class AlertsIT {
  private static final String PATH = "/price-alerts";

  @Test
  void an_alert_is_made_read_listed_and_removed(Partner partner) {
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var made = api.post(PATH, alert("clientAlertId", "mine-1")).expect(201);
      assertThat(made)
          .has("/symbol", "SCOM.KE")
          .has("/exchange", "NSE")
          .has("/condition", "above")
          .has("/currency", "KES")
          .has("/repeat", "false")
          .has("/clientAlertId", "mine-1")
          .has("/state", "ARMED")
          .hasNumber("/threshold", "9000.25");
      assertThat(made.at("/triggeredAt").isNull()).isTrue();
      var path = PATH + "/" + made.text("/alertId");
      assertThat(api.get(path).expect(200).json()).isEqualTo(made.json());
      assertThat(api.get(PATH).at("/alerts")).containsExactly(made.json());
      assertThat(api.delete(path).expect(200)).has("/deleted", "true");
      assertThat(api.get(path)).isRefused(404, "NOT_FOUND");
      assertThat(api.delete(path)).isRefused(404, "NOT_FOUND");
      assertThat(api.get(PATH)).hasNumber("/count", "0");
    }
  }

  @Test
  void environments_know_nothing_of_each_other(Partner partner) {
    var id = partner.sandbox().post(PATH, alert()).expect(201).text("/alertId");
    assertThat(partner.live().get(PATH + "/" + id)).isRefused(404, "NOT_FOUND");
    assertThat(partner.live().delete(PATH + "/" + id)).isRefused(404, "NOT_FOUND");
    assertThat(partner.live().get(PATH)).hasNumber("/count", "0");
  }

  @Test
  void a_bare_ticker_in_any_case_is_that_of_the_exchange(Partner partner) {
    assertThat(partner.sandbox().post(PATH, alert("symbol", "scom", "exchange", "nse")).expect(201))
        .has("/symbol", "SCOM.KE")
        .has("/exchange", "NSE");
  }

  @ParameterizedTest
  @CsvSource({
    "symbol, '\"S\"', 400, INVALID_SYMBOL",
    "symbol, '\"SCOM!KE\"', 400, INVALID_SYMBOL",
    "symbol, '\"NOPE.KE\"', 404, NOT_FOUND",
    "symbol, '\"MTNN.NG\"', 404, NOT_FOUND",
    "symbol, 7, 400, INVALID_TYPE",
    "symbol, null, 400, MISSING_PARAM",
    "exchange, '\"LSE\"', 400, UNKNOWN_EXCHANGE",
    "exchange, null, 400, MISSING_PARAM",
    "condition, '\"ABOVE\"', 400, VALIDATION_ERROR",
    "condition, '\"at\"', 400, VALIDATION_ERROR",
    "condition, null, 400, MISSING_PARAM",
    "threshold, 0, 400, VALIDATION_ERROR",
    "threshold, -1, 400, VALIDATION_ERROR",
    "threshold, 1.0000001, 400, VALIDATION_ERROR",
    "threshold, 1000000000.01, 400, VALIDATION_ERROR",
    "threshold, 1e400, 400, VALIDATION_ERROR",
    "threshold, '\"30\"', 400, INVALID_TYPE",
    "threshold, null, 400, MISSING_PARAM",
    "repeat, '\"yes\"', 400, INVALID_TYPE",
    "clientAlertId, '\"\"', 400, VALIDATION_ERROR",
    "state, '\"ARMED\"', 400, VALIDATION_ERROR",
  })
  void what_cannot_be_watched_is_refused_and_changes_nothing(
      String field, String value, int status, String code, Partner partner) {
    var api = partner.sandbox();
    var body = new HashMap<String, String>();
    alert().forEach((name, known) -> body.put(name, Reply.write(known)));
    body.put(field, value);
    var json = new ArrayList<String>();
    body.forEach((name, known) -> json.add('"' + name + "\":" + known));
    var reply = api.post(PATH, "{" + String.join(",", json) + "}");
    assertThat(reply).isRefused(status, code);
    assertThat(api.get(PATH)).hasNumber("/count", "0");
  }

  @Test
  void two_hundred_are_active_at_most_however_they_come(Partner partner) {
    var api = partner.sandbox();
    var sent = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < PriceAlert.ACTIVE.max() + 20; i++) {
      sent.add(api.request("POST", PATH).body(alert()).sendAsync());
    }
    var replies = sent.stream().map(CompletableFuture::join).toList();
    var made = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(made).hasSize(PriceAlert.ACTIVE.max());
    for (var reply : replies) {
      if (reply.status() != 201) assertThat(reply).isRefused(422, "LIMIT_EXCEEDED");
    }
    assertThat(partner.live().post(PATH, alert()).expect(201)).has("/state", "ARMED");
    api.delete(PATH + "/" + made.getFirst().text("/alertId")).expect(200);
    api.post(PATH, alert()).expect(201);
    assertThat(api.post(PATH, alert())).isRefused(422, "LIMIT_EXCEEDED");
  }

  @Test
  void a_repeat_makes_one_alert(Partner partner) {
    var api = partner.sandbox();
    var first = api.request("POST", PATH).body(alert()).key("once").send().expect(201);
    var again = api.request("POST", PATH).body(alert()).key("once").send().expect(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(api.request("POST", PATH).body(alert("repeat", true)).key("once").send())
        .isRefused(409, "CONFLICT");
    assertThat(api.get(PATH)).hasNumber("/count", "1");
    var path = PATH + "/" + first.text("/alertId");
    var gone = api.request("DELETE", path).key("gone").send().expect(200);
    assertThat(api.request("DELETE", path).key("gone").send().body()).isEqualTo(gone.body());
  }

  @Test
  void lists_are_walked_newest_first_and_by_state(Partner partner) {
    var api = partner.sandbox();
    var made = new ArrayList<String>();
    for (int i = 0; i < 7; i++) made.addFirst(api.post(PATH, alert()).text("/alertId"));
    assertThat(walk(api, "")).isEqualTo(made);
    assertThat(walk(api, "&state=ARMED")).isEqualTo(made);
    assertThat(walk(api, "&state=DISARMED")).isEmpty();
    assertThat(walk(api, "&state=TRIGGERED")).isEmpty();
    for (var wrong : List.of("DELETED", "armed", "x")) {
      assertThat(api.get(PATH + "?state=" + wrong)).isRefused(400, "VALIDATION_ERROR");
    }
    var cursor = api.get(PATH + "?limit=2").text("/nextCursor");
    assertThat(partner.live().get(PATH + "?cursor=" + cursor)).isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void a_data_key_and_a_sub_account_see_none(Partner partner) {
    var api = partner.sandbox();
    var data = api.post("/api-keys/data-key", "").expect(201).text("/dataKey");
    var token =
        api.post("/auto-register", Map.of("uid", "u-1", "name", "Wanjiru"))
            .expect(201)
            .text("/token");
    for (var credential : List.of(data, token)) {
      assertThat(api.as(credential).get(PATH)).isRefused(403, "FORBIDDEN");
      assertThat(api.as(credential).post(PATH, alert())).isRefused(403, "FORBIDDEN");
    }
  }

  private static List<String> walk(Api api, String filter) {
    var ids = new ArrayList<String>();
    var cursor = "";
    do {
      var page = api.get(PATH + "?limit=3" + filter + cursor).expect(200);
      ids.addAll(page.texts("/alerts", "alertId"));
      cursor = page.at("/hasMore").asBoolean() ? "&cursor=" + page.text("/nextCursor") : "";
    } while (!cursor.isEmpty());
    return ids;
  }

  private static Map<String, Object> alert(Object... changes) {
    var alert = new HashMap<String, Object>();
    alert.put("symbol", "SCOM.KE");
    alert.put("exchange", "NSE");
    alert.put("condition", "above");
    alert.put("threshold", 9000.25);
    for (int i = 0; i < changes.length; i += 2) alert.put((String) changes[i], changes[i + 1]);
    return alert;
  }
}
