package africa.soko.market;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Calls;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarketRoutesTest {
  /// A Wednesday on which most exchanges are open.
  private static final Instant NOW = at("2026-07-15T09:05:00Z");

  private final Market market = Market.load(at("2026-07-01T00:00:00Z"));
  private final QuoteRoutes quotes = new QuoteRoutes(market);
  private final StockRoutes stocks = new StockRoutes(market);
  private final ExchangeRoutes exchanges =
      new ExchangeRoutes(market, new ExchangeRoutes.ProcessingWindow(1, 5));

  @BeforeEach
  void poll() {
    publish(NOW, Set.of());
  }

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
    var first = quotes.quotes(Calls.get(query, Map.of(), null, NOW));
    var later = quotes.quotes(Calls.get(query, Map.of(), null, NOW.plusSeconds(60)));
    assertThat(later.body()).isSameAs(first.body());
    assertThat(header(first, "Cache-Control")).isEqualTo("private, max-age=600");
    assertThat(header(later, "Cache-Control")).isEqualTo("private, max-age=540");
    var overdue = quotes.quotes(Calls.get(query, Map.of(), null, NOW.plusSeconds(660)));
    assertThat(header(overdue, "Cache-Control")).isEqualTo("private, max-age=0");
    assertThat(header(overdue, "ETag")).isEqualTo(header(first, "ETag"));
  }

  @Test
  void a_price_turns_stale_without_a_new_snapshot() {
    var query = "symbol=SCOM.KE&exchange=NSE";
    var late = quotes.quotes(Calls.get(query, Map.of(), null, NOW.plusSeconds(1_600)));
    assertThat(json(late).at("/data/stale").asBoolean()).isTrue();
    assertThat(header(late, "ETag")).isNotEqualTo(header(quotes(query), "ETag"));
  }

  @Test
  void who_has_the_answer_already_gets_none() {
    var query = "symbol=SCOM.KE&exchange=NSE";
    var tag = header(quotes(query), "ETag");
    var again = quotes.quotes(Calls.get(query, Map.of(), tag, NOW));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body().length()).isZero();
    assertThat(quotes.quotes(Calls.get(query, Map.of(), "\"other\"", NOW)).status()).isEqualTo(200);
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

  @Test
  void every_exchange_is_listed_with_its_phase() {
    var list = json(exchanges.list(call(null)));
    assertThat(list.at("/data")).hasSize(14);
    assertThat(list.at("/data/0/code").asText()).isEqualTo("NSE");
    assertThat(list.at("/data/0/status").asText()).isEqualTo("OPEN");
    assertThat(list.at("/data/0/tradingHours/days").toString())
        .isEqualTo("[\"MONDAY\",\"TUESDAY\",\"WEDNESDAY\",\"THURSDAY\",\"FRIDAY\"]");
  }

  @Test
  void only_the_whole_status_says_whether_any_exchange_is_open() {
    assertThat(json(exchanges.status(call(null))).at("/anyOpen").asBoolean()).isTrue();
    var one = json(exchanges.status(call("exchange=nse")));
    assertThat(one.has("anyOpen")).isFalse();
    assertThat(one.at("/exchanges")).hasSize(1);
    assertThat(one.at("/exchanges/0/nextClose").asText()).isEqualTo("2026-07-15T12:00:00.000Z");
    assertThat(one.at("/exchanges/0/nextOpen").asText()).isEqualTo("2026-07-16T06:30:00.000Z");
  }

  @Test
  void the_time_of_day_is_not_a_change_of_the_status() {
    var tag = header(exchanges.status(call(null)), "ETag");
    assertThat(tag).startsWith("W/");
    var later = exchanges.status(Calls.get(null, Map.of(), tag, NOW.plusSeconds(5)));
    assertThat(later.status()).isEqualTo(304);
  }

  @Test
  void a_halted_exchange_counts_as_closed() {
    publish(NOW, Set.of("NSE"));
    var status = json(exchanges.status(call("exchange=NSE")));
    assertThat(status.at("/exchanges/0/status").asText()).isEqualTo("CLOSED");
    assertThat(status.at("/exchanges/0/halted").asBoolean()).isTrue();
  }

  @Test
  void holidays_come_in_order_from_today_for_a_year() {
    var list = json(exchanges.holidays(call("exchange=NSE"))).at("/data");
    var dates = list.findValuesAsText("date");
    assertThat(dates).isSorted();
    assertThat(dates.getFirst()).isBetween("2026-07-15", "2026-12-31");
    assertThat(dates.getLast()).isBetween("2027-01-01", "2027-07-15");
    var all = json(exchanges.holidays(call("from=2026-12-25&to=2026-12-25"))).at("/data");
    assertThat(all.findValuesAsText("exchange")).contains("NSE", "JSE").doesNotContain("EGX");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=2026-07-15&to=2026-07-14",
        "from=2026-07-15&to=2028-07-16",
        "from=1900-01-01&to=1900-02-01",
        "from=2149-06-01&to=2150-01-01",
        "to=2026-01-01"
      })
  void a_range_of_holidays_has_its_limits(String query) {
    var refused =
        catchThrowableOfType(RefusedException.class, () -> exchanges.holidays(call(query)));
    assertThat(refused.refused().code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void two_years_of_holidays_are_allowed() {
    var answer = exchanges.holidays(call("from=2026-07-15&to=2028-07-15"));
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void settlement_says_its_cycles() {
    var settlement = json(exchanges.settlement(call(null)));
    assertThat(settlement.at("/processingWindow").toString())
        .isEqualTo("{\"minMinutes\":1,\"maxMinutes\":5}");
    assertThat(settlement.at("/exchanges/0").toString())
        .isEqualTo("{\"exchange\":\"NSE\",\"cycle\":\"T+3\",\"days\":3}");
    var one = json(exchanges.settlement(call("exchange=EGX"))).at("/exchanges");
    assertThat(one.toString()).isEqualTo("[{\"exchange\":\"EGX\",\"cycle\":\"T+2\",\"days\":2}]");
  }

  @Test
  void stocks_are_filtered() {
    assertThat(json(stocks.list(call(null))).at("/count").asInt())
        .isEqualTo(CATALOGUE.all().size());
    var found = json(stocks.list(call("exchange=nse&search=safari&assetType=STOCK")));
    assertThat(found.at("/stocks").findValuesAsText("symbol")).containsExactly("SCOM.KE");
    assertThat(found.at("/stocks/0/constraints/lotSize").isNull()).isTrue();
    assertThat(found.at("/stocks/0/country").asText()).isEqualTo("KE");
    assertThat(json(stocks.list(call("search=nothing-like-it"))).at("/count").asInt()).isZero();
  }

  @Test
  void one_stock_is_found_by_symbol_or_bare_ticker() {
    assertThat(json(stock("scom.ke")).at("/symbol").asText()).isEqualTo("SCOM.KE");
    assertThat(json(stock("SCOM")).at("/price").isNumber()).isTrue();
    assertThat(refusalOf(() -> stock("KCB")).details())
        .containsExactly(
            new Refused.Detail("param", "symbol"),
            new Refused.Detail("candidates", List.of("KCB.KE", "KCB.TZ")));
    assertThat(refusalOf(() -> stock("NOPE.KE")).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusalOf(() -> stock("S")).code()).isEqualTo(ErrorCode.INVALID_SYMBOL);
  }

  private Answer stock(String symbol) {
    return stocks.get(Calls.get(null, Map.of("symbol", symbol), null, NOW));
  }

  private Answer quotes(String query) {
    return quotes.quotes(call(query));
  }

  private Refused refusal(String query) {
    return refusalOf(() -> quotes(query));
  }

  private static Refused refusalOf(ThrowingCallable read) {
    return catchThrowableOfType(RefusedException.class, read).refused();
  }

  private static Call call(@Nullable String query) {
    return Calls.get(query, Map.of(), null, NOW);
  }

  private void publish(Instant now, Set<String> halted) {
    var slots = new HashMap<String, Instant>();
    for (var exchange : market.exchanges().all()) {
      slots.put(exchange.code(), CALENDARS.of(exchange).slotAt(now, Market.REFRESH));
    }
    var prices = new SimulatedFeed(1, CALENDARS).poll(CATALOGUE.all(), now);
    market.publish(market.snapshot().with(prices), slots, halted);
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
