package africa.soko.ledger;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;

/// What a command came to.
public sealed interface Decision {

  /// The change is made.
  ///
  /// @param status the HTTP status of the answer
  /// @param answer what is encoded as the body
  /// @param secret whether the body must be sealed wherever it is kept
  record Accepted(int status, Object answer, boolean secret) implements Decision {}

  /// A rule said no; nothing has changed.
  record Declined(Refused refused) implements Decision {}

  /// The change is made, or there was nothing to do, and nobody waits for an answer: what becomes
  /// due by itself.
  record Nothing() implements Decision {}

  static Decision nothing() {
    return new Nothing();
  }

  static Decision accepted(int status, Object answer) {
    return new Accepted(status, answer, false);
  }

  @FormatMethod
  static Decision declined(ErrorCode code, @FormatString String message, Object... arguments) {
    return new Declined(Refused.of(code, message, arguments));
  }
}
