package africa.soko.market.history;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingSession;
import africa.soko.market.history.CandleStore.Captured;
import africa.soko.market.history.CandleStore.SymbolCandle;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The past of real prices, as far as it was recorded. It never changes; what is recorded makes a
/// new one, which shares with it what is the same.
public final class StoredHistory implements PriceHistory {
  static final StoredHistory EMPTY = new StoredHistory(Map.of(), Map.of());

  private final Map<String, CandleBlock> candles;
  private final Map<String, Capture> captures;

  private StoredHistory(Map<String, CandleBlock> candles, Map<String, Capture> captures) {
    this.candles = candles;
    this.captures = captures;
  }

  StoredHistory with(List<SymbolCandle> written) {
    var bySymbol = new HashMap<String, List<Candle>>();
    for (var each : written) {
      bySymbol.computeIfAbsent(each.symbol(), _ -> new ArrayList<>()).add(each.candle());
    }
    var next = new HashMap<>(candles);
    bySymbol.forEach((symbol, more) -> next.put(symbol, merged(candles.get(symbol), more)));
    return new StoredHistory(next, captures);
  }

  StoredHistory capturing(List<Captured> bars) {
    var next = new HashMap<>(captures);
    for (var each : bars) next.put(each.symbol(), each.capture());
    return new StoredHistory(candles, next);
  }

  @Override
  public List<Candle> daily(Instrument instrument, LocalDate from, LocalDate to) {
    var block = candles.get(instrument.symbol());
    if (block == null) return List.of();
    var found = new ArrayList<Candle>();
    block.each(from, to, found::add);
    return found;
  }

  /// A price of a real feed says itself what is known of its session.
  @Override
  public Optional<Candle> soFar(Instrument instrument, TradingSession session, Instant at) {
    return Optional.empty();
  }

  @Override
  public Optional<Capture> captured(Instrument instrument, TradingSession session, Instant at) {
    return Optional.ofNullable(captures.get(instrument.symbol()))
        .filter(capture -> capture.bar().date().equals(session.date()));
  }

  private static CandleBlock merged(@Nullable CandleBlock block, List<Candle> more) {
    var byDate = new TreeMap<LocalDate, Candle>();
    if (block != null)
      block.each(LocalDate.MIN, LocalDate.MAX, each -> byDate.put(each.date(), each));
    for (var each : more) byDate.put(each.date(), each);
    return new CandleBlock(List.copyOf(byDate.values()));
  }
}
