package africa.soko.market.exchange;

import static africa.soko.market.MarketFixture.EXCHANGES;
import static africa.soko.market.MarketFixture.HOLIDAYS;
import static africa.soko.market.MarketFixture.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HolidaysTest {
  @ParameterizedTest
  @CsvSource({
    "2024, 2024-03-31, 2024-05-05",
    "2025, 2025-04-20, 2025-04-20",
    "2026, 2026-04-05, 2026-04-12",
    "2027, 2027-03-28, 2027-05-02",
    "2038, 2038-04-25, 2038-04-25",
  })
  void easter_of_both_churches(int year, LocalDate western, LocalDate orthodox) {
    assertThat(Easter.western(year)).isEqualTo(western);
    assertThat(Easter.orthodox(year)).isEqualTo(orthodox);
  }

  @ParameterizedTest
  @CsvSource({
    "NSE, 2026-10-10, Mazingira Day, false",
    "NSE, 2026-12-26, Boxing Day, false",
    "NSE, 2026-03-20, Eid al-Fitr, true",
    "NGX, 2026-03-21, Eid al-Fitr, true",
    "EGX, 2026-05-26, Arafat Day, true",
    "EGX, 2026-04-13, Sham el-Nessim, false",
    "GSE, 2026-12-04, Farmers' Day, false",
    "LUSE, 2025-07-08, Unity Day, false",
    "BSE, 2026-07-21, Presidents' Day Holiday, false",
    "BRVM, 2026-05-25, Whit Monday, false",
    "SEM, 2026-11-08, Divali, true",
    "SEM, 2024-08-15, Assumption Day, false",
    "SEM, 2027-11-01, All Saints' Day, true",
    "SEM, 2025-01-29, Chinese Spring Festival, false",
    "CSE, 2026-01-14, Amazigh New Year, false",
  })
  void a_day_is_listed(String code, LocalDate date, String reason, boolean estimated) {
    assertThat(HOLIDAYS.of(exchange(code), date.getYear()))
        .contains(new Holiday(code, date, reason, estimated));
  }

  @ParameterizedTest
  @CsvSource({
    "EGX, 2026-01-01",
    "EGX, 2026-12-25",
    "BRVM, 2026-04-03",
    "BRVM, 2026-12-26",
    "LUSE, 2026-12-26",
    "CSE, 2026-12-25",
    "SEM, 2026-04-03",
  })
  void a_day_is_a_working_day(String code, LocalDate date) {
    assertThat(HOLIDAYS.of(exchange(code), date.getYear()))
        .noneMatch(holiday -> holiday.date().equals(date));
  }

  @ParameterizedTest
  @CsvSource({
    // A Sunday moves to the Monday.
    "JSE, 2026-08-09, 2026-08-10, National Women's Day",
    // Christmas on a Sunday cannot be observed on Boxing Day, so it goes to the Tuesday.
    "NSE, 2022-12-25, 2022-12-27, Christmas Day",
    // Two days on one weekend take the Monday and the Tuesday.
    "NGX, 2021-12-25, 2021-12-27, Christmas Day",
    "NGX, 2021-12-26, 2021-12-28, Boxing Day",
    "MSE, 2027-05-01, 2027-05-03, Labour Day",
  })
  void a_weekend_holiday_is_listed_twice(
      String code, LocalDate date, LocalDate observed, String reason) {
    assertThat(HOLIDAYS.of(exchange(code), date.getYear()))
        .contains(
            new Holiday(code, date, reason, false),
            new Holiday(code, observed, reason + " (observed)", false));
  }

  @Test
  void a_sunday_before_a_holiday_adds_nothing_where_only_the_monday_counts() {
    assertThat(HOLIDAYS.of(exchange("JSE"), 2022))
        .contains(new Holiday("JSE", LocalDate.parse("2022-12-26"), "Day of Goodwill", false))
        .noneMatch(holiday -> holiday.date().equals(LocalDate.parse("2022-12-27")));
  }

  @Test
  void the_islamic_year_can_bring_a_day_twice_in_one_year() {
    // 1429 AH began in January 2008 and 1430 AH in December.
    assertThat(HOLIDAYS.of(exchange("EGX"), 2008))
        .filteredOn(holiday -> holiday.reason().contains("Islamic New Year"))
        .hasSize(2);
  }

  @Test
  void days_that_begin_in_december_reach_into_january() {
    // 10 Dhu al-Hijja 1427 is Sunday, 31 December 2006; its second day is New Year's Day too.
    var newYear = LocalDate.parse("2007-01-01");
    assertThat(HOLIDAYS.of(exchange("EGX"), 2007))
        .contains(new Holiday("EGX", newYear, "Eid al-Adha", true));
    assertThat(HOLIDAYS.of(exchange("NGX"), 2007))
        .contains(
            new Holiday("NGX", newYear, "Eid al-Adha; New Year's Day", false),
            new Holiday("NGX", newYear.plusDays(1), "Eid al-Adha (observed)", true));
  }

  @Test
  void two_reasons_on_one_date_are_one_certain_holiday() {
    var date = LocalDate.parse("2026-02-01");
    assertThat(HOLIDAYS.of(exchange("SEM"), 2026))
        .filteredOn(holiday -> holiday.date().equals(date))
        .singleElement()
        .satisfies(
            holiday -> {
              assertThat(holiday.reason()).isEqualTo("Abolition of Slavery; Thaipoosam Cavadee");
              assertThat(holiday.estimated()).isFalse();
            });
  }

  @Test
  void every_year_of_every_exchange_is_ordered_and_without_doubles() {
    for (var exchange : EXCHANGES.all()) {
      for (var year = 2024; year <= 2030; year++) {
        var dates = HOLIDAYS.of(exchange, year).stream().map(Holiday::date).toList();
        assertThat(dates).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(dates).hasSizeBetween(8, 30);
      }
    }
  }

  @Test
  void a_range_is_inclusive_and_crosses_years() {
    var days =
        HOLIDAYS.between(
            exchange("NSE"), LocalDate.parse("2026-12-25"), LocalDate.parse("2027-01-01"));
    assertThat(days)
        .extracting(Holiday::date)
        .containsExactly(
            LocalDate.parse("2026-12-25"),
            LocalDate.parse("2026-12-26"),
            LocalDate.parse("2027-01-01"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "13", "easter", "hijri 10", "MONDAY 5 07", "2026-02-30", "05-32"})
  void a_bad_rule_is_refused(String rule) {
    assertThatThrownBy(() -> HolidayRule.parse(rule)).isInstanceOf(RuntimeException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1899, 2151, 1_000_000})
  void a_year_out_of_reach_is_refused(int year) {
    assertThatThrownBy(() -> HOLIDAYS.of(exchange("CSE"), year))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
