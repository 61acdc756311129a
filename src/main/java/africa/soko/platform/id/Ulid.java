package africa.soko.platform.id;

import java.time.Instant;
import java.util.OptionalLong;

/// A ULID: 48 bits of milliseconds and 80 bits that keep apart what happens in the same
/// millisecond. Its text is 26 characters of Crockford's base 32 and sorts as the value does.
public record Ulid(long millis, int high, long low) {
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final char[] ALPHABET = DIGITS.toCharArray();
  private static final int TIME_CHARS = 10;
  private static final int LENGTH = 26;

  /// The first of a moment.
  public static Ulid firstOf(Instant moment) {
    return new Ulid(Math.max(moment.toEpochMilli(), 0), 0, 0);
  }

  /// The identifier `steps` after this one within its millisecond.
  public Ulid plus(long steps) {
    return new Ulid(millis, high, low + steps);
  }

  /// The text of the identifier after the one of a text.
  public static String after(String text) {
    return step(text, 1);
  }

  /// The text of the identifier before the one of a text.
  public static String before(String text) {
    return step(text, -1);
  }

  private static String step(String text, int step) {
    var digits = text.toCharArray();
    for (int i = LENGTH - 1; i >= TIME_CHARS; i--) {
      var digit = DIGITS.indexOf(digits[i]) + step;
      digits[i] = ALPHABET[digit & 31];
      if (digit >= 0 && digit < ALPHABET.length) break;
    }
    return new String(digits);
  }

  /// When the ULID of a text was made, in milliseconds; empty if the text is none.
  public static OptionalLong millisOf(String text) {
    if (text.length() != LENGTH) return OptionalLong.empty();
    long millis = 0;
    for (int i = 0; i < LENGTH; i++) {
      var digit = DIGITS.indexOf(text.charAt(i));
      if (digit < 0) return OptionalLong.empty();
      if (i < TIME_CHARS) millis = millis << 5 | digit;
    }
    return millis >>> 48 == 0 ? OptionalLong.of(millis) : OptionalLong.empty();
  }

  @Override
  public String toString() {
    var text = new char[LENGTH];
    for (int i = 0; i < TIME_CHARS; i++) {
      text[i] = ALPHABET[(int) (millis >>> (45 - 5 * i)) & 31];
    }
    // 80 bits: the 16 of `high`, then the 64 of `low`.
    for (int i = 0; i < LENGTH - TIME_CHARS; i++) {
      text[TIME_CHARS + i] = ALPHABET[fiveBits(75 - 5 * i)];
    }
    return new String(text);
  }

  private int fiveBits(int shift) {
    if (shift >= 64) return (high >>> (shift - 64)) & 31;
    var bits = low >>> shift;
    if (shift > 59) bits |= (long) high << (64 - shift);
    return (int) bits & 31;
  }
}
