package africa.soko.trading;

/// Whether an order buys or sells.
public enum Side {
  BUY,
  SELL
}
