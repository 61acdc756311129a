package africa.soko.platform.db;

import java.util.List;
import java.util.function.Function;

/// Another way to load rows of a table: all that share some columns and meet a condition.
///
/// @param columns the columns that make a group; the first is the partner; they never change
/// @param condition SQL over the table's columns that every row of interest meets
/// @param groupOf the group of a value, to be equal to what is asked for
public record Group<V>(
    Table<V> table, List<String> columns, String condition, Function<V, Key> groupOf)
    implements Selection<V> {

  @Override
  public String name() {
    return table.name() + " " + String.join(" ", columns);
  }

  @Override
  public String selectSql() {
    return Selection.lockingSql(
        table.columnList(),
        table.name(),
        columns,
        " AND (" + condition + ")",
        " ORDER BY " + table.keyColumns());
  }
}
