package africa.soko.platform.json;

/// What may be in a text that comes from outside.
public final class TextRules {
  private TextRules() {}

  /// True if the text has no control characters and no half of a surrogate pair.
  public static boolean isClean(String text) {
    // Surrogates that belong together come as one code point, so that a lone one stands out.
    return text.codePoints().noneMatch(TextRules::isForbidden);
  }

  private static boolean isForbidden(int codePoint) {
    return Character.isISOControl(codePoint)
        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }
}
