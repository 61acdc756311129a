package africa.soko.market.history;

import africa.soko.market.history.CandleStore.Changed;
import io.vertx.core.Future;
import java.util.List;

/// Keeps what this node has of the recorded past up to date: it reads on behind what it has read,
/// so that nothing is read twice. One caller at a time.
public final class HistoryReader {
  private final CandleStore store;
  private StoredHistory history = StoredHistory.EMPTY;
  private long lastCandle;
  private long lastCapture;

  public HistoryReader(CandleStore store) {
    this.store = store;
  }

  public StoredHistory history() {
    return history;
  }

  /// Reads the next rows.
  ///
  /// @return whether there may be more
  public Future<Boolean> readOn() {
    return store
        .candlesAfter(lastCandle)
        .compose(candles -> store.capturesAfter(lastCapture).map(bars -> take(candles, bars)));
  }

  private boolean take(
      List<Changed<CandleStore.SymbolCandle>> candles, List<Changed<CandleStore.Captured>> bars) {
    if (!candles.isEmpty()) {
      history = history.with(candles.stream().map(Changed::what).toList());
      lastCandle = candles.getLast().id();
    }
    if (!bars.isEmpty()) {
      history = history.capturing(bars.stream().map(Changed::what).toList());
      lastCapture = bars.getLast().id();
    }
    return candles.size() == CandleStore.ROWS_MAX || bars.size() == CandleStore.ROWS_MAX;
  }
}
