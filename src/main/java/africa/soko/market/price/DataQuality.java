package africa.soko.market.price;

/// Where a price comes from. The built-in feed only ever says `SIMULATED`, and no other does. A
/// delayed price that is older than it should be reads as `STALE`.
public enum DataQuality {
  DELAYED,
  EOD,
  STALE,
  SIMULATED
}
