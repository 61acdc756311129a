package africa.soko.market.exchange;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.declare;
import static africa.soko.market.MarketFixture.halt;
import static africa.soko.market.MarketFixture.priced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Calls;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.RefusedException;
import africa.soko.market.Market;
import africa.soko.market.SharedMarket;
import africa.soko.platform.config.Range;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeRoutesTest {
  /// A Wednesday on which most exchanges are open.
  private static final Instant NOW = at("2026-07-15T09:05:00Z");

  private final SharedMarket shared = priced(NOW);
  private final ExchangeRoutes exchanges =
      new ExchangeRoutes(new Market(shared, Environment.LIVE), new Range(60, 300));

  @Test
  void every_exchange_is_listed_with_its_phase() {
    var list = json(exchanges.list(call("list", null)));
    assertThat(list.at("/data")).hasSize(14);
    assertThat(list.at("/data/0/code").asText()).isEqualTo("NSE");
    assertThat(list.at("/data/0/status").asText()).isEqualTo("OPEN");
    assertThat(list.at("/data/0/tradingHours/days").toString())
        .isEqualTo("[\"MONDAY\",\"TUESDAY\",\"WEDNESDAY\",\"THURSDAY\",\"FRIDAY\"]");
  }

  @Test
  void only_the_whole_status_says_whether_any_exchange_is_open() {
    assertThat(json(exchanges.status(call("status", null))).at("/anyOpen").asBoolean()).isTrue();
    var one = json(exchanges.status(call("status", "exchange=nse")));
    assertThat(one.has("anyOpen")).isFalse();
    assertThat(one.at("/exchanges")).hasSize(1);
    assertThat(one.at("/exchanges/0/nextClose").asText()).isEqualTo("2026-07-15T12:00:00.000Z");
    assertThat(one.at("/exchanges/0/nextOpen").asText()).isEqualTo("2026-07-16T06:30:00.000Z");
  }

  @Test
  void the_time_of_day_is_not_a_change_of_the_status() {
    var tag = header(exchanges.status(call("status", null)), "ETag");
    assertThat(tag).startsWith("W/");
    var later = exchanges.status(Calls.get("/status?", Map.of(), tag, NOW.plusSeconds(5)));
    assertThat(later.status()).isEqualTo(304);
  }

  @Test
  void a_halted_exchange_counts_as_closed() {
    declare(shared, halt(Environment.LIVE, "NSE", NOW), halt(Environment.SANDBOX, "JSE", NOW));
    var status = json(exchanges.status(call("status", "exchange=NSE")));
    assertThat(status.at("/exchanges/0/status").asText()).isEqualTo("CLOSED");
    assertThat(status.at("/exchanges/0/halted").asBoolean()).isTrue();
    var other = json(exchanges.status(call("status", "exchange=JSE")));
    assertThat(other.at("/exchanges/0/status").asText()).isEqualTo("OPEN");
  }

  @ParameterizedTest
  @CsvSource({
    // Ramadan of 2026: from 18 February to 19 March.
    "2026-02-17T20:00:00Z, 09:30, 15:30",
    "2026-02-18T10:00:00Z, 10:00, 13:30",
    "2026-03-15T12:00:00Z, 10:00, 13:30",
    "2026-03-25T10:00:00Z, 09:30, 15:30",
  })
  void trading_hours_are_those_of_ramadan_while_it_lasts(Instant now, String open, String close) {
    var list = json(exchanges.list(Calls.get("/exchanges", Map.of(), null, now))).at("/data");
    var status = Calls.get("/status?exchange=CSE", Map.of(), null, now);
    var hours = json(exchanges.status(status)).at("/exchanges/0/tradingHours");
    assertThat(hours.get("open").asText()).isEqualTo(open);
    assertThat(hours.get("close").asText()).isEqualTo(close);
    for (var exchange : list) {
      if (exchange.get("code").asText().equals("CSE")) {
        assertThat(exchange.get("tradingHours")).isEqualTo(hours);
      }
    }
  }

  @Test
  void a_list_that_was_prepared_before_ramadan_changes_with_it() {
    for (var now : List.of("2026-02-17T22:59:00Z", "2026-02-18T00:01:00Z")) {
      exchanges.list(Calls.get("/exchanges", Map.of(), null, at(now)));
    }
    var during = Calls.get("/exchanges", Map.of(), null, at("2026-02-18T08:00:00Z"));
    assertThat(json(exchanges.list(during)).toString()).contains("\"close\":\"13:30\"");
  }

  @Test
  void holidays_come_in_order_from_today_for_a_year() {
    var list = json(exchanges.holidays(call("holidays", "exchange=NSE"))).at("/data");
    var dates = list.findValuesAsText("date");
    assertThat(dates).isSorted();
    assertThat(dates.getFirst()).isBetween("2026-07-15", "2026-12-31");
    assertThat(dates.getLast()).isBetween("2027-01-01", "2027-07-15");
    var all =
        json(exchanges.holidays(call("holidays", "from=2026-12-25&to=2026-12-25"))).at("/data");
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
        catchThrowableOfType(
            RefusedException.class, () -> exchanges.holidays(call("holidays", query)));
    assertThat(refused.refused().code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void two_years_of_holidays_are_allowed() {
    var answer = exchanges.holidays(call("holidays", "from=2026-07-15&to=2028-07-15"));
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void settlement_says_its_cycles() {
    var settlement = json(exchanges.settlement(call("settlement", null)));
    assertThat(settlement.at("/processingWindow").toString())
        .isEqualTo("{\"minMinutes\":1,\"maxMinutes\":5}");
    assertThat(settlement.at("/exchanges/0").toString())
        .isEqualTo("{\"exchange\":\"NSE\",\"cycle\":\"T+3\",\"days\":3}");
    var one = json(exchanges.settlement(call("settlement", "exchange=EGX"))).at("/exchanges");
    assertThat(one.toString()).isEqualTo("[{\"exchange\":\"EGX\",\"cycle\":\"T+2\",\"days\":2}]");
  }

  private static Call call(String operation, @Nullable String query) {
    return Calls.get("/" + operation + "?" + (query == null ? "" : query), Map.of(), null, NOW);
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
