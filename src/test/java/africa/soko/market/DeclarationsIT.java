package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What operators declare of exchanges and instruments, and what partners then see: on a Wednesday
/// in July on which all exchanges but the western ones are open.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeclarationsIT {
  private static final Map<String, Object> SANDBOX = Map.of("environment", "sandbox");
  private static final Map<String, Object> CLOSURE =
      Map.of("environment", "sandbox", "reason", "Outage of the trading system");
  private static final String BUY = "/quote/SCOM.KE?type=BUY&quantity=1";

  private final SettableClock clock = new SettableClock(at("2026-07-15T09:01:00Z"));
  private Service service;
  private String partnerId;
  private Api operator;
  private Api sandbox;
  private Api live;

  @BeforeAll
  void start() {
    service = new Service(clock);
    operator = service.operator();
    var registered = service.registered("idp|declarations");
    partnerId = registered.partnerId();
    sandbox = service.at(Environment.SANDBOX.base()).as(registered.apiKey());
    live = service.at(Environment.LIVE.base()).as(service.liveKey(partnerId));
  }

  @AfterEach
  void takeBack() {
    for (var each : operator.get("/declarations").expect(200).at("/declarations")) {
      var subject = each.get("subject").asText();
      var environment = Map.of("environment", each.path("environment").asText());
      switch (each.get("kind").asText()) {
        case "HALT" -> operator.post("/exchanges/" + subject + "/resume", environment).expect(200);
        case "SUSPENSION" ->
            operator.post("/instruments/" + subject + "/resume", environment).expect(200);
        default ->
            operator
                .delete("/exchanges/" + subject + "/holidays/" + each.get("date").asText())
                .expect(200);
      }
    }
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @Test
  void a_halt_closes_the_exchange_of_one_environment_until_it_ends() {
    var quote = sandbox.get(BUY).expect(200).text("/quoteId");
    clock.advance(Duration.ofSeconds(1));
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(operator.post("/exchanges/nse/halt", CLOSURE).expect(200))
          .has("/environment", "sandbox")
          .has("/exchange", "NSE")
          .has("/halted", "true")
          .has("/status", "CLOSED");
    }
    assertThat(sandbox.get("/market/status?exchange=NSE").expect(200))
        .has("/exchanges/0/status", "CLOSED")
        .has("/exchanges/0/halted", "true")
        .has("/exchanges/0/tradingHours/close", "15:00");
    assertThat(sandbox.get("/market/exchanges").expect(200)).has("/data/0/status", "CLOSED");
    assertThat(live.get("/market/status?exchange=NSE").expect(200))
        .has("/exchanges/0/status", "OPEN")
        .has("/exchanges/0/halted", "false");
    assertThat(sandbox.get(BUY)).isRefused(422, "MARKET_CLOSED");
    var order = Map.of("symbol", "SCOM.KE", "type", "BUY", "quantity", 1, "quoteId", quote);
    assertThat(sandbox.post("/trade", order)).isRefused(422, "MARKET_CLOSED");
    assertThat(sandbox.get("/quote/NPN.ZA?type=BUY&quantity=1")).hasStatus(200);
    assertThat(live.get(BUY)).hasStatus(200);
    // What is known of its prices stays.
    assertThat(sandbox.get("/market/quotes?symbol=SCOM.KE&exchange=NSE")).hasStatus(200);

    clock.advance(Duration.ofSeconds(1));
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(operator.post("/exchanges/NSE/resume", SANDBOX).expect(200))
          .has("/halted", "false")
          .has("/status", "OPEN");
    }
    assertThat(sandbox.get(BUY)).hasStatus(200);
    assertThat(eventually(() -> told(Environment.SANDBOX), news -> news.size() >= 2))
        .containsExactly(
            "NSE OPEN CLOSED 2026-07-16T06:30:00.000Z", "NSE CLOSED OPEN 2026-07-15T12:00:00.000Z");
    assertThat(told(Environment.LIVE)).isEmpty();
  }

  @Test
  void a_suspended_instrument_stays_visible_and_takes_no_orders() {
    var quote = sandbox.get(BUY).expect(200).text("/quoteId");
    var whole = sandbox.get("/stocks").header("ETag");
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(operator.post("/instruments/scom/suspend", CLOSURE).expect(200))
          .has("/symbol", "SCOM.KE")
          .has("/status", "SUSPENDED");
    }
    assertThat(sandbox.get("/stocks/SCOM.KE").expect(200))
        .has("/status", "SUSPENDED")
        .has("/tradable", "false")
        .has("/capabilities/cashMode", "false");
    assertThat(sandbox.get("/stocks").header("ETag")).isNotEqualTo(whole);
    assertThat(sandbox.get("/instruments?status=SUSPENDED").texts("/instruments", "symbol"))
        .containsExactly("SCOM.KE");
    assertThat(
            sandbox.get("/instruments?tradable=true&exchange=NSE").texts("/instruments", "symbol"))
        .contains("KPLC.KE")
        .doesNotContain("SCOM.KE");
    assertThat(live.get("/stocks/SCOM.KE").expect(200)).has("/status", "ACTIVE");
    assertThat(sandbox.get("/market/quotes?symbol=SCOM.KE&exchange=NSE")).hasStatus(200);
    assertThat(sandbox.get(BUY)).isRefused(422, "MARKET_CLOSED");
    var order = Map.of("symbol", "SCOM.KE", "type", "BUY", "quantity", 1, "quoteId", quote);
    assertThat(sandbox.post("/trade", order)).isRefused(422, "MARKET_CLOSED");
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(operator.post("/instruments/SCOM.KE/resume", SANDBOX).expect(200))
          .has("/status", "ACTIVE");
    }
    assertThat(sandbox.get("/stocks").header("ETag")).isEqualTo(whole);
    assertThat(sandbox.get(BUY)).hasStatus(200);
  }

  @Test
  void a_declared_holiday_is_one_in_both_environments_and_goes_again() {
    var day = "/exchanges/jse/holidays/2026-07-16";
    var list = "/market/holidays?exchange=JSE&from=2026-07-16&to=2026-07-16";
    assertThat(live.get(list).expect(200).at("/data")).isEmpty();
    for (int repeat = 0; repeat < 2; repeat++) {
      var mourning = Map.of("trades", false, "reason", "Day of mourning");
      assertThat(operator.request("PUT", day).body(mourning).send().expect(200))
          .has("/exchange", "JSE")
          .has("/date", "2026-07-16")
          .has("/trades", "false");
    }
    for (var api : List.of(sandbox, live)) {
      assertThat(api.get(list).expect(200))
          .has("/data/0/reason", "Day of mourning")
          .has("/data/0/estimated", "false");
      assertThat(api.get("/market/status?exchange=JSE").expect(200))
          .has("/exchanges/0/status", "OPEN")
          .has("/exchanges/0/nextOpen", "2026-07-17T07:00:00.000Z");
    }
    assertThat(operator.get("/declarations").expect(200))
        .has("/declarations/0/kind", "HOLIDAY")
        .has("/declarations/0/subject", "JSE")
        .has("/declarations/0/date", "2026-07-16");
    operator.delete(day).expect(200);
    assertThat(live.get(list).expect(200).at("/data")).isEmpty();
    assertThat(live.get("/market/status?exchange=JSE").expect(200))
        .has("/exchanges/0/nextOpen", "2026-07-16T07:00:00.000Z");
    assertThat(operator.delete(day)).isRefused(404, "NOT_FOUND");
  }

  @Test
  void a_holiday_of_the_rules_can_be_a_day_like_others() {
    // Women's Day, a Sunday, observed the day after.
    var list = "/market/holidays?exchange=JSE&from=2026-08-10&to=2026-08-10";
    assertThat(live.get(list).expect(200).at("/data")).hasSize(1);
    var moved = Map.of("trades", true, "reason", "Moved");
    operator.request("PUT", "/exchanges/JSE/holidays/2026-08-10").body(moved).send().expect(200);
    assertThat(live.get(list).expect(200).at("/data")).isEmpty();
    assertThat(sandbox.get(list).expect(200).at("/data")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /exchanges/LSE/halt | {\"environment\":\"live\"} | 400 | UNKNOWN_EXCHANGE",
        "POST | /exchanges/LSE/resume | {\"environment\":\"live\"} | 400 | UNKNOWN_EXCHANGE",
        "PUT | /exchanges/LSE/holidays/2026-07-20 | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " UNKNOWN_EXCHANGE",
        "DELETE | /exchanges/LSE/holidays/2026-07-20 | | 400 | UNKNOWN_EXCHANGE",
        "POST | /exchanges/NSE/halt | {} | 400 | MISSING_PARAM",
        "POST | /exchanges/NSE/resume | {} | 400 | MISSING_PARAM",
        "POST | /exchanges/NSE/halt | {\"environment\":\"both\"} | 400 | VALIDATION_ERROR",
        "POST | /exchanges/NSE/halt | {\"environment\":\"live\",\"reason\":\" \"} | 400 |"
            + " VALIDATION_ERROR",
        "POST | /exchanges/NSE/halt | {\"environment\":\"live\",\"until\":\"noon\"} | 400 |"
            + " VALIDATION_ERROR",
        "POST | /exchanges/NSE/resume | {\"environment\":\"live\",\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "POST | /exchanges/NSE/halt | {\"environment\":1} | 400 | INVALID_TYPE",
        "POST | /instruments/NOPE.KE/suspend | {\"environment\":\"live\"} | 404 | NOT_FOUND",
        "POST | /instruments/NOPE.KE/resume | {\"environment\":\"live\"} | 404 | NOT_FOUND",
        "POST | /instruments/KCB/suspend | {\"environment\":\"live\"} | 400 | INVALID_SYMBOL",
        "POST | /instruments/SCOM.KE/suspend | {} | 400 | MISSING_PARAM",
        "PUT | /exchanges/NSE/holidays/2026-13-01 | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/tomorrow | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/2026-07-15 | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/2026-07-14 | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/2028-07-15 | {\"trades\":false,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/2026-07-18 | {\"trades\":true,\"reason\":\"r\"} | 400 |"
            + " VALIDATION_ERROR",
        "PUT | /exchanges/NSE/holidays/2026-07-20 | {\"trades\":false} | 400 | MISSING_PARAM",
        "PUT | /exchanges/NSE/holidays/2026-07-20 | {\"trades\":\"no\",\"reason\":\"r\"} | 400 |"
            + " INVALID_TYPE",
        "PUT | /exchanges/NSE/holidays/2026-07-20 | {\"trades\":false,\"reason\":\"\"} | 400 |"
            + " VALIDATION_ERROR",
        "DELETE | /exchanges/NSE/holidays/2026-07-20 | | 404 | NOT_FOUND",
        "DELETE | /exchanges/NSE/holidays/2026-07-14 | | 400 | VALIDATION_ERROR",
      })
  void what_is_wrong_is_told_and_changes_nothing(
      String method, String path, String body, int status, String code) {
    var request = operator.request(method, path);
    if (body != null) request.body(body);
    assertThat(request.send()).isRefused(status, code);
    assertThat(operator.get("/declarations").expect(200).at("/declarations")).isEmpty();
  }

  @Test
  void only_operators_declare() {
    assertThat(operator.as("nobody").post("/exchanges/NSE/halt", CLOSURE))
        .isRefused(401, "AUTH_INVALID");
    assertThat(operator.as(null).get("/declarations")).isRefused(401, "AUTH_MISSING");
  }

  /// What the partner was told of phases, in order.
  private List<String> told(Environment environment) {
    var sql =
        """
        SELECT coalesce(json_agg(data::json ORDER BY sequence), '[]')::text FROM event
        WHERE partner_id = '%s' AND event = 'market.status'
        """;
    var all = Reply.read((String) service.ask(environment, sql.formatted(partnerId)));
    return StreamSupport.stream(all.spliterator(), false)
        .map(
            data ->
                String.join(
                    " ",
                    data.get("exchange").asText(),
                    data.get("previousStatus").asText(),
                    data.get("status").asText(),
                    data.get("nextTransitionAt").asText()))
        .toList();
  }
}
