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

  /// The same of another millisecond.
  public Ulid at(Instant moment) {
    return new Ulid(moment.toEpochMilli(), high, low);
  }

  /// The identifier `steps` after this one within its millisecond.
  public Ulid plus(long steps) {
    return new Ulid(millis, high, low + steps);
  }

  /// The text of the identifier after the one of a text.
  public static String after(String text) {
    return after(text, 1);
  }

  /// The text of the identifier before the one of a text.
  public static String before(String text) {
    return after(text, -1);
  }

  /// The text of the identifier some steps after the one of a text, or before it.
  public static String after(String text, int steps) {
    var digits = text.toCharArray();
    for (int i = LENGTH - 1, rest = steps; i >= TIME_CHARS && rest != 0; i--) {
      rest += DIGITS.indexOf(digits[i]);
      digits[i] = ALPHABET[rest & 31];
      rest >>= 5;
    }
    return new String(digits);
  }

  /// How many steps one identifier is after another of the same base; their texts may have the same
  /// prefix.
  public static int steps(String from, String to) {
    int steps = 0;
    for (int i = from.length() - 4; i < from.length(); i++) {
      steps = (steps << 5) + DIGITS.indexOf(to.charAt(i)) - DIGITS.indexOf(from.charAt(i));
    }
    return steps;
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
