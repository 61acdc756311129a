package africa.soko.market.price;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a feed says of a session up to a price in it, in local currency. What it does not say is
/// null and is not worked out from prices: those that passed unseen are missing among them.
public record DayRange(
    @Nullable BigDecimal open, @Nullable BigDecimal high, @Nullable BigDecimal low) {
  /// Where nothing is said.
  public static final DayRange UNKNOWN = new DayRange(null, null, null);

  public DayRange {
    open = plain(open);
    high = plain(high);
    low = plain(low);
  }

  /// The same of a unit that has become another one, for example half of one.
  DayRange times(BigDecimal factor) {
    return new DayRange(times(open, factor), times(high, factor), times(low, factor));
  }

  private static @Nullable BigDecimal plain(@Nullable BigDecimal price) {
    return price == null ? null : FeedPrice.checked(price);
  }

  private static @Nullable BigDecimal times(@Nullable BigDecimal price, BigDecimal factor) {
    return price == null ? null : Rounding.localPrice(price.multiply(factor));
  }
}
