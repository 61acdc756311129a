package africa.soko.market.feed;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two whole services on one database whose prices come from a folder, and what an operator changes
/// at one of them.
@Timeout(180)
class RealPricesIT {
  private static final String HEADER = "symbol,price,previous_close,volume,as_of\n";
  private static final String SCOM = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  @TempDir static Path folder;
  private static Service one;
  private static Service other;
  private static Api api;
  private static Api atOther;

  @BeforeAll
  static void start() {
    one =
        new Service(
            new SettableClock(Instant.parse("2026-07-15T09:05:00Z")), RealPricesIT::settings);
    other = one.another(RealPricesIT::settings);
    var registered = one.registered("somebody");
    api = one.at(Environment.LIVE.base()).as(one.liveKey(registered.partnerId()));
    one.execute("UPDATE partner_terms SET requests_per_minute = 1000000");
    atOther = other.at(Environment.LIVE.base()).as(api.credential());
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
  }

  @Test
  void without_a_file_there_is_no_price_and_with_one_there_is() throws IOException {
    for (var service : List.of(one, other)) {
      assertThat(service.management("/readyz")).hasStatus(200);
      assertThat(service.metrics()).contains("soko_feed_age_seconds{exchange=\"NSE\"} +Inf");
      assertThat(service.at("/api/v1").get("/status").expect(200)).has("/status", "DEGRADED");
    }
    assertThat(api.get(SCOM)).isRefused(404, "NOT_FOUND");
    assertThat(api.get("/market/snapshot?symbol=SCOM.KE&exchange=NSE")).isRefused(404, "NOT_FOUND");
    assertThat(api.get("/quote/SCOM.KE?type=BUY&quantity=1")).isRefused(503, "SERVICE_UNAVAILABLE");
    assertThat(api.get("/market/quotes?symbols=SCOM.KE,KPLC.KE").expect(200).at("/data")).isEmpty();
    assertThat(api.get("/market/movers").expect(200).at("/data")).isEmpty();
    assertThat(api.get("/market/ohlcv?symbol=SCOM.KE&exchange=NSE").expect(200).at("/data"))
        .isEmpty();
    assertThat(api.get("/stocks/SCOM.KE/history?period=max").expect(200).at("/candles")).isEmpty();
    assertThat(api.get("/stocks/SCOM.KE").expect(200).at("/price").isNull()).isTrue();
    assertThat(api.get("/market-intel").expect(200).at("/articles")).isEmpty();

    write("monday", "SCOM.KE,25.75,25.50,900,2026-07-14T12:00:00Z");
    write(
        "today",
        "SCOM.KE,26.05,25.75,1000,2026-07-15T09:00:00Z",
        "KPLC.KE,1.29,12.90,1,2026-07-15T09:00:00Z");
    for (var each : List.of(api, atOther)) {
      var quote = eventually(() -> each.get(SCOM), RealPricesIT::isOfToday);
      assertThat(quote)
          .hasNumber("/data/price", "26.05")
          .hasNumber("/data/change", "0.3")
          .has("/data/dataQuality", "DELAYED")
          .has("/data/stale", "false");
      assertThat(quote.header("cache-control")).isEqualTo("private, max-age=900");
      var history = each.get("/stocks/SCOM.KE/history?period=1m").expect(200);
      assertThat(history.texts("/candles", "date")).containsExactly("2026-07-14", "2026-07-15");
      var snapshot = each.get("/market/snapshot?symbol=SCOM.KE&exchange=NSE").expect(200);
      assertThat(snapshot)
          .hasNumber("/data/prevDailyBar/close", "25.75")
          .hasNumber("/data/dailyBar/close", "26.05");
      assertThat(snapshot.at("/data/dailyBar/open").isNull()).isTrue();
    }
    assertThat(one.metrics()).contains("soko_feed_age_seconds{exchange=\"NSE\"} 300.0");
    assertThat(api.get("/quote/SCOM.KE?type=BUY&quantity=1").expect(200)).hasStatus(200);
    decide();
  }

