package africa.soko.market.catalogue;

import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.priced;
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
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StockRoutesTest {
  /// A Wednesday on which most exchanges are open.
  private static final Instant NOW = at("2026-07-15T09:05:00Z");

  private final StockRoutes stocks = new StockRoutes(new Market(priced(NOW), Environment.LIVE));

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
  void a_list_and_a_stock_are_encoded_once_until_a_price_in_them_turns_stale() {
    var list = stocks.list(call("exchange=NSE"));
    assertThat(stocks.list(call("exchange=NSE")).body()).isSameAs(list.body());
    assertThat(stock("SCOM").body()).isSameAs(stock("SCOM").body());
    var late = Calls.get("/stocks?exchange=NSE", Map.of(), null, NOW.plusSeconds(1_600));
    assertThat(json(stocks.list(late)).at("/stocks/0/stale").asBoolean()).isTrue();
    assertThat(json(list).at("/stocks/0/stale").asBoolean()).isFalse();
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
    return stocks.get(Calls.get("/stocks/" + symbol, Map.of("symbol", symbol), null, NOW));
  }

  private static Refused refusalOf(ThrowingCallable read) {
    return catchThrowableOfType(RefusedException.class, read).refused();
  }

  private static Call call(@Nullable String query) {
    return Calls.get("/stocks?" + query, Map.of(), null, NOW);
  }

  private static JsonNode json(Answer answer) {
    try {
      return new ObjectMapper().readTree(answer.body().getBytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
