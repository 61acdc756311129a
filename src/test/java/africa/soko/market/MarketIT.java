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
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Market data over HTTP on a day that is known: a Wednesday at 09:14:58 UTC, two seconds before
/// prices are refreshed. Only the last test moves the clock.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MarketIT {
  private static final String ONE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";
  private static final Set<String> CLOSED = Set.of("GSE", "BRVM", "USE");

  private final SettableClock clock = new SettableClock(at("2026-07-15T09:14:58Z"));
  private Service service;
  private Api sandbox;
  private Api live;

  @BeforeAll
  void start() {
    service = new Service(clock);
    var registered = service.registered("idp|market");
    service.execute("UPDATE partner_terms SET requests_per_minute = 1000000");
    sandbox = service.at(Environment.SANDBOX.base()).as(registered.apiKey());
    live = service.at(Environment.LIVE.base()).as(service.liveKey(registered.partnerId()));
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource({
    "NSE, KE, KES, Africa/Nairobi, XNAI, 09:30, 15:00, 129",
    "NGX, NG, NGN, Africa/Lagos, XNSA, 10:00, 14:30, 1480",
    "JSE, ZA, ZAR, Africa/Johannesburg, XJSE, 09:00, 17:00, 17.3",
    "GSE, GH, GHS, Africa/Accra, XGHA, 10:00, 15:00, 12.40",
    "BRVM, CI, XOF, Africa/Abidjan, XBRV, 09:45, 15:00, 560",
    "LUSE, ZM, ZMW, Africa/Lusaka, XLUS, 10:00, 15:00, 26",
    "USE, UG, UGX, Africa/Kampala, XUGA, 09:00, 12:00, 3540",
    "BSE, BW, BWP, Africa/Gaborone, XBOT, 10:00, 14:00, 13.4",
    "DSE, TZ, TZS, Africa/Dar_es_Salaam, XDAR, 10:30, 16:00, 2460",
    "ZSE, ZW, ZWG, Africa/Harare, XZIM, 09:30, 13:00, 26.7",
    "EGX, EG, EGP, Africa/Cairo, XCAI, 10:00, 14:30, 47.7",
    "MSE, MW, MWK, Africa/Blantyre, XMSW, 09:00, 12:00, 1734",
    "CSE, MA, MAD, Africa/Casablanca, XCAS, 09:30, 15:30, 9.2",
    "SEM, MU, MUR, Indian/Mauritius, XMAU, 10:00, 14:30, 45.8",
  })
  void every_exchange_has_its_currency_hours_and_rate(
      String code,
      String suffix,
      String currency,
      String zone,
      String mic,
      String open,
      String close,
      BigDecimal perUsd) {
    for (var api : List.of(sandbox, live)) {
      var exchange = byCode(api.get("/market/exchanges").expect(200), "/data", "code", code);
      assertThat(exchange.get("suffix").asText()).isEqualTo(suffix);
      assertThat(exchange.get("currency").asText()).isEqualTo(currency);
      assertThat(exchange.get("timezone").asText()).isEqualTo(zone);
      assertThat(exchange.get("mic").asText()).isEqualTo(mic);
      assertThat(exchange.at("/tradingHours/open").asText()).isEqualTo(open);
      assertThat(exchange.at("/tradingHours/close").asText()).isEqualTo(close);
      assertThat(exchange.at("/tradingHours/days/0").asText())
          .isEqualTo(code.equals("EGX") ? "SUNDAY" : "MONDAY");
      assertThat(exchange.at("/tradingHours/days")).hasSize(5);
      var phase = CLOSED.contains(code) ? "CLOSED" : "OPEN";
      assertThat(exchange.get("status").asText()).isEqualTo(phase);
      assertThat(api.get("/fx/rates").number("/rates/" + currency)).isEqualByComparingTo(perUsd);
      assertThat(api.get("/stocks?exchange=" + code).expect(200).number("/count"))
          .isGreaterThanOrEqualTo(new BigDecimal(5));
    }
  }

  @Test
  void there_are_fourteen_exchanges_and_their_currencies() {
    assertThat(live.get("/market/exchanges").at("/data")).hasSize(14);
    assertThat(sandbox.get("/fx/rates").at("/rates")).hasSize(14);
    assertThat(sandbox.get("/fx/rates")).has("/base", "USD");
  }

  @Test
  void the_status_tells_the_next_opening_and_closing() {
    for (var api : List.of(sandbox, live)) {
      var all = api.get("/market/status").expect(200);
      assertThat(all).has("/anyOpen", "true").has("/serverTime", "2026-07-15T09:14:58.000Z");
      assertThat(all.at("/exchanges")).hasSize(14);
      var nse = api.get("/market/status?exchange=nse").expect(200);
      assertThat(nse.json().has("anyOpen")).isFalse();
      assertThat(nse)
          .has("/exchanges/0/exchange", "NSE")
          .has("/exchanges/0/status", "OPEN")
          .has("/exchanges/0/halted", "false")
          .has("/exchanges/0/nextClose", "2026-07-15T12:00:00.000Z")
          .has("/exchanges/0/nextOpen", "2026-07-16T06:30:00.000Z");
      // Cairo keeps summer time, and Friday and Saturday off.
      assertThat(byCode(all, "/exchanges", "exchange", "EGX").get("nextClose").asText())
          .isEqualTo("2026-07-15T11:30:00.000Z");
      assertThat(byCode(all, "/exchanges", "exchange", "USE").get("nextOpen").asText())
          .isEqualTo("2026-07-16T06:00:00.000Z");
      assertThat(api.get("/market/status?exchange=LSE")).isRefused(400, "UNKNOWN_EXCHANGE");
    }
  }

  @Test
  void holidays_come_from_today_for_a_year_unless_said_otherwise() {
    var year = live.get("/market/holidays").expect(200);
    var dates = year.texts("/data", "date");
    assertThat(dates).isSorted();
    assertThat(dates.getFirst()).isGreaterThanOrEqualTo("2026-07-15");
    assertThat(dates.getLast()).isBetween("2027-07-01", "2027-07-15");
    assertThat(Set.copyOf(year.texts("/data", "exchange"))).hasSize(14);
    var from = sandbox.get("/market/holidays?exchange=JSE&from=2027-01-01").expect(200);
    assertThat(from.texts("/data", "date")).contains("2027-03-26", "2027-12-16", "2028-01-01");
    var to = sandbox.get("/market/holidays?exchange=JSE&to=2026-08-10").expect(200);
    // Women's Day is a Sunday, and observed the day after.
    assertThat(to.texts("/data", "date")).containsExactly("2026-08-09", "2026-08-10");
    assertThat(to).has("/data/1/reason", "National Women's Day (observed)");
    assertThat(to.at("/data/0/exchange").asText()).isEqualTo("JSE");
  }

  @ParameterizedTest
  @CsvSource({
    "NSE, 2026-12-12, Jamhuri Day",
    "NSE, 2026-10-20, Mashujaa Day",
    "NSE, 2026-04-03, Good Friday",
    "NGX, 2026-06-12, Democracy Day",
    "GSE, 2026-12-04, Farmers' Day",
    "BRVM, 2026-05-14, Ascension Day",
    "EGX, 2026-04-13, Sham el-Nessim",
    "CSE, 2026-07-30, Throne Day",
    "BSE, 2026-07-20, Presidents' Day",
    "LUSE, 2026-07-06, Heroes' Day",
  })
  void known_days_are_holidays(String exchange, String date, String reason) {
    var path = "/market/holidays?exchange=%s&from=%s&to=%s".formatted(exchange, date, date);
    var days = sandbox.get(path).expect(200);
    assertThat(days.texts("/data", "reason")).containsExactly(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "EGX, 2026-01-01",
    "BRVM, 2026-04-03",
    "BRVM, 2026-12-26",
    "LUSE, 2026-12-26",
    "CSE, 2026-12-25",
  })
  void known_days_are_none(String exchange, String date) {
    var path = "/market/holidays?exchange=%s&from=%s&to=%s".formatted(exchange, date, date);
    assertThat(sandbox.get(path).expect(200).at("/data")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "from=2026-07-15&to=2028-07-15, 200,",
    "from=2026-07-15&to=2028-07-16, 400, VALIDATION_ERROR",
    "from=2026-07-16&to=2026-07-15, 400, VALIDATION_ERROR",
    "to=2026-07-14, 400, VALIDATION_ERROR",
    "from=2026-07-15&to=2026-07-15, 200,",
    "from=2024-02-29, 200,",
    "from=2026-02-29, 400, INVALID_TYPE",
    "from=15.07.2026, 400, INVALID_TYPE",
    "from=2026-07-15T00:00:00Z, 400, INVALID_TYPE",
    "from=%D9%A2%D9%A0%D9%A2%D9%A6-07-15, 400, INVALID_TYPE",
    "from=0000-01-01, 400, INVALID_TYPE",
    "from=1900-12-31, 400, VALIDATION_ERROR",
    "from=%2B12026-01-01, 400, INVALID_TYPE",
    "from=&to=, 200,",
    "exchange=XYZ, 400, UNKNOWN_EXCHANGE",
  })
  void a_range_of_days_has_its_limits(String query, int status, String code) {
    var reply = live.get("/market/holidays?" + query);
    if (status == 200) assertThat(reply).hasStatus(200);
    else assertThat(reply).isRefused(status, code);
  }

  @Test
  void settlement_takes_two_days_in_cairo_and_three_elsewhere() {
    for (var api : List.of(sandbox, live)) {
      var all = api.get("/market/settlement").expect(200);
      assertThat(all)
          .hasNumber("/processingWindow/minMinutes", "1")
          .hasNumber("/processingWindow/maxMinutes", "5");
      var cycles = new HashMap<String, String>();
      all.at("/exchanges")
          .forEach(each -> cycles.put(each.get("exchange").asText(), each.get("cycle").asText()));
      assertThat(cycles).hasSize(14).containsEntry("EGX", "T+2");
      cycles.remove("EGX");
      assertThat(cycles.values()).containsOnly("T+3");
      var one = api.get("/market/settlement?exchange=egx").expect(200);
      assertThat(one.at("/exchanges")).hasSize(1);
      assertThat(one).hasNumber("/exchanges/0/days", "2");
    }
  }

  @Test
  void stocks_are_filtered_and_searched() {
    assertThat(symbols("")).contains("SCOM.KE", "NPN.ZA", "OMTT.ZW").isSorted();
    assertThat(sandbox.get("/stocks").at("/count").asInt()).isEqualTo(symbols("").size());
    assertThat(symbols("?exchange=bse")).contains("CHOP.BW").allMatch(s -> s.endsWith(".BW"));
    assertThat(symbols("?assetType=ETF")).contains("STX40.ZA", "GLD.GH").doesNotContain("SCOM.KE");
    assertThat(symbols("?exchange=NSE&sector=banking"))
        .containsExactlyInAnyOrder("BKG.KE", "COOP.KE", "EQTY.KE", "KCB.KE");
    assertThat(symbols("?search=safaricom")).containsExactly("SCOM.KE");
    assertThat(symbols("?search=%20safari%20")).containsExactly("SCOM.KE");
    assertThat(symbols("?search=credit+du")).containsExactly("CDM.MA");
    assertThat(symbols("?search=Cr%C3%A9dit%20du")).containsExactly("CDM.MA");
    assertThat(symbols("?search=KCB")).containsExactly("KCB.KE", "KCB.TZ");
    assertThat(symbols("?search=%25")).isEmpty();
    assertThat(symbols("?search=&sector=&exchange=")).isEqualTo(symbols(""));
    assertThat(symbols("?sector=nothing")).isEmpty();
    assertThat(sandbox.get("/stocks?assetType=etf")).isRefused(400, "VALIDATION_ERROR");
    assertThat(sandbox.get("/stocks?exchange=NYSE")).isRefused(400, "UNKNOWN_EXCHANGE");
    assertThat(sandbox.get("/stocks?search=" + "x".repeat(65))).isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void a_stock_has_its_price_and_what_is_known_of_its_limits() {
    for (var api : List.of(sandbox, live)) {
      var stock = api.get("/stocks/scom.ke").expect(200);
      assertThat(stock)
          .has("/symbol", "SCOM.KE")
          .has("/ticker", "SCOM")
          .has("/name", "Safaricom")
          .has("/exchange", "NSE")
          .has("/country", "KE")
          .has("/assetType", "STOCK")
          .has("/tradable", "true")
          .has("/dataQuality", "SIMULATED")
          .hasNumber("/constraints/tickSize", "0.05");
      assertThat(stock.at("/constraints/lotSize").isNull()).isTrue();
      assertThat(stock.number("/price")).isEqualByComparingTo(api.get(ONE).number("/data/price"));
      assertThat(api.get("/stocks/NPN").expect(200).at("/constraints/tickSize").isNull()).isTrue();
      var ambiguous = api.get("/stocks/bat");
      assertThat(ambiguous).isRefused(400, "INVALID_SYMBOL");
      assertThat(ambiguous.at("/error/candidates").toString()).isEqualTo("[\"BAT.KE\",\"BAT.ZW\"]");
      assertThat(api.get("/stocks/NOPE.KE")).isRefused(404, "NOT_FOUND");
      assertThat(api.get("/stocks/S")).isRefused(400, "INVALID_SYMBOL");
    }
  }

  @Test
  void prices_stay_within_the_band_and_on_the_tick() {
    for (var stock : live.get("/stocks?exchange=NSE").expect(200).at("/stocks")) {
      var price = stock.get("price").decimalValue();
      var tick = stock.at("/constraints/tickSize").decimalValue();
      assertThat(price.remainder(tick)).as(stock.toString()).isZero();
      assertThat(stock.at("/constraints/priceBandPercent").decimalValue())
          .isEqualByComparingTo("10");
      assertThat(stock.get("changePercent").decimalValue().abs())
          .as(stock.toString())
          .isLessThanOrEqualTo(new BigDecimal("10"));
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void prices_are_replaced_when_their_time_has_come() {
    var before = sandbox.get(ONE).expect(200);
    var closed = sandbox.get("/market/quotes?symbol=MTNGH.GH&exchange=GSE").expect(200);
    assertThat(before).has("/data/asOf", "2026-07-15T09:00:00.000Z").has("/data/stale", "false");
    var quote = sandbox.get("/quote/AIRTEL.MW?type=BUY&quantity=1").expect(200).text("/quoteId");
    service.execute("DELETE FROM fx_rate WHERE currency = 'MWK'");
    clock.advance(Duration.ofSeconds(3));
    var after =
        eventually(
            () -> sandbox.get(ONE).expect(200),
            reply -> reply.text("/data/asOf").equals("2026-07-15T09:15:00.000Z"));
    assertThat(after.header("ETag")).isNotEqualTo(before.header("ETag"));
    assertThat(after.header("Cache-Control")).isEqualTo("private, max-age=899");
    assertThat(live.get(ONE).body()).isEqualTo(after.body());
    var again = sandbox.request("GET", ONE).header("If-None-Match", before.header("ETag")).send();
    assertThat(again).hasStatus(200);
    // Where nobody trades, nothing has changed.
    assertThat(sandbox.get("/market/quotes?symbol=MTNGH.GH&exchange=GSE").header("ETag"))
        .isEqualTo(closed.header("ETag"));

    assertMissing("/quote/AIRTEL.MW?type=BUY&quantity=1", null);
    assertMissing(
        "/trade", Map.of("symbol", "AIRTEL.MW", "type", "BUY", "quantity", 1, "quoteId", quote));
    assertMissing(
        "/test-tools/trade",
        Map.of("symbol", "AIRTEL.MW", "type", "BUY", "quantity", 1, "subAccountId", "sub_1"));

    clock.advance(Duration.between(clock.instant(), at("2026-07-20T09:00:00Z")));
    var status = live.get("/market/status").expect(200);
    assertThat(byCode(status, "/exchanges", "exchange", "BSE").get("status").asText())
        .isEqualTo("HOLIDAY");
    assertThat(byCode(status, "/exchanges", "exchange", "NSE").get("status").asText())
        .isEqualTo("OPEN");
    clock.advance(Duration.ofDays(5));
    assertThat(live.get("/market/status")).has("/anyOpen", "false");
  }

  /// Without a rate there is no price in dollars: a part of the service is away, and no exchange
  /// closed.
  private void assertMissing(String path, Map<String, ?> body) {
    var reply = body == null ? sandbox.get(path) : sandbox.post(path, body);
    assertThat(reply).isRefused(503, "SERVICE_UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  private List<String> symbols(String query) {
    return sandbox.get("/stocks" + query).expect(200).texts("/stocks", "symbol");
  }

  private static JsonNode byCode(Reply reply, String array, String field, String code) {
    var found =
        StreamSupport.stream(reply.at(array).spliterator(), false)
            .filter(each -> each.get(field).asText().equals(code))
            .collect(Collectors.toList());
    assertThat(found).hasSize(1);
    return found.getFirst();
  }
}
