package africa.soko.market.price;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.instrument;
import static africa.soko.market.MarketFixture.priced;
import static africa.soko.market.MarketFixture.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Calls;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.Market;
import africa.soko.market.Overlay;
import africa.soko.market.SharedMarket;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarketQuoteRoutesTest {
  /// A Wednesday on which most exchanges are open.
  private static final Instant NOW = at("2026-07-15T09:05:00Z");

  private final SharedMarket shared = priced(NOW);
  private final Market market = new Market(shared, Environment.LIVE);
  private final MarketQuoteRoutes quotes = new MarketQuoteRoutes(market);

  @Test
  void a_single_quote_reads_the_same_whatever_its_query_looks_like() {
    var usual = quotes("symbol=SCOM.KE&exchange=NSE");
    assertThat(json(usual).at("/data/symbol").asText()).isEqualTo("SCOM.KE");
    assertThat(json(usual).at("/data/dataQuality").asText()).isEqualTo("SIMULATED");
    assertThat(json(usual).at("/meta/asOf").asText()).isEqualTo("2026-07-15T09:00:00.000Z");
    assertThat(json(usual).at("/meta/refreshMinutes").asInt()).isEqualTo(15);
    for (var query :
        List.of(
            "exchange=NSE&symbol=SCOM.KE",
            "symbol=scom.ke&exchange=nse",
            "symbol=SCOM&exchange=NSE",
            "x=1&exchange=NSE&symbol=SCOM%2EKE")) {
      assertThat(quotes(query).body()).isEqualTo(usual.body());
    }
  }

  @Test
  void a_quote_is_encoded_once_and_its_age_limit_counts_down_to_the_refresh() {
    var query = "symbol=SCOM.KE&exchange=NSE";
    var first = quotes.quotes(call(query, null, NOW));
    var later = quotes.quotes(call(query, null, NOW.plusSeconds(60)));
    assertThat(later.body()).isSameAs(first.body());
    assertThat(header(first, "Cache-Control")).isEqualTo("private, max-age=600");
    assertThat(header(later, "Cache-Control")).isEqualTo("private, max-age=540");
    var overdue = quotes.quotes(call(query, null, NOW.plusSeconds(660)));
    assertThat(header(overdue, "Cache-Control")).isEqualTo("private, max-age=0");
    assertThat(header(overdue, "ETag")).isEqualTo(header(first, "ETag"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "symbol=SCOM&exchange=NSE",
        "exchange=NSE&symbol=SCOM",
        "symbol=scom.ke&exchange=nse",
        "symbols=SCOM.KE,MTNN.NG,NOPE.KE",
      })
  void what_is_asked_again_is_neither_read_nor_encoded_again(String query) {
    var first = quotes(query);
    assertThat(quotes(query).body()).isSameAs(first.body());
    publish(shared, NOW.plusSeconds(900));
    assertThat(quotes(query).body()).isNotSameAs(first.body());
  }

  @Test
  void what_has_no_price_is_not_found() {
    var gone = Overlay.NONE.listing(instrument("SCOM.KE"), null);
    market.overlay(Overlay.NONE, Map.of("prt_1", gone));
    assertThat(refusal("symbol=SCOM.KE&exchange=NSE").code()).isEqualTo(ErrorCode.NOT_FOUND);
    var batch = json(quotes("symbols=KCB.KE,SCOM.KE"));
    assertThat(batch.at("/data").findValuesAsText("symbol")).containsExactly("KCB.KE");
    assertThat(batch.at("/not_found").toString()).isEqualTo("[\"SCOM.KE\"]");
  }

  @Test
  void a_price_turns_stale_without_a_new_snapshot() {
    var query = "symbol=SCOM.KE&exchange=NSE";
    var late = quotes.quotes(call(query, null, NOW.plusSeconds(1_600)));
    assertThat(json(late).at("/data/stale").asBoolean()).isTrue();
    assertThat(header(late, "ETag")).isNotEqualTo(header(quotes(query), "ETag"));
  }

  @Test
  void who_has_the_answer_already_gets_none() {
    var query = "symbol=SCOM.KE&exchange=NSE";
    var tag = header(quotes(query), "ETag");
    var again = quotes.quotes(call(query, tag, NOW));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body().length()).isZero();
    assertThat(quotes.quotes(call(query, "\"other\"", NOW)).status()).isEqualTo(200);
  }

  @Test
  void a_batch_keeps_its_order_and_lists_what_is_not_found() {
    var batch = json(quotes("symbols=MTNN.NG,scom.ke,NOPE.KE,SCOM.KE,DANGCEM"));
    assertThat(batch.at("/data").findValuesAsText("symbol"))
        .containsExactly("MTNN.NG", "SCOM.KE", "DANGCEM.NG");
    assertThat(batch.at("/not_found")).hasSize(1);
    assertThat(batch.at("/not_found/0").asText()).isEqualTo("NOPE.KE");
    assertThat(batch.at("/meta/asOf").asText()).isEqualTo("2026-07-15T09:00:00.000Z");
  }

  @Test
  void a_batch_on_one_exchange_knows_its_bare_tickers_and_no_other_ones() {
    var batch = json(quotes("symbols=KCB,MTNN.NG&exchange=NSE"));
    assertThat(batch.at("/data").findValuesAsText("symbol")).containsExactly("KCB.KE");
    assertThat(batch.at("/not_found/0").asText()).isEqualTo("MTNN.NG");
  }

  @ParameterizedTest
  @CsvSource({
    "symbol=SCOM.KE, MISSING_PARAM",
    "exchange=NSE, MISSING_PARAM",
    ", MISSING_PARAM",
    "symbol=&exchange=NSE, MISSING_PARAM",
    "'symbols=,', MISSING_PARAM",
    "symbol=SCOM.KE&symbols=SCOM.KE, VALIDATION_ERROR",
    "symbol=SCOM.KE&exchange=XYZ, UNKNOWN_EXCHANGE",
    "symbols=SCOM.KE&exchange=XYZ, UNKNOWN_EXCHANGE",
    "symbol=S!&exchange=NSE, INVALID_SYMBOL",
    "symbol=NOPE.KE&exchange=NSE, NOT_FOUND",
    "symbol=MTNN.NG&exchange=NSE, NOT_FOUND",
    "symbols=KCB, INVALID_SYMBOL",
  })
  void what_is_wrong_has_its_code(String query, ErrorCode code) {
    assertThat(refusal(query).code()).isEqualTo(code);
  }

  @Test
  void a_refused_batch_says_why() {
    assertThat(refusal("symbols=S,SCOM.KE,S!!").details())
        .containsExactly(new Refused.Detail("invalid", List.of("S", "S!!")));
    assertThat(refusal("symbols=KCB").details())
        .containsExactly(
            new Refused.Detail("invalid", List.of("KCB")),
            new Refused.Detail("candidates", List.of("KCB.KE", "KCB.TZ")));
    var many = IntStream.range(0, 51).mapToObj(each -> "S" + each).collect(Collectors.joining(","));
    assertThat(refusal("symbols=" + many).code()).isEqualTo(ErrorCode.BATCH_LIMIT_EXCEEDED);
    assertThat(refusal("symbols=" + many).details())
        .containsExactly(new Refused.Detail("max", 50), new Refused.Detail("received", 51));
  }

  private Answer quotes(String query) {
    return quotes.quotes(call(query, null, NOW));
  }

  private Refused refusal(@Nullable String query) {
    return catchThrowableOfType(RefusedException.class, () -> quotes(query == null ? "" : query))
        .refused();
  }

  private static Call call(String query, @Nullable String ifNoneMatch, Instant now) {
    return Calls.get("/market/quotes?" + query, Map.of(), ifNoneMatch, now);
  }

  private static String header(Answer answer, String name) {
    return answer.headers().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value();
  }

  private static JsonNode json(Answer answer) {
    try {
      return new ObjectMapper().readTree(answer.body().getBytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
