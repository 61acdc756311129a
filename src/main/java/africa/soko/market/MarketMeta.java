package africa.soko.market;

import java.time.Instant;

/// @param asOf when the prices were last refreshed
/// @param refreshMinutes how often they are while an exchange is open
record MarketMeta(Instant asOf, long refreshMinutes) {
  static MarketMeta at(Instant asOf) {
    return new MarketMeta(asOf, Market.REFRESH.toMinutes());
  }
}
