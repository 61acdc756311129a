package africa.soko.platform.db;

import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One column of a [Table]: its name, its type and how to read it from a value.
///
/// @param key whether the column is part of the primary key
/// @param fixed whether it keeps the value that it was inserted with
record Column<V>(
    String name, Type type, boolean key, boolean fixed, Function<V, @Nullable Object> get) {

  Column<V> asFixed() {
    return new Column<>(name, type, key, true, get);
  }

  /// How a column travels: the array that carries it, and the element type it is cast to.
  enum Type {
    TEXT("text[]"),
    BIGINT("bigint[]"),
    INTEGER("integer[]"),
    BOOLEAN("boolean[]"),
    /// As text: the driver has no binary form of NUMERIC.
    NUMERIC("text[]::numeric[]"),
    TIMESTAMP("timestamptz[]"),
    DATE("date[]"),
    BYTES("bytea[]");

    final String parameter;

    Type(String parameter) {
      this.parameter = parameter;
    }

    @Nullable Object[] array(int size) {
      return switch (this) {
        case TEXT, NUMERIC -> new String[size];
        case BIGINT -> new Long[size];
        case INTEGER -> new Integer[size];
        case BOOLEAN -> new Boolean[size];
        case TIMESTAMP -> new OffsetDateTime[size];
        case DATE -> new LocalDate[size];
        case BYTES -> new Buffer[size];
      };
    }

    @Nullable Object encode(@Nullable Object value) {
      return switch (value) {
        case null -> null;
        case BigDecimal number -> number.toPlainString();
        case Instant instant -> instant.atOffset(ZoneOffset.UTC);
        case Enum<?> constant -> constant.name();
        default -> value;
      };
    }
  }

  /// The column of every value, as the array that a statement unnests.
  Object arrayOf(List<V> values) {
    var array = type.array(values.size());
    for (int i = 0; i < array.length; i++) {
      array[i] = type.encode(get.apply(values.get(i)));
    }
    return array;
  }
}
