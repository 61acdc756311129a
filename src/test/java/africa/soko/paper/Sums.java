package africa.soko.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The arithmetic of DECISIONS 2: whole cents, a cost or a fee up, proceeds and units down.
final class Sums {
  static final int BASE_BPS = 100;
  static final int MARKUP_BPS = 50;

  private static final long BPS = 10_000;
  private static final int CENTS = 2;
  private static final int DECIMALS = 6;

  private Sums() {}

  /// Of one unit, in dollars.
  static BigDecimal usd(BigDecimal local, BigDecimal rate) {
    return local.divide(rate, DECIMALS, RoundingMode.HALF_EVEN);
  }

  static long up(BigDecimal dollars) {
    return dollars.movePointRight(CENTS).setScale(0, RoundingMode.CEILING).longValueExact();
  }

  static long down(BigDecimal dollars) {
    return dollars.movePointRight(CENTS).setScale(0, RoundingMode.FLOOR).longValueExact();
  }

  static BigDecimal dollars(long cents) {
    return BigDecimal.valueOf(cents, CENTS);
  }

  /// How many units so many cents come to.
  static BigDecimal units(long cents, BigDecimal usd) {
    return dollars(cents).divide(usd, DECIMALS, RoundingMode.FLOOR);
  }

  static long fee(long gross, int bps) {
    return Math.ceilDiv(gross * bps, BPS);
  }

  /// The most that leaves room for its fee in an amount.
  static long grossWithin(long cents, int bps) {
    long gross = cents * BPS / (BPS + bps) + 1;
    while (gross + fee(gross, bps) > cents) gross--;
    return gross;
  }

  /// The part of a cost in micro-dollars that falls on some of the units.
  static long share(long micros, BigDecimal part, BigDecimal whole) {
    return BigDecimal.valueOf(micros)
        .multiply(part)
        .divide(whole, 0, RoundingMode.FLOOR)
        .longValueExact();
  }

  static BigDecimal ratio(BigDecimal dividend, BigDecimal divisor) {
    return dividend.divide(divisor, DECIMALS, RoundingMode.HALF_EVEN);
  }

  static BigDecimal floor(BigDecimal number, int decimals) {
    return number.setScale(decimals, RoundingMode.FLOOR);
  }

  static String text(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
