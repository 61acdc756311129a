package africa.soko.trading;

import africa.soko.platform.money.Usd;

/// Whether an order buys or sells.
public enum Side {
  BUY,
  SELL;

  /// What a BUY costs, or what a SELL brings, fees accounted for.
  public Usd total(Usd gross, Usd fee) {
    return this == BUY ? gross.plus(fee) : gross.minus(fee);
  }
}
