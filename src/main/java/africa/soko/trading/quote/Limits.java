package africa.soko.trading.quote;

import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import java.math.BigDecimal;

/// Bounds that keep every amount far from where arithmetic could overflow.
public final class Limits {
  public static final Usd ORDER_MAX = Usd.of("1000000000");

  /// Prices move between acceptance and fill, though not a thousandfold.
  public static final Usd FILL_MAX = Usd.of("1000000000000");

  private Limits() {}

  /// Whether an order is worth more than [#ORDER_MAX]; whatever is not can be valued.
  static boolean isBeyond(Size size, Price price) {
    return switch (size) {
      case Size.Units(var quantity) -> isBeyond(ORDER_MAX, quantity, price.usd());
      case Size.Cash(var value) -> value.compareTo(ORDER_MAX) > 0;
    };
  }

  public static boolean isBeyond(Usd limit, BigDecimal units, BigDecimal usdPrice) {
    return units.multiply(usdPrice).compareTo(limit.dollars()) > 0;
  }
}
