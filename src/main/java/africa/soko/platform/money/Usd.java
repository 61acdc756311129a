package africa.soko.platform.money;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;

/// An amount in US dollars, kept as whole micro-dollars (a millionth of a dollar).
///
/// Arithmetic is exact: an overflow throws, nothing is ever rounded here. Rounding is the work of
/// [Rounding] alone.
public record Usd(long micros) implements Comparable<Usd> {
  public static final Usd ZERO = new Usd(0);
  public static final Usd CENT = new Usd(10_000);
  static final int SCALE = 6;

  /// @throws ArithmeticException if the amount has more than six decimals or does not fit
  @JsonCreator
  public static Usd of(BigDecimal dollars) {
    return new Usd(dollars.movePointRight(SCALE).longValueExact());
  }

  public static Usd of(String dollars) {
    return of(new BigDecimal(dollars));
  }

  public static Usd cents(long cents) {
    return new Usd(Math.multiplyExact(cents, CENT.micros));
  }

  public Usd plus(Usd other) {
    return new Usd(Math.addExact(micros, other.micros));
  }

  public Usd minus(Usd other) {
    return new Usd(Math.subtractExact(micros, other.micros));
  }

  public Usd negated() {
    return new Usd(Math.negateExact(micros));
  }

  public Usd orZero() {
    return micros < 0 ? ZERO : this;
  }

  public Usd min(Usd other) {
    return micros <= other.micros ? this : other;
  }

  /// Whether it is a whole number of cents, as everything that is posted must be.
  public boolean isWholeCents() {
    return micros % CENT.micros == 0;
  }

  public boolean covers(Usd cost) {
    return micros >= cost.micros;
  }

  public boolean isPositive() {
    return micros > 0;
  }

  public boolean isZero() {
    return micros == 0;
  }

  /// The amount in dollars, without trailing zeros and without an exponent.
  @JsonValue
  public BigDecimal dollars() {
    return Rounding.plain(BigDecimal.valueOf(micros, SCALE));
  }

  @Override
  public int compareTo(Usd other) {
    return Long.compare(micros, other.micros);
  }

  @Override
  public String toString() {
    return dollars().toPlainString();
  }
}
