package africa.soko.market;

import africa.soko.edge.Environment;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.Holidays;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.fx.FxTable;
import africa.soko.market.history.History;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.MarketQuote;
import africa.soko.market.price.MarketSnapshot;
import africa.soko.market.words.Articles;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// The market of this process as it is before any environment or partner differs. It may be asked
/// from any thread and never waits: what changes is swapped as one immutable view.
public final class SharedMarket {
  private final Exchanges exchanges;
  private final TradingCalendars calendars;
  // Replaced by whoever publishes, before the view is.
  private volatile History past;
  private volatile MarketView view;
  private volatile Declared declared = new Declared(List.of(), Map.of());

  private record Declared(List<Declaration> all, Map<Environment, Overlay> overlays) {}

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
    var view = MarketView.of(0, empty, calendars, Map.of(), past, Articles.NONE);
    return new SharedMarket(exchanges, calendars, past, view);
  }

  public Exchanges exchanges() {
    return exchanges;
  }

  Exchange exchange(String code) {
    return exchanges.byCode(code).orElseThrow();
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
  void publish(long set, MarketSnapshot snapshot, Map<String, Instant> slots) {
    publish(set, snapshot, slots, view.articles());
  }

  /// The same with what operators have published.
  void publish(long set, MarketSnapshot snapshot, Map<String, Instant> slots, Articles articles) {
    if (view.shows(set, snapshot, slots, past, articles)) return;
    view = MarketView.of(set, snapshot, calendars, slots, past, articles);
  }

  /// What operators have declared to be different in an environment.
  Overlay declared(Environment environment) {
    return declared.overlays.getOrDefault(environment, Overlay.NONE);
  }

  /// Replaces everything that operators have declared.
  void declare(List<Declaration> all) {
    if (all.equals(declared.all)) return;
    if (declareDays(all)) {
      // When a price turns stale, and when it is replaced, hangs on the days.
      var prices = view.snapshot().quotes().stream().map(MarketQuote::latest).toList();
      var snapshot = view.snapshot().of(view.catalogue(), prices);
      view = MarketView.of(view.set(), snapshot, calendars, view.slots(), past, view.articles());
    }
    var overlays = new EnumMap<Environment, Overlay>(Environment.class);
    for (var each : Environment.values()) overlays.put(each, overlay(each, all));
    declared = new Declared(List.copyOf(all), overlays);
  }

  private boolean declareDays(List<Declaration> all) {
    var changed = false;
    for (var exchange : exchanges.all()) {
      var days = new HashMap<LocalDate, HolidayOverride>();
      for (var each : all) {
        if (each.date() == null || !each.subject().equals(exchange.code())) continue;
        var trades = each.kind() == Declaration.Kind.TRADING_DAY;
        var reason = Objects.requireNonNullElse(each.reason(), "");
        days.put(each.date(), new HolidayOverride(exchange.code(), each.date(), trades, reason));
      }
      changed |= calendars.of(exchange).declare(days);
    }
    return changed;
  }

  private static Overlay overlay(Environment environment, List<Declaration> all) {
    var halted = new HashSet<String>();
    var statuses = new HashMap<String, InstrumentStatus>();
    for (var each : all) {
      if (each.environment() != environment) continue;
      if (each.kind() == Declaration.Kind.HALT) halted.add(each.subject());
      else statuses.put(each.subject(), InstrumentStatus.SUSPENDED);
    }
    return new Overlay(halted, statuses, Map.of(), List.of());
  }
}
