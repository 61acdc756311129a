package africa.soko.market;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Delayed prices over HTTP: SPEC "Market quote", and the error codes of symbols and batches.
@SokoTest
class QuotesIT {
  private static final String ONE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";

  @Test
  void a_quote_has_the_fields_of_the_specification_on_both_bases(Partner partner) {
    for (var api : List.of(partner.sandbox(), partner.live())) {
      var quote = api.get(ONE).expect(200);
      assertThat(quote)
          .has("/data/symbol", "SCOM.KE")
          .has("/data/exchange", "NSE")
          .has("/data/currency", "KES")
          .has("/data/dataQuality", "SIMULATED")
          .hasNumber("/meta/refreshMinutes", "15");
      assertThat(quote.number("/data/price")).isPositive();
      assertThat(quote.number("/data/price").subtract(quote.number("/data/previousClose")))
          .isEqualByComparingTo(quote.number("/data/change"));
      assertThat(quote.at("/data/stale").isBoolean()).isTrue();
      assertThat(quote.at("/data/volume").isIntegralNumber()).isTrue();
      assertThat(quote.text("/data/asOf")).endsWith("Z");
    }
    assertThat(partner.live().get(ONE).body()).isEqualTo(partner.sandbox().get(ONE).body());
  }

  @ParameterizedTest
  @CsvSource({
    "symbol=scom.ke&exchange=nse",
    "exchange=NSE&symbol=SCOM.KE",
    "symbol=SCOM&exchange=NSE",
    "symbol=SCOM%2eKE&exchange=NSE",
    "symbol=%53COM.KE&exchange=%4e%53%45",
    "symbol=SCOM.KE&exchange=NSE&",
    "symbol=SCOM.KE&exchange=NSE&symbols=",
    "symbol=SCOM.KE&exchange=NSE&utm=1&utm=2",
    "&symbol=SCOM.KE&&exchange=NSE",
  })
  void one_quote_can_be_asked_for_in_many_ways(String query, Service service) {
    var api = service.partner().sandbox();
    assertThat(api.get("/market/quotes?" + query).expect(200).at("/data"))
        .isEqualTo(api.get(ONE).at("/data"));
  }

  @Test
  void a_batch_keeps_the_order_and_tells_what_it_did_not_find(Partner partner) {
    var batch =
        partner
            .sandbox()
            .get("/market/quotes?symbols=MTNN.NG,%20scom.ke,NOPE.KE,SCOM.KE,,ATW,nope.ke,NOPE.KE")
            .expect(200);
    assertThat(batch.texts("/data", "symbol")).containsExactly("MTNN.NG", "SCOM.KE", "ATW.MA");
    assertThat(texts(batch, "/not_found")).containsExactly("NOPE.KE", "nope.ke");
    assertThat(batch.at("/meta/asOf").isTextual()).isTrue();
  }

  @Test
  void an_exchange_narrows_a_batch_and_makes_bare_tickers_clear(Partner partner) {
    var api = partner.sandbox();
    var batch = api.get("/market/quotes?symbols=KCB,BAT,MTNN.NG&exchange=dse").expect(200);
    assertThat(batch.texts("/data", "symbol")).containsExactly("KCB.TZ");
    assertThat(texts(batch, "/not_found")).containsExactly("BAT", "MTNN.NG");
    assertThat(api.get("/market/quotes?symbol=KCB&exchange=NSE"))
        .hasStatus(200)
        .has("/data/symbol", "KCB.KE");
  }

  @Test
  void fifty_symbols_are_a_batch_and_one_more_is_too_many(Partner partner) {
    var api = partner.live();
    var fifty = all(api).limit(50).toList();
    var batch = api.get("/market/quotes?symbols=" + String.join(",", fifty)).expect(200);
    assertThat(batch.texts("/data", "symbol")).containsExactlyElementsOf(fifty);
    var more = all(api).limit(51).collect(Collectors.joining(","));
    assertThat(api.get("/market/quotes?symbols=" + more))
        .isRefused(400, "BATCH_LIMIT_EXCEEDED")
        .hasNumber("/error/max", "50")
        .hasNumber("/error/received", "51");
    // The limit is on what is sent, before anything is made of it.
    var same = Stream.generate(() -> "S!").limit(51).collect(Collectors.joining(","));
    assertThat(api.get("/market/quotes?symbols=" + same)).isRefused(400, "BATCH_LIMIT_EXCEEDED");
  }

