package africa.soko.market.price;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.fx.FxTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Every latest price and rate at one moment. It never changes and may be read from any thread;
/// what changes makes a new snapshot, and what changes nothing makes none.
public final class MarketSnapshot {
  private final Instant asOf;
  private final InstrumentCatalogue catalogue;
  private final TradingCalendars calendars;
  private final FxTable fx;
  private final Map<String, MarketQuote> quotes;

  private MarketSnapshot(
      InstrumentCatalogue catalogue,
      TradingCalendars calendars,
      FxTable fx,
      Map<String, MarketQuote> quotes) {
    this.catalogue = catalogue;
    this.calendars = calendars;
    this.fx = fx;
    this.quotes = Collections.unmodifiableMap(quotes);
    this.asOf =
        quotes.values().stream()
            .map(MarketQuote::asOf)
            .max(Comparator.naturalOrder())
            .filter(newest -> newest.isAfter(fx.asOf()))
            .orElse(fx.asOf());
  }

  /// A snapshot without a price.
  public static MarketSnapshot empty(
      InstrumentCatalogue catalogue, TradingCalendars calendars, FxTable fx) {
    return new MarketSnapshot(catalogue, calendars, fx, Map.of());
  }

  /// This snapshot with newer prices. A price of an unknown symbol, and one that is older than the
  /// price already here, is left out.
  public MarketSnapshot with(Collection<FeedPrice> prices) {
    var next = new TreeMap<>(quotes);
    var changed = false;
    for (var price : prices) {
      var instrument = catalogue.find(price.symbol());
      if (instrument.isEmpty() || !isNews(price, next.get(instrument.get().symbol()))) continue;
      var calendar = calendars.of(instrument.get().exchange());
      next.put(instrument.get().symbol(), new MarketQuote(instrument.get(), price, calendar));
      changed = true;
    }
    return changed ? new MarketSnapshot(catalogue, calendars, fx, next) : this;
  }

  /// This snapshot with another table of rates.
  public MarketSnapshot with(FxTable table) {
    if (table.equals(fx)) return this;
    return new MarketSnapshot(catalogue, calendars, table, quotes);
  }

  /// The same rates and calendars with other instruments and their prices.
  public MarketSnapshot of(InstrumentCatalogue instruments, Collection<FeedPrice> prices) {
    return new MarketSnapshot(instruments, calendars, fx, Map.of()).with(prices);
  }

  /// The instruments that the prices are of.
  public InstrumentCatalogue catalogue() {
    return catalogue;
  }

  /// The time of the newest price or rate in it.
  public Instant asOf() {
    return asOf;
  }

  public FxTable fx() {
    return fx;
  }

  /// The quote of a full symbol in upper case, as [Instrument#symbol] gives it.
  public Optional<MarketQuote> quote(String symbol) {
    return Optional.ofNullable(quotes.get(symbol));
  }

  /// Every quote, in the order of the symbols.
  public Collection<MarketQuote> quotes() {
    return quotes.values();
  }

  /// Local units of the instrument's currency per one USD; empty without a price or a rate.
  public Optional<BigDecimal> fxRate(String symbol) {
    return quote(symbol).flatMap(quote -> fx.rate(quote.instrument().currency()));
  }

  private static boolean isNews(FeedPrice price, @Nullable MarketQuote present) {
    if (present == null) return true;
    return !price.asOf().isBefore(present.asOf()) && !price.equals(present.latest());
  }
}
