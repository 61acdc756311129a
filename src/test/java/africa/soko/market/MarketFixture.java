package africa.soko.market;

import java.time.Instant;

/// What ships with the program, for the tests of this package.
final class MarketFixture {
  static final Exchanges EXCHANGES = Exchanges.load();
  static final Holidays HOLIDAYS = Holidays.load();
  static final TradingCalendars CALENDARS = new TradingCalendars(EXCHANGES, HOLIDAYS);
  static final InstrumentCatalogue CATALOGUE = InstrumentCatalogue.load(EXCHANGES);

  private MarketFixture() {}

  static Exchange exchange(String code) {
    return EXCHANGES.byCode(code).orElseThrow();
  }

  static TradingCalendar calendar(String code) {
    return CALENDARS.of(exchange(code));
  }

  static Instrument instrument(String symbol) {
    return CATALOGUE.find(symbol).orElseThrow();
  }

  static Instant at(String text) {
    return Instant.parse(text);
  }
}
