package africa.soko.trading;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Instant;

/// A price as the market gave it.
///
/// @param local per unit, in the instrument's trading currency
/// @param fxRate local units per US dollar
/// @param asOf when the market made it
/// @param stale whether it is older than it should be while the exchange is open
public record Price(
    BigDecimal local, String currency, BigDecimal fxRate, Instant asOf, boolean stale) {

  /// Per unit in US dollars, six decimals.
  public BigDecimal usd() {
    return Rounding.usdPrice(local, fxRate);
  }
}
