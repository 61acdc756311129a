package africa.soko.platform.json;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a number may look like wherever a caller writes one: in a body as in a query.
public final class Decimals {
  static final int CHARS_MAX = 64;
  private static final int DECIMALS_MAX = 20;
  private static final int INTEGER_DIGITS_MAX = 20;
  private static final Pattern FORM =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,9})?");

  private Decimals() {}

  /// The number that a text is in JSON, of whatever size; null if it is none there.
  public static @Nullable BigDecimal read(String text) {
    if (text.length() > CHARS_MAX || !FORM.matcher(text).matches()) return null;
    return new BigDecimal(text);
  }

  /// Whether it is no larger and no more precise than any field takes. A text such as 1e999999999
  /// is one object of few bytes here, and must never be written out.
  public static boolean isServed(BigDecimal number) {
    long integerDigits = (long) number.precision() - number.scale();
    return Math.abs((long) number.scale()) <= DECIMALS_MAX && integerDigits <= INTEGER_DIGITS_MAX;
  }
}
