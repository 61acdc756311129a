package africa.soko.platform.json;

import org.jspecify.annotations.Nullable;

/// A text that is not the JSON that was asked for. It has no stack trace: it says something about
/// the input, not about the program.
public final class ShapeFault extends RuntimeException {

  /// What is wrong with the input.
  public enum Kind {
    /// A value of another JSON type than the field has.
    WRONG_TYPE,
    /// A required field is absent or null.
    MISSING,
    /// Anything else: not JSON at all, an unknown or repeated field, a value out of range.
    INVALID
  }

  private final Kind kind;
  private final @Nullable String param;

  ShapeFault(Kind kind, @Nullable String param, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.param = param;
  }

  public Kind kind() {
    return kind;
  }

  /// The path of the field at fault (`legs[2].quantity`), or null where it is the whole text.
  public @Nullable String param() {
    return param;
  }

  @Override
  public String getMessage() {
    var message = super.getMessage();
    return message == null ? "" : message;
  }
}
