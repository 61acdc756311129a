package africa.soko.market.words;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Words about the market over HTTP, those that are generated and those that operators publish; and
/// what operators change of the FX table.
@SokoTest
class WordsIT {
  @Test
  void what_is_generated_says_so(Partner partner) {
    var api = partner.live();
    for (var path : List.of("/market-intel?limit=100", "/stocks/SCOM.KE/pulse")) {
      var articles = api.get(path).expect(200).at("/articles");
      assertThat(articles).isNotEmpty();
      for (var each : articles) {
        assertThat(each.get("sampleData").asBoolean()).isTrue();
        assertThat(each.get("title").asText()).startsWith("Sample data: ");
        assertThat(each.get("summary").asText()).startsWith("Sample data: ");
      }
    }
    var news = api.get("/companies/SCOM.KE/news?limit=100").expect(200);
    assertThat(news.texts("/items", "source")).containsOnly("MARKET_NEWS").hasSize(26);
    assertThat(news.texts("/items", "publishedAt").reversed()).isSorted();
    assertThat(api.get("/companies/SCOM.KE").expect(200))
        .has("/sampleData", "true")
        .has("/exchangeName", "Nairobi Securities Exchange");
    assertThat(api.get("/companies/SCOM.KE").text("/description")).startsWith("Sample data: ");
  }

  @Test
  void an_article_is_found_by_its_identifier_and_its_slug(Partner partner) {
    var api = partner.sandbox();
    var list = api.get("/market-intel?exchange=jse&limit=3").expect(200);
    assertThat(list.texts("/articles", "exchange")).containsExactly("JSE", "JSE", "JSE");
    for (var each : list.at("/articles")) {
      var byId = api.get("/market-intel/" + each.get("id").asText()).expect(200);
      var bySlug = api.get("/market-intel/" + each.get("slug").asText()).expect(200);
      assertThat(byId.body()).isEqualTo(bySlug.body());
      assertThat(byId.text("/title")).isEqualTo(each.get("title").asText());
      assertThat(byId.text("/body")).contains("closed at").contains("NPN.ZA");
    }
  }

  @Test
  void a_note_says_what_the_candles_say(Partner partner) {
    var api = partner.sandbox();
    var closes = new HashMap<String, String>();
    for (var candle : api.get("/stocks/SCOM.KE/history?period=3m").at("/candles")) {
      var close = candle.get("close").decimalValue().toPlainString();
      closes.put(candle.get("date").asText(), close);
    }
    for (var note : api.get("/stocks/SCOM.KE/pulse?limit=5").at("/articles")) {
      var date = note.get("publishedAt").asText().substring(0, 10);
      assertThat(note.get("summary").asText())
          .contains("closed at %s KES on %s".formatted(closes.get(date), date));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/market-intel?exchange=LSE, 400, UNKNOWN_EXCHANGE",
    "/market-intel?limit=all, 400, INVALID_TYPE",
    "/market-intel/nope, 404, NOT_FOUND",
    "/stocks/KCB/pulse, 400, INVALID_SYMBOL",
    "/stocks/NOPE.KE/pulse, 404, NOT_FOUND",
    "/companies/GLD.GH, 404, NOT_FOUND",
    "/companies/GLD.GH/news, 404, NOT_FOUND",
    "/companies/SCOM.KE/news?type=RUMOUR, 400, VALIDATION_ERROR",
    "/fx/rates/history, 400, MISSING_PARAM",
    "/fx/rates/history?currency=USD, 400, VALIDATION_ERROR",
    "/fx/rates/history?currency=EUR, 400, VALIDATION_ERROR",
    "/fx/rates/history?currency=KES&cursor=x, 400, VALIDATION_ERROR",
  })
  void what_is_wrong_is_told(String path, int status, String code, Service service) {
    assertThat(service.partner().sandbox().get(path)).isRefused(status, code);
  }

