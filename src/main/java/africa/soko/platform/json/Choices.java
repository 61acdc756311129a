package africa.soko.platform.json;

import java.util.Collection;

/// Names that a caller may choose from, as an error tells them.
public final class Choices {
  private Choices() {}

  /// Completes "status must be …".
  public static String of(Collection<String> names) {
    return (names.size() == 1 ? "" : "one of ") + String.join(", ", names);
  }
}
