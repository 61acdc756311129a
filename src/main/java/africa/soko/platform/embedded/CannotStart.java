package africa.soko.platform.embedded;

import org.jspecify.annotations.Nullable;

/// Something that the service stands on cannot be had. The message says why in words meant for the
/// person at the keyboard; a caller prints it without a stack trace.
public final class CannotStart extends RuntimeException {
  public CannotStart(String message) {
    super(message);
  }

  public CannotStart(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
