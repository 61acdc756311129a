package africa.soko.market;

import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.Holidays;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.exchange.TradingPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// What every other part of the service knows of the market. It may be asked from any thread and
/// never waits: what changes is swapped as one immutable view.
public final class Market {
  /// How often prices are refreshed while an exchange is open (SPEC, Core rules 5).
  public static final Duration REFRESH = SimulatedFeed.SLOT;

  private final Exchanges exchanges;
  private final TradingCalendars calendars;
  private final InstrumentCatalogue catalogue;
  private volatile MarketView view;

  private Market(
      Exchanges exchanges, TradingCalendars calendars, InstrumentCatalogue catalogue, FxTable fx) {
    this.exchanges = exchanges;
    this.calendars = calendars;
    this.catalogue = catalogue;
    var empty = MarketSnapshot.empty(catalogue, calendars, fx);
    view = MarketView.of(empty, calendars, Map.of(), Set.of());
  }

  /// The exchanges, instruments and rates that ship with the program, without a price.
  public static Market load(Instant now) {
    var exchanges = Exchanges.load();
    var calendars = new TradingCalendars(exchanges, Holidays.load());
    return new Market(exchanges, calendars, InstrumentCatalogue.load(exchanges), FxTable.load(now));
  }

  /// The latest prices and rates.
  public MarketSnapshot snapshot() {
    return view.snapshot();
  }

  public InstrumentCatalogue catalogue() {
    return catalogue;
  }

  public TradingCalendars calendars() {
    return calendars;
  }

  public Exchanges exchanges() {
    return exchanges;
  }

  /// True while an operator keeps the exchange closed.
  public boolean halted(Exchange exchange) {
    return view.halted().contains(exchange.code());
  }

  /// The phase as callers see it: a halted exchange counts as closed.
  public TradingPhase phaseAt(Exchange exchange, Instant at) {
    var phase = calendars.of(exchange).phaseAt(at);
    return phase == TradingPhase.OPEN && halted(exchange) ? TradingPhase.CLOSED : phase;
  }

  MarketView view() {
    return view;
  }

  /// Swaps the view if anything in it differs.
  ///
  /// @param slots the slot of which each exchange's prices are, by its start
  void publish(MarketSnapshot snapshot, Map<String, Instant> slots, Set<String> halted) {
    if (view.shows(snapshot, slots, halted)) return;
    view = MarketView.of(snapshot, calendars, slots, halted);
  }
}