  /// The price of KPLC is a tenth of what it was.
  private void decide() {
    var operator = one.operator();
    var held = operator.get("/held-prices").expect(200);
    assertThat(held)
        .has("/heldPrices/0/symbol", "KPLC.KE")
        .hasNumber("/heldPrices/0/reference", "12.9")
        .hasNumber("/heldPrices/0/limitPercent", "10")
        .has("/count", "1");
    var path = "/held-prices/" + held.text("/heldPrices/0/id");
    assertThat(api.get("/market/quotes?symbol=KPLC.KE&exchange=NSE")).isRefused(404, "NOT_FOUND");
    var accepted = other.operator().post(path + "/accept", "").expect(200);
    assertThat(accepted).has("/status", "ACCEPTED");
    assertThat(atOther.get("/market/quotes?symbol=KPLC.KE&exchange=NSE").expect(200))
        .hasNumber("/data/price", "1.29");
    assertThat(operator.post(path + "/accept", "").expect(200).body()).isEqualTo(accepted.body());
    assertThat(api.get("/market/quotes?symbol=KPLC.KE&exchange=NSE").expect(200))
        .hasNumber("/data/price", "1.29");
    assertThat(operator.post(path + "/reject", ""))
        .isRefused(409, "CONFLICT")
        .has("/error/status", "ACCEPTED");
    assertThat(operator.post("/held-prices/hld_NOPE/reject", "")).isRefused(404, "NOT_FOUND");
    assertThat(operator.get("/held-prices").expect(200)).has("/count", "0");
    assertThat(operator.get("/held-prices?status=ACCEPTED").expect(200)).has("/count", "1");
    assertThat(operator.get("/held-prices?status=LOST")).isRefused(400, "VALIDATION_ERROR");
  }

  @Test
  void a_rate_is_seen_at_once_here_and_soon_there() {
    var set = Map.of("rates", Map.of("KES", 131.5));
    one.operator().request("PUT", "/fx-rates").body(set).send().expect(200);
    assertThat(api.get("/fx/rates").expect(200)).hasNumber("/rates/KES", "131.5");
    eventually(
        () -> atOther.get("/fx/rates").number("/rates/KES").toPlainString(), "131.5"::equals);
  }

  @Test
  void an_article_is_seen_at_once_here_and_soon_there() {
    var operator = other.operator();
    var article = Map.of("title", "Rates stay", "summary", "They stay.", "body", "They do.");
    var created = operator.post("/articles", article).expect(201);
    var path = "/market-intel/" + created.text("/id");
    assertThat(atOther.get(path).expect(200)).has("/title", "Rates stay");
    eventually(() -> api.get(path).status(), status -> status == 200);
    operator.patch("/articles/" + created.text("/id"), Map.of("title", "Rates rise")).expect(200);
    assertThat(atOther.get(path).expect(200)).has("/title", "Rates rise");
    eventually(() -> api.get(path).text("/title"), "Rates rise"::equals);
    one.operator().delete("/articles/" + created.text("/id")).expect(200);
    assertThat(api.get(path)).isRefused(404, "NOT_FOUND");
    eventually(() -> atOther.get(path).status(), status -> status == 404);
  }

  private static boolean isOfToday(Reply quote) {
    return quote.status() == 200 && quote.text("/data/asOf").startsWith("2026-07-15");
  }

  private static void write(String name, String... lines) throws IOException {
    var part = folder.resolve(name + ".part");
    Files.writeString(part, HEADER + String.join("\n", lines) + "\n");
    Files.move(part, folder.resolve(name + ".csv"));
  }

  private static Config settings(Config config) {
    return config
        .with(Setting.FEED, "files")
        .with(Setting.FEED_FOLDER, folder.toString())
        .with(Setting.FEED_PAUSE, "20ms");
  }
}
