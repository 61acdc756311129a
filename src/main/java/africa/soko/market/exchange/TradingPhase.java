package africa.soko.market.exchange;

/// The state of an exchange by its calendar. A halt is not a phase: it lies over any of them.
public enum TradingPhase {
  OPEN,
  CLOSED,
  /// The whole of a listed holiday, in the exchange's zone, weekends too.
  HOLIDAY
}
