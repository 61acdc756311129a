package africa.soko.market.history;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What prices were, over HTTP, on a Wednesday at 09:05 UTC: most exchanges trade, three have
/// closed or not opened.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistoryIT {
  private static final String ONE = "symbol=SCOM.KE&exchange=NSE";

  private Service service;
  private Api api;
  private Api live;

  @BeforeAll
  void start() {
    service = new Service(new SettableClock(at("2026-07-15T09:05:00Z")));
    var registered = service.registered("idp|history");
    service.execute("UPDATE partner_terms SET requests_per_minute = 1000000");
    api = service.at(Environment.SANDBOX.base()).as(registered.apiKey());
    live = service.at(Environment.LIVE.base()).as(service.liveKey(registered.partnerId()));
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1d, 1d, 2, 2026-07-14",
    "1w, 1d, 6, 2026-07-08",
    "1m, 1d, 23, 2026-06-15",
    "3m, 1d, 65, 2026-04-15",
    "6m, 1w, 27, 2026-01-16",
    "1y, 1w, 53, 2025-07-18",
    "3y, 1mo, 37, 2023-07-31",
    "5y, 1mo, 61, 2021-07-30",
    "MAX, 1mo, 91, 2019-01-31",
  })
  void a_period_has_its_interval(String period, String interval, int count, String first) {
    var history = api.get("/stocks/SCOM.KE/history?period=" + period).expect(200);
    assertThat(history).has("/interval", interval).has("/dataQuality", "SIMULATED");
    var dates = history.texts("/candles", "date");
    assertThat(dates).isSorted().doesNotHaveDuplicates().endsWith("2026-07-15");
    // Holidays of the years in between make a day more or less.
    assertThat(dates.size()).isBetween(count - 2, count);
    assertThat(dates.getFirst()).isEqualTo(first);
    var chart = live.get("/stocks/scom/chart?period=" + period).expect(200);
    assertThat(strings(chart, "/labels")).isEqualTo(dates);
    assertThat(strings(chart, "/prices")).isEqualTo(history.texts("/candles", "close"));
    var company = api.get("/companies/SCOM.KE/chart?period=" + period).expect(200);
    assertThat(company.json()).isEqualTo(chart.json());
  }

  @Test
  void the_last_candle_is_the_quote_and_a_month_is_what_its_days_are() {
    for (var symbol : List.of("SCOM.KE", "NPN.ZA", "MTNGH.GH", "COMI.EG")) {
      var price = api.get("/stocks/" + symbol).expect(200).number("/price");
      var days = api.get("/stocks/" + symbol + "/history?period=3m").at("/candles");
      var months = api.get("/stocks/" + symbol + "/history?period=3y").at("/candles");
      assertThat(last(days).get("close").decimalValue()).isEqualByComparingTo(price);
      assertThat(last(months).get("close").decimalValue()).isEqualByComparingTo(price);
      var june = new ArrayList<JsonNode>();
      for (var day : days) if (day.get("date").asText().startsWith("2026-06")) june.add(day);
      var month = months.get(months.size() - 2);
      assertThat(month.get("date")).isEqualTo(june.getLast().get("date"));
      assertThat(month.get("open")).isEqualTo(june.getFirst().get("open"));
      assertThat(month.get("close")).isEqualTo(june.getLast().get("close"));
      assertThat(month.get("volume").asLong())
          .isEqualTo(june.stream().mapToLong(day -> day.get("volume").asLong()).sum());
      assertThat(month.get("high").decimalValue())
          .isEqualByComparingTo(
              june.stream()
                  .map(day -> day.get("high").decimalValue())
                  .max(BigDecimal::compareTo)
                  .get());
    }
  }

  @Test
  void an_etf_has_a_chart_and_a_stock_is_none() {
    var etf = api.get("/etfs/gld.gh?range=3M").expect(200);
    assertThat(etf).has("/assetType", "ETF").has("/chart/range", "3m").has("/fund/type", "ETF");
    var chart = api.get("/etfs/GLD.GH/chart?period=3m").expect(200);
    assertThat(etf.at("/chart/prices")).isEqualTo(chart.at("/prices"));
    assertThat(etf.at("/chart/labels")).isEqualTo(chart.at("/labels"));
    assertThat(etf.number("/price")).isEqualByComparingTo(last(chart.at("/prices")).decimalValue());
    assertThat(etf.at("/fund/annualisedReturn").isNumber()).isTrue();
    assertThat(api.get("/etfs/GLD.GH").at("/chart")).isEqualTo(etf.at("/chart"));
    assertThat(api.get("/etfs/GLD.GH/history?period=1w").expect(200).json())
        .isEqualTo(api.get("/stocks/GLD.GH/history?period=1w").expect(200).json());
    for (var path : List.of("/etfs/SCOM.KE", "/etfs/SCOM.KE/chart", "/etfs/SCOM.KE/history")) {
      assertThat(api.get(path)).isRefused(404, "NOT_FOUND").says("no ETF");
    }
    assertThat(api.get("/companies/GLD.GH/chart")).isRefused(404, "NOT_FOUND");
  }

  @ParameterizedTest
  @CsvSource({
    "/stocks/SCOM.KE/history?period=2d, 400, VALIDATION_ERROR",
    "/stocks/SCOM.KE/chart?period=1d&period=1w, 400, VALIDATION_ERROR",
    "/stocks/KCB/chart, 400, INVALID_SYMBOL",
    "/stocks/S/history, 400, INVALID_SYMBOL",
    "/stocks/NOPE.KE/history, 404, NOT_FOUND",
    "/etfs/GLD.GH?range=forever, 400, VALIDATION_ERROR",
    "/market/ohlcv, 400, MISSING_PARAM",
    "/market/ohlcv?symbol=SCOM.KE, 400, MISSING_PARAM",
    "/market/ohlcv?symbol=SCOM.KE&exchange=XYZ, 400, UNKNOWN_EXCHANGE",
    "/market/ohlcv?symbol=MTNN.NG&exchange=NSE, 404, NOT_FOUND",
    "/market/ohlcv?symbol=S&exchange=NSE, 400, INVALID_SYMBOL",
    "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&interval=1h, 400, VALIDATION_ERROR",
    "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&timeframe=1w, 400, VALIDATION_ERROR",
    "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&from=yesterday, 400, INVALID_TYPE",
    "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&from=2026-07-16, 400, VALIDATION_ERROR",
    "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&from=2025-01-01&to=2026-01-02, 400,"
        + " VALIDATION_ERROR",
    "/market/snapshot, 400, MISSING_PARAM",
    "/market/snapshot?symbol=SCOM.KE&symbols=SCOM.KE&exchange=NSE, 400, VALIDATION_ERROR",
    "/market/snapshot?symbols=KCB, 400, INVALID_SYMBOL",
    "/market/movers?direction=up, 400, VALIDATION_ERROR",
    "/market/movers?exchange=LSE, 400, UNKNOWN_EXCHANGE",
    "/market/movers?limit=ten, 400, INVALID_TYPE",
  })
  void what_is_wrong_is_told(String path, int status, String code) {
    assertThat(api.get(path)).isRefused(status, code);
  }

  @Test
  void a_window_of_days_is_inclusive_and_at_most_365_long() {
    var year = api.get("/market/ohlcv?" + ONE + "&from=2025-01-01&to=2026-01-01").expect(200);
    var dates = year.texts("/data", "date");
    assertThat(dates.getFirst()).isEqualTo("2025-01-02");
    assertThat(dates.getLast()).isEqualTo("2025-12-31");
    for (var candle : year.at("/data")) {
      assertThat(candle.get("open").isNull()).isTrue();
      assertThat(candle.get("high").isNull()).isTrue();
      assertThat(candle.get("low").isNull()).isTrue();
      assertThat(candle.get("close").isNumber()).isTrue();
    }
    assertThat(year).hasNumber("/meta/count", "" + dates.size()).has("/meta/interval", "1d");
    var one = "&from=2026-07-14&to=2026-07-14&interval=1d&timeframe=1D";
    var day = api.get("/market/ohlcv?symbol=scom&exchange=nse" + one).expect(200);
    assertThat(day.texts("/data", "date")).containsExactly("2026-07-14");
    // Unless said otherwise, a year up to today.
    var usual = api.get("/market/ohlcv?" + ONE).expect(200);
    assertThat(usual).has("/meta/to", "2026-07-15").has("/meta/from", "2025-07-15");
    assertThat(usual.texts("/data", "date")).endsWith("2026-07-15");
    var toCome = "&from=2026-07-16&to=2026-08-01";
    assertThat(api.get("/market/ohlcv?" + ONE + toCome).expect(200).at("/data")).isEmpty();
  }

  @Test
  void no_day_without_a_session_has_a_candle() {
    var dates =
        api.get("/market/ohlcv?" + ONE + "&from=2025-07-15&to=2026-07-15").texts("/data", "date");
    var holidays =
        api.get("/market/holidays?exchange=NSE&from=2025-07-15&to=2026-07-15")
            .texts("/data", "date");
    assertThat(dates).doesNotContainAnyElementsOf(holidays);
    assertThat(dates).allMatch(date -> LocalDate.parse(date).getDayOfWeek().getValue() < 6);
    assertThat(dates.size()).isGreaterThan(240);
  }

  @Test
  void a_snapshot_is_the_quote_with_its_bars() {
    for (var each : List.of(api, live)) {
      var one = each.get("/market/snapshot?" + ONE).expect(200);
      assertThat(one.at("/data/quote")).isEqualTo(each.get("/market/quotes?" + ONE).at("/data"));
      assertThat(one.number("/data/dailyBar/close"))
          .isEqualByComparingTo(one.number("/data/quote/price"));
      assertThat(one.number("/data/prevDailyBar/close"))
          .isEqualByComparingTo(one.number("/data/quote/previousClose"));
      assertThat(one).has("/data/dailyBar/date", "2026-07-15");
      assertThat(one).has("/data/prevDailyBar/date", "2026-07-14");
      assertThat(one).has("/data/intradayBar/capturedAt", "2026-07-15T07:45:00.000Z");
    }
    var batch = api.get("/market/snapshot?symbols=NPN.ZA,NOPE.KE,ETEL.EG,scom.ke").expect(200);
    assertThat(batch.at("/data").fieldNames())
        .toIterable()
        .containsExactly("NPN.ZA", "ETEL.EG", "SCOM.KE");
    assertThat(strings(batch, "/not_found")).containsExactly("NOPE.KE");
    // Cairo has not reached the first quarter of its session.
    assertThat(batch.at("/data/ETEL.EG/intradayBar/capturedAt").asText())
        .isEqualTo("2026-07-15T08:00:00.000Z");
    var fifty = String.join(",", api.get("/stocks").texts("/stocks", "symbol").subList(0, 50));
    assertThat(api.get("/market/snapshot?symbols=" + fifty).expect(200).at("/data")).hasSize(50);
    assertThat(api.get("/market/snapshot?symbols=" + fifty + ",SCOM.KE"))
        .isRefused(400, "BATCH_LIMIT_EXCEEDED");
  }

  @Test
  void movers_are_in_order_and_come_page_by_page() {
    for (var direction : List.of("gainers", "losers")) {
      var sign = direction.equals("gainers") ? 1 : -1;
      var path = "/market/movers?limit=200&direction=" + direction;
      var all = api.get(path).expect(200);
      var changes =
          all.texts("/data", "changePercent").stream()
              .map(text -> new BigDecimal(text).multiply(BigDecimal.valueOf(sign)))
              .toList();
      for (var index = 1; index < changes.size(); index++) {
        assertThat(changes.get(index)).isLessThanOrEqualTo(changes.get(index - 1));
      }
      assertThat(all.at("/data"))
          .allMatch(each -> each.get("change").decimalValue().signum() == sign);
      var pages = new ArrayList<String>();
      var page = 0;
      Reply reply;
      do {
        reply = api.get(path.replace("200", "7") + "&page=" + ++page).expect(200);
        assertThat(reply).hasNumber("/meta/perPage", "7");
        assertThat(reply).hasNumber("/meta/totalCount", "" + changes.size());
        pages.addAll(reply.texts("/data", "symbol"));
      } while (reply.at("/meta/hasNext").asBoolean());
      assertThat(pages).isEqualTo(all.texts("/data", "symbol"));
    }
    assertThat(api.get("/market/movers?exchange=jse").texts("/data", "exchange"))
        .containsOnly("JSE");
    assertThat(api.get("/market/movers").expect(200).at("/meta").has("total_count")).isFalse();
    assertThat(api.get("/market/movers?direction=gainers").json())
        .isEqualTo(api.get("/market/movers").json());
  }

  @Test
  void who_has_the_answer_already_gets_304() {
    for (var path :
        List.of(
            "/stocks/SCOM.KE/history",
            "/stocks/SCOM.KE/chart",
            "/etfs",
            "/etfs/GLD.GH",
            "/companies",
            "/bonds",
            "/funds",
            "/instruments",
            "/market/ohlcv?" + ONE,
            "/market/snapshot?" + ONE,
            "/market/movers")) {
      var whole = api.get(path).expect(200);
      assertThat(whole.header("Cache-Control")).startsWith("private, max-age=");
      var again = api.request("GET", path).header("If-None-Match", whole.header("ETag")).send();
      assertThat(again).hasStatus(304);
      assertThat(api.request("HEAD", path).send().header("ETag")).isEqualTo(whole.header("ETag"));
      assertThat(api.post(path, Map.of())).isRefused(405, "METHOD_NOT_ALLOWED");
    }
  }

  private static JsonNode last(JsonNode array) {
    return array.get(array.size() - 1);
  }

  private static List<String> strings(Reply reply, String array) {
    return StreamSupport.stream(reply.at(array).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }
}
