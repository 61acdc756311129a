package africa.soko.platform.json;

import java.math.BigDecimal;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// What a caller calls the JSON type that a field has.
final class TypeNames {
  private TypeNames() {}

  /// Completes "quantity must be …".
  static String of(@Nullable Class<?> type) {
    if (type == null) return "of another type";
    if (type == Boolean.class || type == boolean.class) return "true or false";
    if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
      return "an integer";
    }
    if (type == BigDecimal.class) return "a number";
    if (Collection.class.isAssignableFrom(type) || type.isArray()) return "a list";
    if (java.util.Map.class.isAssignableFrom(type) || type.isRecord()) return "an object";
    return "a string";
  }
}
