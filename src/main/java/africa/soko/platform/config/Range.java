package africa.soko.platform.config;

import java.util.regex.Pattern;

/// Whole numbers from `min` to `max`, both included; written `60-300`, or `5` for exactly five.
public record Range(int min, int max) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  public Range {
    if (min < 0 || max < min) throw new IllegalArgumentException(min + "-" + max);
  }

  /// @throws IllegalArgumentException if the text is no range
  public static Range parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) throw new IllegalArgumentException(text);
    int min = Integer.parseInt(form.group(1));
    return new Range(min, form.group(2) == null ? min : Integer.parseInt(form.group(2)));
  }
}
