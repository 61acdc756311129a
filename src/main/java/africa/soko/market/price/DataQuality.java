package africa.soko.market.price;

/// Where a price comes from. The built-in feed only ever says `SIMULATED`.
public enum DataQuality {
  DELAYED,
  EOD,
  STALE,
  SIMULATED
}
