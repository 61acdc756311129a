package africa.soko.platform.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The one place that rounds. A cost or a fee rounds up, proceeds and quantities round down, a
/// conversion rounds half-even; what is posted is a whole number of cents.
public final class Rounding {
  private static final int CENT_DECIMALS = 2;
  private static final int UNIT_DECIMALS = 6;
  private static final int PERCENT_DECIMALS = 2;
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal BPS_PER_ONE = BigDecimal.valueOf(10_000);

  private Rounding() {}

  /// What a buyer pays: whole cents, up.
  public static Usd cost(BigDecimal dollars) {
    return Usd.of(dollars.setScale(CENT_DECIMALS, RoundingMode.CEILING));
  }

  /// What a seller gets: whole cents, down.
  public static Usd proceeds(BigDecimal dollars) {
    return Usd.of(dollars.setScale(CENT_DECIMALS, RoundingMode.FLOOR));
  }

  /// A share of an amount in basis points: whole cents, up.
  public static Usd fee(Usd amount, int bps) {
    return cost(amount.dollars().multiply(BigDecimal.valueOf(bps)).divide(BPS_PER_ONE));
  }

  /// A local amount in dollars at a rate of local units per dollar: whole cents, half-even.
  public static Usd convert(BigDecimal local, BigDecimal rate) {
    return Usd.of(local.divide(rate, CENT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// A local price in dollars at a rate of local units per dollar: six decimals, half-even.
  public static BigDecimal usdPrice(BigDecimal local, BigDecimal rate) {
    return plain(local.divide(rate, UNIT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// A number with at most so many decimals, half-even; its zeros stay.
  public static BigDecimal nearest(BigDecimal number, int decimals) {
    return number.setScale(decimals, RoundingMode.HALF_EVEN);
  }

  /// The nearest whole number of steps, half-even.
  public static BigDecimal toStep(BigDecimal number, BigDecimal step) {
    return number.divide(step, 0, RoundingMode.HALF_EVEN).multiply(step);
  }

  /// A local price: six decimals, half-even.
  public static BigDecimal localPrice(BigDecimal local) {
    return plain(local.setScale(UNIT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// A part of a whole in percent: two decimals, half-even.
  public static BigDecimal percent(BigDecimal part, BigDecimal whole) {
    return plain(part.movePointRight(2).divide(whole, PERCENT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// The market value of a position: whole cents, half-even.
  public static Usd value(BigDecimal dollars) {
    return Usd.of(dollars.setScale(CENT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// How many units an amount buys at a unit price: six decimals, down.
  public static BigDecimal units(Usd amount, BigDecimal unitPrice) {
    return plain(amount.dollars().divide(unitPrice, UNIT_DECIMALS, RoundingMode.FLOOR));
  }

  /// The quotient of two numbers with six decimals, half-even.
  public static BigDecimal ratio(BigDecimal dividend, BigDecimal divisor) {
    return plain(dividend.divide(divisor, UNIT_DECIMALS, RoundingMode.HALF_EVEN));
  }

  /// The part of an amount that goes to a part of a whole: whole micros, down.
  public static Usd share(Usd amount, BigDecimal part, BigDecimal whole) {
    var micros = BigDecimal.valueOf(amount.micros()).multiply(part);
    return new Usd(micros.divide(whole, 0, RoundingMode.FLOOR).longValueExact());
  }

  /// So many percent of a number of units: down to so many decimals, at least the smallest number
  /// that has them.
  public static BigDecimal part(BigDecimal units, int percent, int decimals) {
    var exact = units.multiply(BigDecimal.valueOf(percent, PERCENT_DECIMALS));
    return plain(exact.setScale(decimals, RoundingMode.FLOOR).max(BigDecimal.valueOf(1, decimals)));
  }

  /// Half of a number of units: whole units, down.
  public static BigDecimal half(BigDecimal units) {
    return units.divide(TWO, 0, RoundingMode.FLOOR);
  }

  /// The same number without trailing zeros and without a negative scale.
  public static BigDecimal plain(BigDecimal number) {
    var stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
