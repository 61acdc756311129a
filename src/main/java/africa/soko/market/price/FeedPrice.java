package africa.soko.market.price;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Instant;

/// One price as a feed gives it, in local currency.
///
/// @param price above zero, at most six decimals
/// @param previousClose the last price of the session before
/// @param volume units traded so far in the session of `asOf`
/// @param range what is known of that session beside the price
public record FeedPrice(
    String symbol,
    BigDecimal price,
    BigDecimal previousClose,
    long volume,
    Instant asOf,
    DataQuality dataQuality,
    DayRange range) {
  private static final int DECIMALS_MAX = 6;

  public FeedPrice {
    price = checked(price);
    previousClose = checked(previousClose);
    if (volume < 0) throw new IllegalArgumentException("A volume is not negative");
  }

  /// A price without a word about its session.
  public FeedPrice(
      String symbol,
      BigDecimal price,
      BigDecimal previousClose,
      long volume,
      Instant asOf,
      DataQuality dataQuality) {
    this(symbol, price, previousClose, volume, asOf, dataQuality, DayRange.UNKNOWN);
  }

  /// The price of a unit that has become another one, for example half of one.
  public FeedPrice times(BigDecimal factor) {
    return new FeedPrice(
        symbol,
        Rounding.localPrice(price.multiply(factor)),
        Rounding.localPrice(previousClose.multiply(factor)),
        volume,
        asOf,
        dataQuality,
        range.times(factor));
  }

  static BigDecimal checked(BigDecimal price) {
    var plain = Rounding.plain(price);
    if (plain.signum() <= 0 || plain.scale() > DECIMALS_MAX) {
      throw new IllegalArgumentException("Not a price: " + price);
    }
    return plain;
  }
}
