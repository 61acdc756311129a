package africa.soko.market;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The table of market data in the specification, row by row: each path with the parameters that it
/// names, on both bases; the fields of its answer; bounds of what is counted; who may ask.
@SokoTest
class EveryPathIT {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/stocks?exchange=NSE&sector=Telecommunications&assetType=STOCK&search=saf | stocks,count",
        "/stocks/SCOM.KE | symbol,price",
        "/stocks/SCOM.KE/history?period=1w | candles",
        "/stocks/SCOM.KE/chart?period=max | labels,prices",
        "/stocks/SCOM.KE/pulse?limit=3 | articles",
        "/etfs?exchange=GSE&search=gold | etfs,count",
        "/etfs/GLD.GH?range=3M | symbol,price,chart,fund",
        "/etfs/GLD.GH/history?period=5Y | candles",
        "/etfs/GLD.GH/chart?period=1d | labels,prices",
        "/market/quotes?symbol=SCOM.KE&exchange=NSE | data,meta",
        "/market/quotes?symbols=SCOM.KE,NOPE.KE&exchange=NSE | data,not_found,meta",
        "/market-data/quotes?symbol=SCOM.KE&exchange=NSE | data,meta",
        "/market/snapshot?symbol=SCOM.KE&exchange=NSE | data,meta",
        "/market/snapshot?symbols=SCOM.KE,NOPE.KE | data,not_found,meta",
        "/market/ohlcv?symbol=SCOM.KE&exchange=NSE&from=2026-01-01&to=2026-02-01&timeframe=1d&interval=1d"
            + " | data,meta",
        "/market-data/ohlcv?symbol=SCOM.KE&exchange=NSE | data,meta",
        "/market/movers?exchange=NSE&direction=losers&limit=2 | data,meta",
        "/market-data/movers | data,meta",
        "/market/exchanges | data,meta",
        "/market-data/exchanges | data,meta",
        "/market/status | exchanges,serverTime,anyOpen",
        "/market/status?exchange=NSE | exchanges,serverTime",
        "/market-data/status | exchanges,serverTime,anyOpen",
        "/market/holidays?exchange=NSE&from=2026-12-01&to=2026-12-31 | data",
        "/market/settlement?exchange=EGX | processingWindow,exchanges",
        "/fx/rates | base,rates,asOf",
        "/fx/rates/history?currency=KES&limit=1 | history",
        "/companies?exchange=NSE&sector=Banking&page=1&limit=2 | companies",
        "/companies/tickers | tickers",
        "/companies/SCOM.KE | symbol,name",
        "/companies/SCOM.KE/chart?period=1y | labels,prices",
        "/companies/SCOM.KE/news?limit=2&type=NEWS | items",
        "/market-intel?exchange=NSE&limit=2 | articles",
        "/bonds?country=KE | bonds",
        "/bonds/bnd_ke_2029 | couponRate,maturityDate,minimumInvestment,currentYield",
        "/funds?type=MMF | funds",
        "/funds/fnd_mmf_kes | nav,annualisedReturn,minimumInvestment",
        "/funds/GLD.GH | nav,symbol",
        "/opportunities | opportunities",
        "/opportunities/opp_credit_solar | minimumTicket,closeDate,targetReturn,slug",
        "/instruments?assetClass=STOCK&exchange=NSE&status=ACTIVE&tradable=true&search=a&limit=2 |"
            + " instruments,nextCursor",
      })
  void each_path_answers_with_what_it_is_to_have(String path, String fields, Service service) {
    var partner = service.partner();
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var reply = api.get(path).expect(200);
      assertThat(reply.json().fieldNames()).toIterable().contains(fields.split(","));
      assertThat(reply.header("Content-Type")).isEqualTo("application/json");
      // What is not known is passed over.
      assertThat(api.get(path + (path.contains("?") ? "&" : "?") + "utm_source=x")).hasStatus(200);
    }
    assertThat(partner.sandbox().as(null).get(path)).isRefused(401, "AUTH_MISSING");
    assertThat(partner.sandbox().delete(path)).isRefused(405, "METHOD_NOT_ALLOWED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/stocks/SCOM.KE/pulse | /articles | 100",
        "/market-intel | /articles | 100",
        "/companies/SCOM.KE/news | /items | 100",
        "/market/movers | /data | 200",
        "/companies | /companies | 200",
        "/instruments | /instruments | 200",
      })
  void a_limit_below_one_is_one_and_one_too_large_is_the_largest(
      String path, String array, int max, Service service) {
    var api = service.partner().sandbox();
    for (var least : List.of("1", "0", "-7", "-99999999999999999999")) {
      assertThat(api.get(path + "?limit=" + least).expect(200).at(array)).hasSizeLessThan(2);
    }
    var most = api.get(path + "?limit=" + max).expect(200).at(array);
    for (var more : List.of("" + (max + 1), "99999999999999999999")) {
      assertThat(api.get(path + "?limit=" + more).expect(200).at(array)).isEqualTo(most);
    }
    for (var wrong : List.of("ten", "1.5", "0x10", "NaN")) {
      assertThat(api.get(path + "?limit=" + wrong)).isRefused(400, "INVALID_TYPE");
    }
    assertThat(api.get(path + "?limit=1&limit=2")).isRefused(400, "VALIDATION_ERROR");
  }

  @ParameterizedTest
  @CsvSource({
    "/stocks/{}",
    "/stocks/{}/history",
    "/stocks/{}/chart",
    "/stocks/{}/pulse",
    "/etfs/{}",
    "/etfs/{}/history",
    "/etfs/{}/chart",
    "/companies/{}",
    "/companies/{}/chart",
    "/companies/{}/news",
    "/market/quotes?exchange=NSE&symbol={}",
    "/market/snapshot?exchange=NSE&symbol={}",
    "/market/ohlcv?exchange=NSE&symbol={}",
  })
  void a_symbol_that_is_none_is_told_everywhere(String path, Service service) {
    var api = service.partner().live();
    for (var malformed : List.of("S", "S!M.KE", "SCOM.KE.X", ".KE", "A12345678901234567890")) {
      assertThat(api.get(path.replace("{}", malformed))).isRefused(400, "INVALID_SYMBOL");
    }
    assertThat(api.get(path.replace("{}", "NOPE.KE"))).isRefused(404, "NOT_FOUND");
    if (!path.contains("exchange")) {
      assertThat(api.get(path.replace("{}", "KCB"))).isRefused(400, "INVALID_SYMBOL");
    }
  }

  @Test
  void a_data_key_reads_the_paths_of_its_list_and_no_other(Service service, Partner partner) {
    var made = partner.sandbox().post("/api-keys/data-key", "").expect(201);
    var data = partner.sandbox().as(made.text("/dataKey"));
    for (var path :
        List.of(
            "/stocks",
            "/stocks/SCOM.KE",
            "/stocks/SCOM.KE/chart",
            "/stocks/SCOM.KE/history",
            "/stocks/SCOM.KE/pulse",
            "/etfs",
            "/etfs/GLD.GH",
            "/etfs/GLD.GH/chart",
            "/etfs/GLD.GH/history",
            "/market/quotes?symbol=SCOM.KE&exchange=NSE",
            "/market/status",
            "/market/movers",
            "/market/holidays",
            "/market/settlement",
            "/bonds",
            "/bonds/bnd_ke_2029",
            "/funds",
            "/funds/fnd_mmf_kes",
            "/companies",
            "/companies/SCOM.KE",
            "/companies/SCOM.KE/chart",
            "/companies/SCOM.KE/news",
            "/companies/tickers",
            "/market-intel",
            "/opportunities")) {
      assertThat(data.get(path)).as(path).hasStatus(200);
    }
    for (var path :
        List.of(
            "/market/snapshot?symbol=SCOM.KE&exchange=NSE",
            "/market/ohlcv?symbol=SCOM.KE&exchange=NSE",
            "/market/exchanges",
            "/market-data/quotes?symbol=SCOM.KE&exchange=NSE",
            "/market-data/status",
            "/fx/rates",
            "/fx/rates/history?currency=KES",
            "/opportunities/opp_credit_solar",
            "/instruments",
            "/account",
            "/nowhere")) {
      assertThat(data.get(path)).as(path).isRefused(403, "FORBIDDEN");
    }
    assertThat(service.at("/api/v1/partner").as(made.text("/dataKey")).get("/stocks"))
        .isRefused(401, "AUTH_INVALID");
  }
}
