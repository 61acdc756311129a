package africa.soko.platform.db;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Another way to load rows of a table: all that share some columns and meet a condition.
///
/// @param columns the columns that make a group; the first is the partner
/// @param condition SQL over the table's columns that every row of interest meets
/// @param groupOf the group of a value, to be equal to what is asked for
public record Group<V>(
    Table<V> table, List<String> columns, String condition, Function<V, Key> groupOf) {

  /// Locks and returns the rows of the given groups, in the order of their keys.
  public String selectSql() {
    var arrays =
        IntStream.rangeClosed(1, columns.size())
            .mapToObj(i -> "$" + i + "::text[]")
            .collect(joining(", "));
    return "SELECT * FROM %s WHERE (%s) IN (SELECT * FROM unnest(%s)) AND %s ORDER BY %s FOR UPDATE"
        .formatted(table.name(), String.join(", ", columns), arrays, condition, table.keyColumns());
  }
}
