package africa.soko.market;

import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.Holidays;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.fx.FxTable;
import africa.soko.market.history.History;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.MarketSnapshot;
import africa.soko.market.words.Articles;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// The market of this process as it is before any environment or partner differs. It may be asked
/// from any thread and never waits: what changes is swapped as one immutable view.
public final class SharedMarket {
  private final Exchanges exchanges;
  private final TradingCalendars calendars;
  // Replaced by whoever publishes, before the view is.
  private volatile History past;
  private volatile MarketView view;

  private SharedMarket(
      Exchanges exchanges, TradingCalendars calendars, History past, MarketView view) {
    this.exchanges = exchanges;
    this.calendars = calendars;
    this.past = past;
    this.view = view;
  }

  /// The exchanges, instruments and rates that ship with the program, without a price.
  ///
  /// @param history what is known of the past, made of the calendars
  public static SharedMarket load(Instant now, Function<TradingCalendars, PriceHistory> history) {
    var exchanges = Exchanges.load();
    var calendars = new TradingCalendars(exchanges, Holidays.load());
    var catalogue = InstrumentCatalogue.load(exchanges);
    var empty = MarketSnapshot.empty(catalogue, calendars, FxTable.load(now));
    var past = new History(history.apply(calendars), calendars);
    var view = MarketView.of(0, empty, calendars, Map.of(), Set.of(), past, Articles.NONE);
    return new SharedMarket(exchanges, calendars, past, view);
  }

  public Exchanges exchanges() {
    return exchanges;
  }

  public TradingCalendars calendars() {
    return calendars;
  }

  public MarketView view() {
    return view;
  }

  /// Replaces what is known of the past, from the next view on.
  void remember(PriceHistory history) {
    if (past.isOf(history)) return;
    past = new History(history, calendars);
  }

  /// Swaps the view if anything in it differs.
  ///
  /// @param set the last published set of prices that is in the snapshot
  /// @param slots the slot of which each exchange's prices are, by its start
  void publish(long set, MarketSnapshot snapshot, Map<String, Instant> slots, Set<String> halted) {
    publish(set, snapshot, slots, halted, view.articles());
  }

  /// The same with what operators have published.
  void publish(
      long set,
      MarketSnapshot snapshot,
      Map<String, Instant> slots,
      Set<String> halted,
      Articles articles) {
    if (view.shows(set, snapshot, slots, halted, past, articles)) return;
    view = MarketView.of(set, snapshot, calendars, slots, halted, past, articles);
  }
}
