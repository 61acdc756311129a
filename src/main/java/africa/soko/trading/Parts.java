package africa.soko.trading;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Duration;

/// How the desk cuts an order: what it fills at a time, and how long the next part waits.
///
/// @param percent of the order's quantity, 100 for the whole
/// @param pace in the hours of the desk
public record Parts(int percent, Duration pace) {
  public static final Parts WHOLE = new Parts(100, Duration.ZERO);

  private static final int WHOLE_PERCENT = 100;

  public Parts {
    if (percent < WHOLE_PERCENT && pace.isZero()) {
      throw new IllegalArgumentException("A part that waits for nothing is no part");
    }
  }

  public boolean isWhole() {
    return percent == WHOLE_PERCENT;
  }

  /// Units of one part.
  ///
  /// @param decimals of what can be traded: 0 where units are whole
  public BigDecimal of(BigDecimal quantity, int decimals) {
    return Rounding.part(quantity, percent, decimals);
  }
}
