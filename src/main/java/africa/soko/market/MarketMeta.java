package africa.soko.market;

import africa.soko.market.price.PriceFeed;
import java.time.Instant;

/// @param asOf when the prices were last refreshed
/// @param refreshMinutes how often they are while an exchange is open
public record MarketMeta(Instant asOf, long refreshMinutes) {
  static MarketMeta at(Instant asOf) {
    return new MarketMeta(asOf, PriceFeed.REFRESH.toMinutes());
  }
}
