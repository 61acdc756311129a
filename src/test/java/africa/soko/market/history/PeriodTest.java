package africa.soko.market.history;

import static africa.soko.market.MarketFixture.calendar;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodTest {
  private static final LocalDate LAST = LocalDate.of(2026, 7, 15);

  @ParameterizedTest
  @CsvSource({
    "ONE_DAY, NSE, 2026-07-14",
    "ONE_WEEK, NSE, 2026-07-08",
    "ONE_MONTH, NSE, 2026-06-15",
    "THREE_MONTHS, NSE, 2026-04-15",
    // A Thursday: its week begins on Monday, in Cairo on Sunday.
    "SIX_MONTHS, NSE, 2026-01-12",
    "SIX_MONTHS, EGX, 2026-01-11",
    "ONE_YEAR, NSE, 2025-07-14",
    "THREE_YEARS, NSE, 2023-07-01",
    "FIVE_YEARS, NSE, 2021-07-01",
    "MAX, NSE, 1970-01-01",
  })
  void a_period_begins_with_a_whole_candle(Period period, String exchange, LocalDate from) {
    assertThat(period.from(LAST, calendar(exchange))).isEqualTo(from);
  }

  @Test
  void days_become_weeks_and_months() {
    var days =
        List.of(
            candle("2026-06-25", 10, 14, 9, 12),
            candle("2026-06-26", 12, 13, 8, 9),
            candle("2026-06-29", 9, 11, 9, 10),
            candle("2026-07-01", 10, 10, 10, 10));
    assertThat(Period.ONE_MONTH.gather(days, calendar("NSE"))).isEqualTo(days);
    assertThat(Period.ONE_YEAR.gather(days, calendar("NSE")))
        .containsExactly(
            candle("2026-06-26", 10, 14, 8, 9, 200), candle("2026-07-01", 9, 11, 9, 10, 200));
    assertThat(Period.MAX.gather(days, calendar("NSE")))
        .containsExactly(candle("2026-06-29", 10, 14, 8, 10, 300), days.getLast());
    var unknown = Candle.closing(LocalDate.of(2026, 7, 2), BigDecimal.TEN, 5);
    assertThat(days.getLast().and(unknown))
        .isEqualTo(new Candle(unknown.date(), BigDecimal.TEN, null, null, BigDecimal.TEN, 105));
  }

  private static Candle candle(String date, int open, int high, int low, int close) {
    return candle(date, open, high, low, close, 100);
  }

  private static Candle candle(String date, int open, int high, int low, int close, int volume) {
    return new Candle(
        LocalDate.parse(date),
        BigDecimal.valueOf(open),
        BigDecimal.valueOf(high),
        BigDecimal.valueOf(low),
        BigDecimal.valueOf(close),
        volume);
  }
}
