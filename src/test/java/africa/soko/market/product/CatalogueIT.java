package africa.soko.market.product;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What there is to hold, over HTTP: the normalised catalogue, ETFs, companies, bonds, funds,
/// deals.
@SokoTest
class CatalogueIT {
  @Test
  void the_catalogue_holds_every_class_and_is_walked_page_by_page(Partner partner) {
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var whole = api.get("/instruments?limit=200").expect(200);
      assertThat(whole.texts("/instruments", "assetClass"))
          .contains("STOCK", "ETF", "BOND", "FUND");
      var ids = whole.texts("/instruments", "instrumentId");
      assertThat(ids).isSorted().doesNotHaveDuplicates();
      assertThat(whole).has("/hasMore", "false").has("/nextCursor", "null");
      assertThat(walked(api, "/instruments?limit=7")).isEqualTo(ids);
      assertThat(api.get("/instruments").expect(200)).hasNumber("/count", "50");
      assertThat(api.get("/instruments?limit=0").expect(200)).hasNumber("/count", "1");
    }
  }

  @Test
  void a_page_of_one_partner_leads_on_for_every_other(Partner partner, Partner other) {
    // Both read the same prepared answer.
    var cursor = partner.sandbox().get("/instruments?limit=9").expect(200).text("/nextCursor");
    var next = "/instruments?limit=9&cursor=" + cursor;
    assertThat(other.sandbox().get(next).expect(200).body())
        .isEqualTo(partner.sandbox().get(next).expect(200).body());
    assertThat(other.live().get(next)).isRefused(400, "VALIDATION_ERROR");
    assertThat(other.sandbox().get("/orders?cursor=" + cursor)).isRefused(400, "VALIDATION_ERROR");
  }

  @ParameterizedTest
  @CsvSource({
    "assetClass=BOND, assetClass, BOND",
    "assetClass=FUND, assetClass, FUND",
    "assetClass=ETF, assetClass, ETF",
    "exchange=nse, exchange, NSE",
    "status=ACTIVE, status, ACTIVE",
    "tradable=true, tradable, true",
    "tradable=false, tradable, false",
    "search=MONEY%20market, name, Sample Money Market Fund KES",
    "search=scom, symbol, SCOM.KE",
    "search=marches, name, Bourse",
  })
  void the_catalogue_is_filtered(String query, String field, String value, Service service) {
    var api = service.partner().sandbox();
    var found = api.get("/instruments?limit=200&" + query).expect(200);
    if (value.equals("Bourse")) {
      assertThat(found.at("/instruments")).isEmpty();
      return;
    }
    assertThat(found.at("/instruments")).isNotEmpty();
    var values = found.texts("/instruments", field);
    if (query.startsWith("search")) assertThat(values).contains(value);
    else assertThat(values).containsOnly(value);
    assertThat(found.at("/instruments").size())
        .isLessThanOrEqualTo(api.get("/instruments?limit=200").at("/instruments").size());
  }

  @Test
  void filters_are_all_kept_and_what_is_not_known_is_null(Partner partner) {
    var api = partner.sandbox();
    var path = "/instruments?assetClass=STOCK&exchange=JSE&tradable=true&search=mtn";
    var found = api.get(path).expect(200);
    assertThat(found.texts("/instruments", "instrumentId")).containsExactly("MTN.ZA");
    assertThat(found.at("/instruments/0/constraints/tickSize").isNull()).isTrue();
    assertThat(found.at("/instruments/0/constraints/lotSize").isNull()).isTrue();
    assertThat(found.at("/instruments/0/constraints/minimumInvestment").isNull()).isTrue();
    var kenyan = api.get("/instruments?exchange=NSE&search=SCOM").expect(200);
    assertThat(kenyan.number("/instruments/0/constraints/tickSize")).isPositive();
    assertThat(kenyan).hasNumber("/instruments/0/constraints/priceBandPercent", "10");
    assertThat(api.get("/instruments?exchange=NSE&assetClass=BOND").at("/instruments")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/instruments?assetClass=bond, 400, VALIDATION_ERROR",
    "/instruments?assetClass=OPPORTUNITY, 400, VALIDATION_ERROR",
    "/instruments?exchange=NYSE, 400, UNKNOWN_EXCHANGE",
    "/instruments?status=OPEN, 400, VALIDATION_ERROR",
    "/instruments?tradable=yes, 400, INVALID_TYPE",
    "/instruments?limit=many, 400, INVALID_TYPE",
    "/instruments?cursor=abc, 400, VALIDATION_ERROR",
    "/instruments?search=%00, 400, VALIDATION_ERROR",
    "/etfs?exchange=LSE, 400, UNKNOWN_EXCHANGE",
    "/companies?exchange=LSE, 400, UNKNOWN_EXCHANGE",
    "/companies?page=first, 400, INVALID_TYPE",
    "/companies?limit=1.5, 400, INVALID_TYPE",
    "/funds?type=HEDGE, 400, VALIDATION_ERROR",
    "/funds/nope, 404, NOT_FOUND",
    "/funds/SCOM.KE, 404, NOT_FOUND",
    "/bonds/BND_KE_2029, 404, NOT_FOUND",
    "/bonds/fnd_mmf_kes, 404, NOT_FOUND",
    "/opportunities/nope, 404, NOT_FOUND",
  })
  void what_is_wrong_is_told(String path, int status, String code, Service service) {
    assertThat(service.partner().sandbox().get(path)).isRefused(status, code);
  }

  @Test
  void etfs_and_companies_share_out_what_is_listed(Partner partner) {
    var api = partner.live();
    var stocks = api.get("/stocks").expect(200);
    var etfs = api.get("/etfs").expect(200);
    assertThat(etfs.texts("/etfs", "assetType")).containsOnly("ETF");
    assertThat(api.get("/etfs?exchange=GSE&search=gold").texts("/etfs", "symbol"))
        .containsExactly("GLD.GH");
    assertThat(api.get("/etfs?search=safaricom").at("/count").asInt()).isZero();
    var tickers = api.get("/companies/tickers").expect(200);
    var all = new ArrayList<>(tickers.texts("/tickers", "symbol"));
    all.addAll(etfs.texts("/etfs", "symbol"));
    assertThat(all).containsExactlyInAnyOrderElementsOf(stocks.texts("/stocks", "symbol"));
    assertThat(tickers.at("/count").asInt()).isEqualTo(tickers.at("/tickers").size());
  }

  @Test
  void companies_come_page_by_page(Partner partner) {
    var api = partner.sandbox();
    var symbols = new ArrayList<String>();
    var page = 0;
    Reply reply;
    do {
      reply = api.get("/companies?limit=20&page=" + ++page).expect(200);
      assertThat(reply).hasNumber("/page", "" + page).hasNumber("/limit", "20");
      symbols.addAll(reply.texts("/companies", "symbol"));
    } while (reply.at("/hasMore").asBoolean());
    assertThat(symbols).isEqualTo(api.get("/companies/tickers").texts("/tickers", "symbol"));
    assertThat(reply.at("/totalCount").asInt()).isEqualTo(symbols.size());
    assertThat(api.get("/companies?limit=20&page=99").expect(200).at("/companies")).isEmpty();
    assertThat(api.get("/companies?page=-3&limit=0").expect(200))
        .hasNumber("/page", "1")
        .hasNumber("/limit", "1");
    assertThat(api.get("/companies?limit=5000").expect(200)).hasNumber("/limit", "200");
    assertThat(api.get("/companies?page=99999999&limit=200").expect(200)).hasNumber("/count", "0");
    var banks = api.get("/companies?exchange=nse&sector=BANKING").expect(200);
    assertThat(banks.texts("/companies", "ticker")).contains("KCB", "EQTY").doesNotContain("SCOM");
  }

  @Test
  void bonds_funds_and_deals_are_samples_and_say_so(Partner partner) {
    var api = partner.sandbox();
    for (var list : List.of("bonds", "funds", "opportunities")) {
      var all = api.get("/" + list).expect(200);
      assertThat(all.at("/count").asInt()).isEqualTo(all.at("/" + list).size()).isPositive();
      assertThat(all.texts("/" + list, "dataQuality")).containsOnly("SIMULATED");
      for (var each : all.at("/" + list)) {
        if (!each.path("type").asText().equals("ETF")) {
          assertThat(each.get("name").asText()).startsWith("Sample ");
        }
        var one = api.get("/" + list + "/" + each.get("id").asText()).expect(200);
        assertThat(one.json()).isEqualTo(each);
      }
    }
    assertThat(api.get("/bonds?country=ke").texts("/bonds", "country")).containsOnly("KE");
    assertThat(api.get("/bonds?country=FR").expect(200).at("/count").asInt()).isZero();
    assertThat(api.get("/bonds/bnd_ke_2029").expect(200)).hasNumber("/currentYield", "12.61");
    assertThat(api.get("/funds?type=MMF").texts("/funds", "type")).containsOnly("MMF");
    assertThat(api.get("/funds/gld.gh").expect(200)).has("/type", "ETF").has("/id", "GLD.GH");
    assertThat(api.get("/opportunities/sample-solar-lease-facility").expect(200).body())
        .isEqualTo(api.get("/opportunities/opp_credit_solar").expect(200).body());
  }

  private static List<String> walked(Api api, String path) {
    var ids = new ArrayList<String>();
    var reply = api.get(path).expect(200);
    while (true) {
      StreamSupport.stream(reply.at("/instruments").spliterator(), false)
          .forEach(each -> ids.add(each.get("instrumentId").asText()));
      if (!reply.at("/hasMore").asBoolean()) return ids;
      reply = api.get(path + "&cursor=" + reply.text("/nextCursor")).expect(200);
    }
  }
}