  @Test
  void what_an_operator_publishes_shows_at_once_and_goes_at_once(Service service, Partner partner) {
    var operator = service.operator();
    var article =
        Map.of(
            "title", "Rate décision of the bank",
            "summary", "It stays.",
            "body", "It stays where it was.",
            "symbols", List.of("scom.ke", "MTNN.NG"));
    var id = operator.post("/articles", article).expect(201).text("/id");
    for (var api : List.of(partner.sandbox(), partner.live())) {
      assertThat(api.get("/market-intel?limit=1").expect(200))
          .has("/articles/0/id", id)
          .has("/articles/0/slug", "rate-decision-of-the-bank")
          .has("/articles/0/sampleData", "false");
      assertThat(ids(api, "/market-intel?exchange=NGX", "/articles")).contains(id);
      assertThat(ids(api, "/market-intel?exchange=JSE", "/articles")).doesNotContain(id);
      assertThat(ids(api, "/stocks/SCOM.KE/pulse", "/articles")).contains(id);
      assertThat(ids(api, "/companies/MTNN.NG/news?type=NEWS", "/items")).contains(id);
      assertThat(ids(api, "/companies/KPLC.KE/news", "/items")).doesNotContain(id);
      assertThat(api.get("/market-intel/rate-decision-of-the-bank").expect(200))
          .has("/body", "It stays where it was.");
    }
    assertThat(operator.post("/articles", article)).isRefused(409, "CONFLICT");
    var change = Map.of("source", "CORPORATE_ACTION", "symbols", List.of("KPLC"));
    operator.patch("/articles/" + id, change).expect(200);
    var api = partner.sandbox();
    assertThat(ids(api, "/companies/KPLC.KE/news?type=CORPORATE_ACTION", "/items"))
        .containsExactly(id);
    assertThat(ids(api, "/companies/KPLC.KE/news?type=NEWS", "/items")).doesNotContain(id);
    assertThat(ids(api, "/stocks/SCOM.KE/pulse", "/articles")).doesNotContain(id);
    operator.delete("/articles/" + id).expect(200);
    assertThat(api.get("/market-intel/" + id)).isRefused(404, "NOT_FOUND");
    assertThat(operator.delete("/articles/" + id)).isRefused(404, "NOT_FOUND");
    assertThat(operator.patch("/articles/" + id, change)).isRefused(404, "NOT_FOUND");
  }

  @Test
  void an_article_shows_from_its_time_on(Service service, Partner partner) {
    var later = service.clock().instant().plusSeconds(86_400).toString();
    var article = Map.of("title", "Of tomorrow", "summary", "s", "body", "b", "publishedAt", later);
    var id = service.operator().post("/articles", article).expect(201).text("/id");
    assertThat(partner.sandbox().get("/market-intel/" + id)).isRefused(404, "NOT_FOUND");
    service.operator().delete("/articles/" + id).expect(200);
  }

  @Test
  void an_article_has_its_limits(Service service) {
    var operator = service.operator();
    var whole = Map.of("title", "t", "summary", "s", "body", "b");
    for (var wrong :
        List.of(
            Map.of("title", " "),
            Map.of("title", "x".repeat(201)),
            Map.of("slug", "No Slug"),
            Map.of("slug", "sample-nse-week-to-2026-01-02"),
            Map.of("title", "!!!"),
            Map.of("nickname", "n"))) {
      var body = new HashMap<String, Object>(whole);
      body.putAll(wrong);
      assertThat(operator.post("/articles", body)).isRefused(400, "VALIDATION_ERROR");
    }
    assertThat(operator.post("/articles", Map.of("title", "t"))).isRefused(400, "MISSING_PARAM");
    var elsewhere = new HashMap<String, Object>(whole);
    elsewhere.put("exchange", "LSE");
    assertThat(operator.post("/articles", elsewhere)).isRefused(400, "UNKNOWN_EXCHANGE");
    assertThat(operator.as("nobody").post("/articles", whole)).isRefused(401, "AUTH_INVALID");
  }

  @Test
  void a_rate_that_an_operator_sets_holds_at_once_and_is_kept(Service service, Partner partner) {
    var operator = service.operator();
    var api = partner.sandbox();
    var before = api.get("/fx/rates").expect(200).number("/rates/MUR");
    try {
      var set = operator.request("PUT", "/fx-rates").body(Map.of("rates", Map.of("MUR", 46.25)));
      assertThat(set.send().expect(200)).hasNumber("/rates/MUR", "46.25");
      for (var each : List.of(api, partner.live())) {
        assertThat(each.get("/fx/rates").expect(200)).hasNumber("/rates/MUR", "46.25");
      }
      var history = api.get("/fx/rates/history?currency=mur&limit=1").expect(200);
      assertThat(history).hasNumber("/history/0/rate", "46.25").has("/hasMore", "true");
      var older = "/fx/rates/history?currency=mur&limit=1&cursor=" + history.text("/nextCursor");
      assertThat(api.get(older).expect(200)).hasNumber("/history/0/rate", before.toPlainString());
      var count = api.get("/fx/rates/history?currency=MUR").at("/count");
      operator.request("PUT", "/fx-rates").body(Map.of("rates", Map.of("MUR", 46.25))).send();
      assertThat(api.get("/fx/rates/history?currency=MUR").at("/count")).isEqualTo(count);
      for (var wrong :
          List.of(
              Map.of("rates", Map.of("EUR", 1)),
              Map.of("rates", Map.of("USD", 1)),
              Map.of("rates", Map.of()),
              Map.of("rates", Map.of("MUR", 0)),
              Map.of("rates", Map.of("MUR", new BigDecimal("1.1234567"))))) {
        assertThat(operator.request("PUT", "/fx-rates").body(wrong).send())
            .isRefused(400, "VALIDATION_ERROR");
      }
    } finally {
      operator.request("PUT", "/fx-rates").body(Map.of("rates", Map.of("MUR", before))).send();
    }
  }

  private static List<String> ids(Api api, String path, String array) {
    return api.get(path).expect(200).texts(array, "id");
  }
}
