package africa.soko.platform.db;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;

/// Rows that are locked and loaded by keys of some kind: one row by its primary key, or all rows
/// that share some columns.
///
/// Selections have one order, by their names. Whoever locks several kinds of rows takes them in
/// this order, so that no two wait for each other.
public sealed interface Selection<V> extends Comparable<Selection<?>> permits Table, Group {
  String name();

  Table<V> table();

  /// Locks and returns the rows of the given keys, one array for each part of the keys, in the
  /// order in which they are given.
  String selectSql();

  /// @throws IllegalStateException if two selections share a name: rows would be taken for each
  ///   other's
  @Override
  @SuppressWarnings("ReferenceEquality") // which selection it is, not what it is like
  default int compareTo(Selection<?> other) {
    int order = name().compareTo(other.name());
    if (order == 0 && this != other) throw new IllegalStateException("Two are called " + name());
    return order;
  }

  /// Looks each key up by itself. A statement that joined the keys with the table would silently
  /// leave out rows that another transaction changes while it waits for their locks (PostgreSQL
  /// re-checks such a row against one key only); src/doc/decisions/0009 tells how this was tried.
  static String lockingSql(
      String all, String table, List<String> columns, String condition, String order) {
    var numbers = IntStream.rangeClosed(1, columns.size()).boxed().toList();
    var arrays = numbers.stream().map(i -> "$" + i + "::text[]").collect(joining(", "));
    var names = numbers.stream().map(i -> "k" + i).collect(joining(", "));
    var match =
        numbers.stream()
            .map(i -> "t.%s = k.k%d".formatted(columns.get(i - 1), i))
            .collect(joining(" AND "));
    return "SELECT r.* FROM unnest(%s) AS k(%s), LATERAL (SELECT %s FROM %s t WHERE %s%s%s FOR UPDATE) r"
        .formatted(arrays, names, all, table, match, condition, order);
  }
}
