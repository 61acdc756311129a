package africa.soko.market.exchange;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.EXCHANGES;
import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.calendar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.market.MarketFixture;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TradingCalendarTest {
  private static final long SEED = 20_260_715L;

  @ParameterizedTest
  @CsvSource({
    // Nairobi trades 09:30 to 15:00, three hours ahead of UTC; the close itself is closed.
    "NSE, 2026-07-15T06:29:59.999999999Z, CLOSED",
    "NSE, 2026-07-15T06:30:00Z, OPEN",
    "NSE, 2026-07-15T11:59:59.999999999Z, OPEN",
    "NSE, 2026-07-15T12:00:00Z, CLOSED",
    "NSE, 2026-07-18T08:00:00Z, CLOSED",
    "NSE, 2026-06-01T08:00:00Z, HOLIDAY",
    // A holiday begins and ends at midnight of the exchange, and is one on a Saturday too.
    "NSE, 2026-05-31T20:59:59Z, CLOSED",
    "NSE, 2026-05-31T21:00:00Z, HOLIDAY",
    "NSE, 2026-06-01T21:00:00Z, CLOSED",
    "NSE, 2026-10-10T08:00:00Z, HOLIDAY",
    // The Monday on which a Sunday holiday is observed.
    "JSE, 2026-08-10T08:00:00Z, HOLIDAY",
    // Cairo trades on Sundays and rests on Fridays.
    "EGX, 2026-07-12T08:00:00Z, OPEN",
    "EGX, 2026-07-17T08:00:00Z, CLOSED",
    "EGX, 2026-07-18T08:00:00Z, CLOSED",
    // 10:00 in Cairo is 08:00 UTC in winter and 07:00 in summer.
    "EGX, 2026-04-22T07:30:00Z, CLOSED",
    "EGX, 2026-04-22T08:00:00Z, OPEN",
    "EGX, 2026-04-26T06:59:59Z, CLOSED",
    "EGX, 2026-04-26T07:00:00Z, OPEN",
    "EGX, 2026-04-26T11:30:00Z, CLOSED",
    "EGX, 2026-10-29T07:30:00Z, OPEN",
    "EGX, 2026-11-01T07:30:00Z, CLOSED",
    // Three at night on a Sunday in Ramadan, in Cairo and in Casablanca.
    "EGX, 2026-03-01T01:00:00Z, CLOSED",
    "CSE, 2026-03-01T03:00:00Z, CLOSED",
    // Casablanca leaves summer time for Ramadan and then trades 10:00 to 13:30.
    "CSE, 2026-02-10T08:30:00Z, OPEN",
    "CSE, 2026-03-02T09:30:00Z, CLOSED",
    "CSE, 2026-03-02T10:00:00Z, OPEN",
    "CSE, 2026-03-02T13:30:00Z, CLOSED",
    "CSE, 2026-03-24T08:30:00Z, OPEN",
  })
  void phase(String code, Instant at, TradingPhase phase) {
    assertThat(calendar(code).phaseAt(at)).isEqualTo(phase);
    assertThat(calendar(code).isOpen(at)).isEqualTo(phase == TradingPhase.OPEN);
  }

  @ParameterizedTest
  @CsvSource({
    "NSE, 2026-07-15T06:00:00Z, 2026-07-15T06:30:00Z, 2026-07-15T12:00:00Z",
    "NSE, 2026-07-15T06:30:00Z, 2026-07-16T06:30:00Z, 2026-07-15T12:00:00Z",
    "NSE, 2026-07-17T12:00:00Z, 2026-07-20T06:30:00Z, 2026-07-20T12:00:00Z",
    "NSE, 2026-12-31T13:00:00Z, 2027-01-04T06:30:00Z, 2027-01-04T12:00:00Z",
    "EGX, 2026-03-01T01:00:00Z, 2026-03-01T08:00:00Z, 2026-03-01T12:30:00Z",
    "EGX, 2026-04-23T20:00:00Z, 2026-04-26T07:00:00Z, 2026-04-26T11:30:00Z",
    "CSE, 2026-03-01T03:00:00Z, 2026-03-02T10:00:00Z, 2026-03-02T13:30:00Z",
  })
  void next_boundaries(String code, Instant at, Instant open, Instant close) {
    assertThat(calendar(code).nextOpen(at)).isEqualTo(open);
    assertThat(calendar(code).nextClose(at)).isEqualTo(close);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-15T08:00:00Z, 2026-07-15T08:00:00Z",
    "2026-07-15T12:00:00Z, 2026-07-15T11:59:59.999999999Z",
    "2026-07-19T10:00:00Z, 2026-07-17T11:59:59.999999999Z",
    "2026-07-20T06:29:00Z, 2026-07-17T11:59:59.999999999Z",
    "2027-01-02T10:00:00Z, 2026-12-31T11:59:59.999999999Z",
  })
  void last_trading_instant(Instant at, Instant last) {
    assertThat(calendar("NSE").lastTradingInstant(at)).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-15T08:00:00Z, PT0S, 2026-07-15T08:00:00Z",
    "2026-07-15T08:00:00Z, PT5M, 2026-07-15T08:05:00Z",
    // What uses the session up ends at the next opening, not at the close.
    "2026-07-15T11:55:00Z, PT5M, 2026-07-16T06:30:00Z",
    "2026-07-15T11:58:00Z, PT5M, 2026-07-16T06:33:00Z",
    "2026-07-17T20:00:00Z, PT2M, 2026-07-20T06:32:00Z",
    "2026-07-17T20:00:00Z, PT0S, 2026-07-20T06:30:00Z",
    "2026-12-31T11:59:00Z, PT2M, 2027-01-04T06:31:00Z",
    "2026-07-15T06:30:00Z, PT11H, 2026-07-17T06:30:00Z",
  })
  void advance_counts_market_hours(Instant from, Duration hours, Instant result) {
    assertThat(calendar("NSE").advance(from, hours)).isEqualTo(result);
  }

  @Test
  void advance_refuses_what_it_cannot_count() {
    assertThatThrownBy(() -> calendar("NSE").advance(Instant.EPOCH, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> calendar("NSE").advance(Instant.EPOCH, Duration.ofDays(4_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "NSE, 2026-07-15, 3, 2026-07-20",
    "NSE, 2026-07-18, 3, 2026-07-22",
    "NSE, 2026-07-18, 0, 2026-07-20",
    "NSE, 2026-07-15, 0, 2026-07-15",
    "NSE, 2026-12-24, 3, 2026-12-30",
    "EGX, 2026-07-15, 2, 2026-07-19",
    "EGX, 2026-07-22, 2, 2026-07-27",
    // The 20th and 21st, a weekend, and two days of Mawlid lie between.
    "CSE, 2026-08-18, 3, 2026-08-27",
  })
  void business_days(String code, LocalDate date, int count, LocalDate result) {
    assertThat(calendar(code).plusBusinessDays(date, count)).isEqualTo(result);
  }

  @Test
  void a_trade_settles_by_the_day_of_its_exchange() {
    // 22:00 UTC on Tuesday is Wednesday in Nairobi and still Tuesday in Accra.
    var late = at("2026-07-14T22:00:00Z");
    assertThat(calendar("NSE").settlementDate(late)).isEqualTo(LocalDate.parse("2026-07-20"));
    assertThat(calendar("GSE").settlementDate(late)).isEqualTo(LocalDate.parse("2026-07-17"));
    assertThat(calendar("EGX").settlementDate(late)).isEqualTo(LocalDate.parse("2026-07-19"));
  }

  @Test
  void the_zone_of_the_machine_does_not_matter() {
    var before = TimeZone.getDefault();
    try {
      for (var zone : new String[] {"Pacific/Kiritimati", "Pacific/Pago_Pago"}) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        var calendars = new TradingCalendars(Exchanges.load(), Holidays.load());
        var cairo = calendars.of(MarketFixture.exchange("EGX"));
        assertThat(cairo.nextOpen(at("2026-07-09T20:00:00Z")))
            .isEqualTo(at("2026-07-12T07:00:00Z"));
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void three_years_of_sessions_agree_with_every_question() {
    for (var exchange : EXCHANGES.all()) {
      var calendar = CALENDARS.of(exchange);
      var sessions =
          calendar.sessions(LocalDate.parse("2025-01-01"), LocalDate.parse("2027-12-31"));
      assertThat(sessions).as(exchange.code()).hasSizeBetween(700, 770);
      for (var index = 1; index < sessions.size(); index++) {
        var session = sessions.get(index);
        var before = sessions.get(index - 1);
        assertThat(session.length()).isBetween(Duration.ofHours(3), Duration.ofHours(8));
        assertThat(calendar.localDate(session.open())).isEqualTo(session.date());
        assertThat(calendar.localDate(session.close())).isEqualTo(session.date());
        assertThat(calendar.previousSession(session.date())).isEqualTo(before);
        assertThat(calendar.nextSession(before.date())).isEqualTo(session);
        assertThat(calendar.nextOpen(before.close())).isEqualTo(session.open());
        assertThat(calendar.nextClose(before.close())).isEqualTo(session.close());
        assertThat(calendar.latestSession(session.open().minusNanos(1))).isEqualTo(before);
        assertThat(calendar.advance(before.open(), before.length())).isEqualTo(session.open());
        assertThat(calendar.plusBusinessDays(before.date(), 1)).isEqualTo(session.date());
      }
    }
  }

  @Test
  void random_moments_keep_the_rules_of_the_calendar() {
    var random = new Random(SEED);
    var start = at("2025-01-01T00:00:00Z").getEpochSecond();
    for (var round = 0; round < 20_000; round++) {
      var exchange = EXCHANGES.all().get(random.nextInt(EXCHANGES.all().size()));
      var calendar = CALENDARS.of(exchange);
      var from = Instant.ofEpochSecond(start + random.nextInt(3 * 365 * 86_400));
      var one = Duration.ofSeconds(random.nextInt(40_000));
      var two = Duration.ofSeconds(random.nextInt(600));
      var label = "seed %d round %d: %s %s".formatted(SEED, round, exchange.code(), from);

      var last = calendar.lastTradingInstant(from);
      assertThat(calendar.isOpen(last)).as(label).isTrue();
      assertThat(last).as(label).isBeforeOrEqualTo(from);
      assertThat(calendar.isOpen(calendar.nextOpen(from))).as(label).isTrue();
      assertThat(calendar.isOpen(calendar.nextClose(from).minusNanos(1))).as(label).isTrue();
      assertThat(calendar.isOpen(calendar.nextClose(from))).as(label).isFalse();

      var there = calendar.advance(from, one);
      assertThat(calendar.isOpen(there)).as(label).isTrue();
      assertThat(there).as(label).isAfterOrEqualTo(from.plus(one));
      assertThat(calendar.advance(there, two))
          .as(label)
          .isEqualTo(calendar.advance(from, one.plus(two)));
    }
  }

  @Test
  void a_declared_day_counts_before_the_rules() {
    var nse = new TradingCalendar(MarketFixture.exchange("NSE"), MarketFixture.HOLIDAYS);
    var wednesday = LocalDate.of(2026, 10, 21);
    var mashujaa = LocalDate.of(2026, 10, 20);
    var saturday = LocalDate.of(2026, 10, 24);
    assertThat(nse.plusBusinessDays(LocalDate.of(2026, 10, 19), 1)).isEqualTo(wednesday);
    var days =
        Map.of(
            mashujaa, new HolidayOverride("NSE", mashujaa, true, "Moved"),
            wednesday, new HolidayOverride("NSE", wednesday, false, "Mashujaa Day"),
            saturday, new HolidayOverride("NSE", saturday, true, "Whatever is said"));
    assertThat(nse.declare(days)).isTrue();
    assertThat(nse.declare(Map.copyOf(days))).isFalse();
    assertThat(nse.revision()).isEqualTo(1);
    assertThat(nse.isBusinessDay(mashujaa)).isTrue();
    assertThat(nse.isBusinessDay(saturday)).isFalse();
    assertThat(nse.phaseAt(at("2026-10-21T08:00:00Z"))).isEqualTo(TradingPhase.HOLIDAY);
    assertThat(nse.holidays(mashujaa, wednesday))
        .containsExactly(new Holiday("NSE", wednesday, "Mashujaa Day", false));
    assertThat(nse.plusBusinessDays(mashujaa, 1)).isEqualTo(LocalDate.of(2026, 10, 22));
    assertThat(nse.declare(Map.of())).isTrue();
    assertThat(nse.isBusinessDay(mashujaa)).isFalse();
    assertThat(nse.isBusinessDay(wednesday)).isTrue();
  }
}
