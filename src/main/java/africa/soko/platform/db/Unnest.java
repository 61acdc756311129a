package africa.soko.platform.db;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Many rows as parameters of one statement: an array for each column, for `unnest`.
public final class Unnest {
  private Unnest() {}

  public static <V, T> T[] column(
      Collection<V> rows, Function<V, T> value, IntFunction<T[]> array) {
    return rows.stream().map(value).toArray(array);
  }

  /// A column that may have nulls, as texts: the driver has no binary form of NUMERIC. The
  /// statement says `$1::text[]::numeric[]`.
  public static <V> @Nullable String[] decimals(
      Collection<V> rows, Function<V, @Nullable BigDecimal> value) {
    return rows.stream()
        .map(value)
        .map(each -> each == null ? null : each.toPlainString())
        .toArray(String[]::new);
  }

  public static <V> OffsetDateTime[] times(Collection<V> rows, Function<V, Instant> value) {
    return rows.stream().map(value).map(Unnest::time).toArray(OffsetDateTime[]::new);
  }

  public static OffsetDateTime time(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
