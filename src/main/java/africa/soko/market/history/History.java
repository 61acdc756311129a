package africa.soko.market.history;

import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.exchange.TradingSession;
import africa.soko.market.price.MarketQuote;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The past as a view of the market tells it: what has ended comes from the history, the session of
/// the latest quote from that quote. An adjustment of a price is one of its whole past, so that a
/// split leaves no step.
public final class History {
  private final PriceHistory history;
  private final TradingCalendars calendars;
  private final Map<String, BigDecimal> adjustments;
  private final Set<String> unknown;

  public History(PriceHistory history, TradingCalendars calendars) {
    this(history, calendars, Map.of(), Set.of());
  }

  private History(
      PriceHistory history,
      TradingCalendars calendars,
      Map<String, BigDecimal> adjustments,
      Set<String> unknown) {
    this.history = history;
    this.calendars = calendars;
    this.adjustments = adjustments;
    this.unknown = unknown;
  }

  /// Whether this is all that it tells of.
  @SuppressWarnings("ReferenceEquality") // a history is replaced and never changes
  public boolean isOf(PriceHistory other) {
    return history == other;
  }

  /// The same past with what is different on top.
  ///
  /// @param more by symbol, what its prices are multiplied by
  /// @param listed symbols of instruments that have no past here
  public History with(Map<String, BigDecimal> more, Set<String> listed) {
    var all = new HashMap<>(adjustments);
    more.forEach((symbol, factor) -> all.merge(symbol, factor, BigDecimal::multiply));
    all.keySet().removeAll(listed);
    var without = new HashSet<>(unknown);
    without.addAll(listed);
    return new History(history, calendars, Map.copyOf(all), Set.copyOf(without));
  }

  /// The daily candles from one day to another, both included, oldest first; the last one is that
  /// of the latest quote.
  public List<Candle> daily(
      MarketView view, Instrument instrument, LocalDate from, LocalDate to, Instant now) {
    var quote = view.snapshot().quote(instrument.symbol()).orElse(null);
    var latest = latestSession(instrument, quote, now);
    var ended = quote == null && !now.isBefore(latest.close()) ? 0 : 1;
    var candles =
        new ArrayList<>(ended(instrument, from, earlier(to, latest.date().minusDays(ended))));
    if (quote != null && !latest.date().isBefore(from) && !latest.date().isAfter(to)) {
      candles.add(bar(quote));
    }
    return candles;
  }

  /// The day of the last candle that there is.
  public LocalDate lastDay(MarketView view, Instrument instrument, Instant now) {
    var quote = view.snapshot().quote(instrument.symbol()).orElse(null);
    return latestSession(instrument, quote, now).date();
  }

  /// The candle of the session of a quote, up to it.
  public Candle bar(MarketQuote quote) {
    var session = session(quote);
    if (!unknown.contains(quote.symbol())) {
      var known =
          history
              .soFar(quote.instrument(), session, quote.asOf())
              .map(candle -> adjusted(quote.symbol(), candle))
              .filter(candle -> candle.close().compareTo(quote.price()) == 0);
      if (known.isPresent()) return known.get();
    }
    return Candle.of(session.date(), quote.latest());
  }

  /// The candle of the session before that of a quote.
  public Optional<Candle> previous(MarketQuote quote) {
    var day = calendar(quote.instrument()).previousSession(session(quote).date()).date();
    return ended(quote.instrument(), day, day).stream().findFirst();
  }

  /// What was captured last in the session of a quote.
  public Optional<PriceHistory.Capture> captured(MarketQuote quote) {
    if (unknown.contains(quote.symbol())) return Optional.empty();
    return history
        .captured(quote.instrument(), session(quote), quote.asOf())
        .map(
            capture ->
                new PriceHistory.Capture(capture.at(), adjusted(quote.symbol(), capture.bar())));
  }

  private List<Candle> ended(Instrument instrument, LocalDate from, LocalDate to) {
    if (to.isBefore(from) || unknown.contains(instrument.symbol())) return List.of();
    var candles = history.daily(instrument, from, to);
    if (!adjustments.containsKey(instrument.symbol())) return candles;
    return candles.stream().map(candle -> adjusted(instrument.symbol(), candle)).toList();
  }

  private Candle adjusted(String symbol, Candle candle) {
    var factor = adjustments.get(symbol);
    return factor == null ? candle : candle.times(factor);
  }

  private TradingSession latestSession(
      Instrument instrument, @Nullable MarketQuote quote, Instant now) {
    return calendar(instrument).latestSession(quote == null ? now : quote.asOf());
  }

  private TradingSession session(MarketQuote quote) {
    return calendar(quote.instrument()).latestSession(quote.asOf());
  }

  private TradingCalendar calendar(Instrument instrument) {
    return calendars.of(instrument.exchange());
  }

  private static LocalDate earlier(LocalDate a, LocalDate b) {
    return a.isBefore(b) ? a : b;
  }
}
