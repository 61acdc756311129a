package africa.soko.market;

import africa.soko.edge.Environment;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.Holidays;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.history.SimulatedHistory;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.PriceFeed;
import africa.soko.market.price.SimulatedFeed;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;

/// What ships with the program, for the tests of this package.
public final class MarketFixture {
  public static final Exchanges EXCHANGES = Exchanges.load();
  public static final Holidays HOLIDAYS = Holidays.load();
  public static final TradingCalendars CALENDARS = new TradingCalendars(EXCHANGES, HOLIDAYS);
  public static final InstrumentCatalogue CATALOGUE = InstrumentCatalogue.load(EXCHANGES);

  private MarketFixture() {}

  /// A shared market with the prices of a moment.
  public static SharedMarket priced(Instant now) {
    var market = SharedMarket.load(at("2026-07-01T00:00:00Z"), all -> new SimulatedHistory(1, all));
    publish(market, now);
    return market;
  }

  /// Replaces the prices by those of a moment.
  public static void publish(SharedMarket market, Instant now) {
    var slots = new HashMap<String, Instant>();
    for (var exchange : EXCHANGES.all()) {
      slots.put(exchange.code(), market.calendars().of(exchange).slotAt(now, PriceFeed.REFRESH));
    }
    var prices = new SimulatedFeed(1, market.calendars()).poll(CATALOGUE.all(), now);
    var snapshot = market.view().snapshot().with(prices);
    market.publish(market.view().set() + 1, snapshot, slots);
  }

  /// Adds the prices of a set.
  public static void publish(SharedMarket market, List<FeedPrice> prices, long set) {
    var view = market.view();
    market.publish(set, view.snapshot().with(prices), view.slots());
  }

  /// What an operator declares to be halted.
  public static Declaration halt(Environment environment, String exchange, Instant since) {
    return new Declaration(Declaration.Kind.HALT, environment, exchange, null, "Outage", since);
  }

  /// Lets a market know all that operators have declared.
  public static void declare(SharedMarket market, Declaration... all) {
    market.declare(List.of(all));
  }

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
