package africa.soko.model;

import static africa.soko.model.Mismatch.expect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/// What an order costs: a cost rounds up and proceeds round down; of the fee of 150 basis points
/// 100 are the service's and the rest the partner's, which pays no markup to itself (DECISIONS 2,
/// 5, 6). Amounts in cents.
final class Charges {
  private static final BigDecimal CENTS = BigDecimal.valueOf(100);
  private static final long QUOTE_NANOS = Duration.ofSeconds(60).toNanos();

  private Charges() {}

  static long base(long gross) {
    return up(gross, 100);
  }

  static long fee(long gross, boolean isMaster) {
    return isMaster ? base(gross) : up(gross, 150);
  }

  static long gross(BigDecimal units, BigDecimal price, boolean buy) {
    var rounding = buy ? RoundingMode.CEILING : RoundingMode.FLOOR;
    return units.multiply(price).multiply(CENTS).setScale(0, rounding).longValueExact();
  }

  static long total(long gross, boolean isMaster, boolean buy) {
    return buy ? gross + fee(gross, isMaster) : gross - fee(gross, isMaster);
  }

  /// A sale for an amount of cash brings that amount, where the units come to it within a cent.
  static void isWorth(long gross, BigDecimal units, BigDecimal price, boolean buy, boolean cash) {
    long exact = gross(units, price, buy);
    long over = cash && !buy ? 1 : 0;
    expect(gross >= exact && gross <= exact + over, "gross is %d in the model", exact);
  }

  /// Whether a quote may have ended by itself, seen from outside.
  static boolean mayHaveExpired(Account.Issued quote, long nowNanos) {
    return nowNanos - quote.askedNanos() >= QUOTE_NANOS;
  }

  private static long up(long gross, int basisPoints) {
    return (gross * basisPoints + 9_999) / 10_000;
  }
}
