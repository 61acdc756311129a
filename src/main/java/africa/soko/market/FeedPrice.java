package africa.soko.market;

import java.math.BigDecimal;
import java.time.Instant;

/// One price as a feed gives it, in local currency.
///
/// @param price above zero, at most six decimals
/// @param previousClose the last price of the session before
/// @param volume units traded so far in the session of `asOf`
public record FeedPrice(
    String symbol,
    BigDecimal price,
    BigDecimal previousClose,
    long volume,
    Instant asOf,
    DataQuality dataQuality) {
  private static final int DECIMALS_MAX = 6;

  public FeedPrice {
    price = checked(price);
    previousClose = checked(previousClose);
    if (volume < 0) throw new IllegalArgumentException("A volume is not negative");
  }

  private static BigDecimal checked(BigDecimal price) {
    var plain = price.stripTrailingZeros();
    if (plain.signum() <= 0 || plain.scale() > DECIMALS_MAX) {
      throw new IllegalArgumentException("Not a price: " + price);
    }
    return plain.scale() < 0 ? plain.setScale(0) : plain;
  }
}
