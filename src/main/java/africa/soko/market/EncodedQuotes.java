package africa.soko.market;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The quotes of one snapshot, each encoded once as fresh and once as stale, so that answering
/// takes a look-up and a comparison of times. Immutable where `T` is.
///
/// @param <T> what a body is encoded as, for example a buffer of JSON
public final class EncodedQuotes<T> {
  private record Entry<T>(MarketQuote quote, T fresh, T stale) {}

  private final MarketSnapshot snapshot;
  private final Map<String, Entry<T>> entries;

  public EncodedQuotes(MarketSnapshot snapshot, Function<QuoteBody, T> encoder) {
    this.snapshot = snapshot;
    this.entries = HashMap.newHashMap(snapshot.quotes().size());
    for (var quote : snapshot.quotes()) {
      var fresh = encoder.apply(quote.body(false));
      var stale = encoder.apply(quote.body(true));
      entries.put(quote.symbol(), new Entry<>(quote, fresh, stale));
    }
  }

  public MarketSnapshot snapshot() {
    return snapshot;
  }

  /// The encoded quote of a full symbol in upper case, as it reads at `now`.
  public Optional<T> quote(String symbol, Instant now) {
    var entry = entries.get(symbol);
    if (entry == null) return Optional.empty();
    return Optional.of(entry.quote().isStaleAt(now) ? entry.stale() : entry.fresh());
  }
}
