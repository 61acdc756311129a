package africa.soko.edge;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rule that said no: a value, never a fault. It becomes the error object of SPEC "Shape".
///
/// @param details extra fields of the error object, by case (`param`, `invalid`, `max`, …)
/// @param retryAfterSeconds when the same request may do better; 0 where nobody can tell
public record Refused(ErrorCode code, String message, List<Detail> details, int retryAfterSeconds) {

  /// One extra field of the error object; its value is text, a number, a list of texts or a record
  /// of them; null where it is not known.
  public record Detail(String name, @Nullable Object value) {}

  @FormatMethod
  public static Refused of(ErrorCode code, @FormatString String message, Object... arguments) {
    return new Refused(code, String.format(message, arguments), List.of(), 0);
  }

  /// A request whose field or parameter breaks a rule: VALIDATION_ERROR, and it names which.
  public static Refused invalid(String param, String message) {
    return of(ErrorCode.VALIDATION_ERROR, "%s", message).with("param", param);
  }

  public Refused with(String name, @Nullable Object value) {
    var all = new ArrayList<>(details);
    all.add(new Detail(name, value));
    return new Refused(code, message, List.copyOf(all), retryAfterSeconds);
  }

  /// The same refusal with a `Retry-After`.
  public Refused retryAfter(int seconds) {
    return new Refused(code, message, details, seconds);
  }

  /// For code that reads a request's shape and has no value to return.
  public RefusedException asException() {
    return new RefusedException(this);
  }
}
