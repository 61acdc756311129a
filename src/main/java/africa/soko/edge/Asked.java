package africa.soko.edge;

import java.util.Map;
import java.util.TreeMap;

/// What was asked for and from where, as the audit log tells it. No header, query or body is in it:
/// they carry secrets.
///
/// @param action the operation
/// @param target what the path names, or nothing
/// @param source the address that the request came from
public record Asked(String action, String target, String source) {
  private static final int TARGET_MAX = 200;

  static Asked of(Operation operation, Map<String, String> parameters, String source) {
    return new Asked(operation.operationId(), target(parameters), source);
  }

  /// The same of something that came to be by it.
  public Asked made(String id) {
    return new Asked(action, target.isEmpty() ? id : target + " " + id, source);
  }

  /// In the order of their names, without what would part the fields of a row.
  private static String target(Map<String, String> parameters) {
    if (parameters.isEmpty()) return "";
    var all = String.join(" ", new TreeMap<>(parameters).values());
    var plain =
        all.codePoints().anyMatch(Character::isISOControl)
            ? all.replaceAll("\\p{Cntrl}", "?")
            : all;
    return plain.length() > TARGET_MAX ? plain.substring(0, TARGET_MAX) : plain;
  }
}
