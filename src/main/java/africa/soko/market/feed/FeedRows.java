package africa.soko.market.feed;

import africa.soko.market.history.CandleStore.SymbolCandle;
import java.util.List;

/// What was read from one file, or one answer.
///
/// @param name which it was, for the log
/// @param candles of sessions that have ended, from a file of the past
/// @param faults what is wrong with each row that is not among the others, in words
public record FeedRows(
    String name, List<FeedRow> rows, List<SymbolCandle> candles, List<String> faults) {
  public FeedRows {
    rows = List.copyOf(rows);
    candles = List.copyOf(candles);
    faults = List.copyOf(faults);
  }

  /// Prices alone.
  FeedRows(String name, List<FeedRow> rows, List<String> faults) {
    this(name, rows, List.of(), faults);
  }

  int count() {
    return rows.size() + candles.size();
  }
}