  @ParameterizedTest
  @CsvSource({
    "symbol=SCOM.KE, 400, MISSING_PARAM, param, exchange",
    "exchange=NSE, 400, MISSING_PARAM, param, symbol",
    "symbol=SCOM.KE&exchange=, 400, MISSING_PARAM, param, exchange",
    "symbol&exchange=NSE, 400, MISSING_PARAM, param, symbol",
    "'symbols=,,', 400, MISSING_PARAM, param, symbols",
    "symbol=SCOM.KE&symbols=SCOM.KE&exchange=NSE, 400, VALIDATION_ERROR, param, symbols",
    "symbol=SCOM.KE&symbol=SCOM.KE&exchange=NSE, 400, VALIDATION_ERROR, param, symbol",
    "symbols=SCOM.KE&symbols=KPLC.KE, 400, VALIDATION_ERROR, param, symbols",
    "symbol=SCOM.KE&exchange=NYSE, 400, UNKNOWN_EXCHANGE, param, exchange",
    "symbols=SCOM.KE&exchange=KE, 400, UNKNOWN_EXCHANGE, param, exchange",
    "symbol=S&exchange=NSE, 400, INVALID_SYMBOL, param, symbol",
    "symbol=SCOM..KE&exchange=NSE, 400, INVALID_SYMBOL, param, symbol",
    "symbol=.KE&exchange=NSE, 400, INVALID_SYMBOL, param, symbol",
    "symbol=SCOM-KE&exchange=NSE, 400, INVALID_SYMBOL, param, symbol",
    "symbol=A1234567890123456789.KE&exchange=NSE, 400, INVALID_SYMBOL, param, symbol",
    "'symbols=SCOM.KE,S,S!,S', 400, INVALID_SYMBOL, invalid, '[\"S\",\"S!\"]'",
    "'symbols=SCOM.KE,KCB', 400, INVALID_SYMBOL, candidates, '[\"KCB.KE\",\"KCB.TZ\"]'",
    "symbols=seed, 400, INVALID_SYMBOL, candidates, '[\"SEED.BW\",\"SEED.ZW\"]'",
    "symbol=NOPE.KE&exchange=NSE, 404, NOT_FOUND, ,",
    "symbol=MTNN.NG&exchange=NSE, 404, NOT_FOUND, ,",
    "symbol=SCOM.NG&exchange=NSE, 404, NOT_FOUND, ,",
  })
  void what_is_wrong_with_a_request_is_told(
      String query, int status, String code, String field, String value, Service service) {
    var reply = service.partner().sandbox().get("/market/quotes?" + query);
    assertThat(reply).isRefused(status, code);
    if (field == null) return;
    var told = reply.at("/error/" + field);
    assertThat(told.isArray() ? told.toString() : told.asText()).isEqualTo(value);
  }

  @Test
  void neither_symbol_nor_symbols_names_what_is_missing(Partner partner) {
    for (var path : List.of("/market/quotes", "/market/quotes?", "/market/quotes?symbols=")) {
      var reply = partner.sandbox().get(path);
      assertThat(reply).isRefused(400, "MISSING_PARAM");
      assertThat(texts(reply, "/error/params")).containsExactly("symbol", "exchange");
    }
  }

  @Test
  void nobody_reads_without_a_key(Service service) {
    for (var base : List.of("/api/v1/partner", "/api/sandbox/v1/partner")) {
      assertThat(service.at(base).get(ONE)).isRefused(401, "AUTH_MISSING");
      assertThat(service.at(base).get("/fx/rates")).isRefused(401, "AUTH_MISSING");
    }
  }

  private static Stream<String> all(Api api) {
    return api.get("/stocks").expect(200).texts("/stocks", "symbol").stream();
  }

  private static List<String> texts(Reply reply, String array) {
    return StreamSupport.stream(reply.at(array).spliterator(), false)
        .map(text -> text.asText())
        .toList();
  }
}
