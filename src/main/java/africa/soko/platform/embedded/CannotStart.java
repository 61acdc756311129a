package africa.soko.platform.embedded;

import org.jspecify.annotations.Nullable;

/// The servers of the data directory cannot be started. The message says why in words meant for the
/// person at the keyboard; a caller prints it without a stack trace.
public final class CannotStart extends RuntimeException {
  public CannotStart(String message) {
    super(message);
  }

  public CannotStart(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
