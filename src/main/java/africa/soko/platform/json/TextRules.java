package africa.soko.platform.json;

/// What may be in a text that comes from outside.
public final class TextRules {
  private TextRules() {}

  /// True if the text has no control characters and no half of a surrogate pair.
  public static boolean isClean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) return false;
      if (!Character.isSurrogate(c)) continue;
      boolean paired =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!paired) return false;
      i++;
    }
    return true;
  }
}
