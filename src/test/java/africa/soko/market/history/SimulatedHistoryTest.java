package africa.soko.market.history;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.calendar;
import static africa.soko.market.MarketFixture.instrument;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.market.MarketFixture;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.price.PriceFeed;
import africa.soko.market.price.SimulatedFeed;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The candles of the built-in feed are what its quotes would have been.
class SimulatedHistoryTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 7, 15);

  private final SimulatedHistory history = new SimulatedHistory(7, CALENDARS);
  private final SimulatedFeed feed = new SimulatedFeed(7, CALENDARS);

  @Test
  void every_instrument_has_five_years_of_sessions_and_no_other_day() {
    for (var instrument : CATALOGUE.all()) {
      var candles = history.daily(instrument, TODAY.minusYears(5), TODAY);
      var calendar = CALENDARS.of(instrument.exchange());
      var sessions = new ArrayList<LocalDate>();
      for (var each : calendar.sessions(TODAY.minusYears(5), TODAY)) sessions.add(each.date());
      assertThat(candles).extracting(Candle::date).isEqualTo(sessions);
      assertThat(candles).hasSizeGreaterThan(1_150);
      for (var candle : candles) {
        assertThat(candle.low()).isPositive().isLessThanOrEqualTo(candle.open());
        assertThat(candle.low()).isLessThanOrEqualTo(candle.close());
        assertThat(candle.high()).isGreaterThanOrEqualTo(candle.open());
        assertThat(candle.high()).isGreaterThanOrEqualTo(candle.close());
        assertThat(candle.volume()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCOM.KE", "STX40.ZA", "ATW.MA", "COMI.EG", "TBL.TZ", "OMTT.ZW"})
  void a_candle_holds_every_quote_of_its_session(String symbol) {
    var instrument = instrument(symbol);
    var calendar = calendar(instrument.exchange().code());
    for (var session : calendar.sessions(TODAY.minusDays(40), TODAY)) {
      var candle = history.daily(instrument, session.date(), session.date()).getFirst();
      var prices = new ArrayList<BigDecimal>();
      for (var at = session.open(); at.isBefore(session.close()); at = at.plusSeconds(900)) {
        var quote = feed.price(instrument, at);
        prices.add(quote.price());
        var soFar = history.soFar(instrument, session, at).orElseThrow();
        assertThat(soFar.close()).isEqualByComparingTo(quote.price());
        assertThat(soFar.volume()).isEqualTo(quote.volume());
        assertThat(soFar.high()).isEqualByComparingTo(max(prices));
      }
      assertThat(candle.open()).isEqualByComparingTo(prices.getFirst());
      assertThat(candle.close()).isEqualByComparingTo(prices.getLast());
      assertThat(candle.high()).isEqualByComparingTo(max(prices));
      assertThat(candle.low())
          .isEqualByComparingTo(prices.stream().min(Comparator.naturalOrder()).orElseThrow());
      assertThat(feed.price(instrument, calendar.nextOpen(session.close())).previousClose())
          .isEqualByComparingTo(candle.close());
    }
  }

  @Test
  void a_session_is_captured_three_times() {
    var instrument = instrument("SCOM.KE");
    var session = calendar("NSE").sessionOn(TODAY).orElseThrow();
    var seen = new ArrayList<String>();
    for (var at = session.open(); at.isBefore(session.close()); at = at.plus(PriceFeed.REFRESH)) {
      var capture = history.captured(instrument, session, at);
      seen.add(capture.map(each -> each.at().toString()).orElse("none"));
      if (capture.isEmpty()) continue;
      assertThat(capture.get().at()).isBeforeOrEqualTo(at);
      assertThat(capture.get().bar().close())
          .isEqualByComparingTo(feed.price(instrument, capture.get().at()).price());
    }
    assertThat(seen.stream().distinct())
        .containsExactly(
            "none", "2026-07-15T07:45:00Z", "2026-07-15T09:15:00Z", "2026-07-15T10:30:00Z");
  }

  @Test
  void a_day_that_was_declared_a_holiday_has_no_candle() {
    var calendars = new TradingCalendars(MarketFixture.EXCHANGES, MarketFixture.HOLIDAYS);
    var later = new SimulatedHistory(7, calendars);
    var scom = instrument("SCOM.KE");
    var before = later.daily(scom, TODAY.minusDays(7), TODAY);
    var day = TODAY.minusDays(1);
    calendars
        .of(scom.exchange())
        .declare(Map.of(day, new HolidayOverride("NSE", day, false, "Mourning")));
    var expected = new ArrayList<>(before);
    assertThat(expected.removeIf(candle -> candle.date().equals(day))).isTrue();
    assertThat(later.daily(scom, TODAY.minusDays(7), TODAY)).isEqualTo(expected);
  }

  @Test
  void the_past_ends_where_it_begins() {
    var all = history.daily(instrument("SCOM.KE"), LocalDate.EPOCH, TODAY);
    assertThat(all.getFirst().date()).isEqualTo(LocalDate.of(2019, 1, 2));
    assertThat(history.daily(instrument("SCOM.KE"), TODAY, TODAY.minusDays(1))).isEmpty();
  }

  private static BigDecimal max(ArrayList<BigDecimal> prices) {
    return prices.stream().max(Comparator.naturalOrder()).orElseThrow();
  }
}
