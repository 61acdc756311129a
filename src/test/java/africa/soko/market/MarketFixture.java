package africa.soko.market;

import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.Holidays;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import java.time.Instant;

/// What ships with the program, for the tests of this package.
public final class MarketFixture {
  public static final Exchanges EXCHANGES = Exchanges.load();
  public static final Holidays HOLIDAYS = Holidays.load();
  public static final TradingCalendars CALENDARS = new TradingCalendars(EXCHANGES, HOLIDAYS);
  public static final InstrumentCatalogue CATALOGUE = InstrumentCatalogue.load(EXCHANGES);

  private MarketFixture() {}

  public static Exchange exchange(String code) {
    return EXCHANGES.byCode(code).orElseThrow();
  }

  public static TradingCalendar calendar(String code) {
    return CALENDARS.of(exchange(code));
  }

  public static Instrument instrument(String symbol) {
    return CATALOGUE.find(symbol).orElseThrow();
  }

  public static Instant at(String text) {
    return Instant.parse(text);
  }
}
