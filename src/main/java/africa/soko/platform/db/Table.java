package africa.soko.platform.db;

import static java.util.stream.Collectors.joining;

import africa.soko.platform.money.Usd;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A table, described once: its columns, how to make a value of a row, and how to take a value
/// apart. The statements that load, insert and update any number of rows are derived from it.
///
/// A key is a list of texts, the first of which is the partner.
///
/// @param <V> the immutable value of a row
public final class Table<V> implements Selection<V> {

  private final String name;
  private final List<Column<V>> columns;
  private final @Nullable Function<Fields, V> read;
  private final String selectSql;
  private final String insertSql;
  private final String updateSql;

  private Table(Builder<V> builder, @Nullable Function<Fields, V> read) {
    this.name = builder.name;
    this.columns = List.copyOf(builder.columns);
    this.read = read;
    this.selectSql = makeSelect();
    this.insertSql = makeInsert();
    this.updateSql = makeUpdate();
  }

  public static <V> Builder<V> named(String name) {
    return new Builder<>(name);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Table<V> table() {
    return this;
  }

  String columnList() {
    return columns.stream().map(Column::name).collect(joining(", "));
  }

  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  /// The rows of an insert's tuple, as SQL reads them.
  ///
  /// @param more the types of arrays that follow those of the columns
  public String unnest(String... more) {
    var all = new StringBuilder("unnest(" + arrays(columns));
    for (int i = 0; i < more.length; i++) {
      all.append(", $").append(columns.size() + i + 1).append("::").append(more[i]);
    }
    return all.append(')').toString();
  }

  String keyColumns() {
    return keys().map(Column::name).collect(joining(", "));
  }

  public Key keyOf(V value) {
    return new Key(keys().map(c -> (String) present(c, value)).toList());
  }

  /// Whether rows are written and never loaded into a book.
  public boolean isWriteOnly() {
    return read == null;
  }

  public V read(Fields fields) {
    if (read == null) throw new IllegalStateException(name + " is never loaded");
    return read.apply(fields);
  }

  @Override
  public String selectSql() {
    return selectSql;
  }

  public String insertSql() {
    return insertSql;
  }

  /// Writes every column that can change.
  public String updateSql() {
    return updateSql;
  }

  /// One array for each part of the keys; all have the same parts.
  public static Tuple keyTuple(Collection<Key> keys) {
    var tuple = Tuple.tuple();
    var width = keys.iterator().next().parts().size();
    for (int part = 0; part < width; part++) {
      var place = part;
      tuple.addValue(keys.stream().map(k -> k.parts().get(place)).toArray(String[]::new));
    }
    return tuple;
  }

  public Tuple insertTuple(List<V> values) {
    return tuple(columns, values);
  }

  public Tuple updateTuple(List<V> values) {
    return tuple(updated(), values);
  }

  private static <V> Tuple tuple(List<Column<V>> columns, List<V> values) {
    var tuple = Tuple.tuple();
    columns.forEach(column -> tuple.addValue(column.arrayOf(values)));
    return tuple;
  }

  /// @throws IllegalStateException if a column that is fixed has another value now: an update would
  ///   not write it
  public void requireFixed(V before, V now) {
    for (var column : columns) {
      if (column.fixed() && !Objects.equals(column.get().apply(before), column.get().apply(now))) {
        throw new IllegalStateException(name + "." + column.name() + " never changes");
      }
    }
  }

  /// What an update carries: the key, and what can change.
  private List<Column<V>> updated() {
    return columns.stream().filter(c -> !c.fixed()).toList();
  }

  private Stream<Column<V>> keys() {
    return columns.stream().filter(Column::key);
  }

  private Object present(Column<V> column, V value) {
    var part = column.get().apply(value);
    if (part == null) throw new IllegalStateException(name + " without " + column.name());
    return part;
  }

  private String makeSelect() {
    var keyColumns = keys().map(Column::name).toList();
    return Selection.lockingSql(columnList(), name, keyColumns, "", "");
  }

  private String makeInsert() {
    return "INSERT INTO %s (%s) SELECT * FROM %s".formatted(name, columnList(), unnest());
  }

  private String makeUpdate() {
    var all = updated().stream().map(Column::name).collect(joining(", "));
    var changes =
        updated().stream()
            .filter(c -> !c.key())
            .map(c -> c.name() + " = v." + c.name())
            .collect(joining(", "));
    var match = keys().map(c -> "t." + c.name() + " = v." + c.name()).collect(joining(" AND "));
    return "UPDATE %s t SET %s FROM unnest(%s) AS v(%s) WHERE %s"
        .formatted(name, changes, arrays(updated()), all, match);
  }

  private static <V> String arrays(List<Column<V>> columns) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "$" + (i + 1) + "::" + columns.get(i).type().parameter)
        .collect(joining(", "));
  }

  /// Collects the columns of a table in the order in which they are written.
  public static final class Builder<V> {
    private final String name;
    private final List<Column<V>> columns = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    public Builder<V> key(String column, Function<V, String> get) {
      columns.add(new Column<>(column, Column.Type.TEXT, true, false, get::apply));
      return this;
    }

    public Builder<V> text(String column, Function<V, @Nullable String> get) {
      return add(column, Column.Type.TEXT, get::apply);
    }

    public Builder<V> constant(String column, Function<V, ? extends @Nullable Enum<?>> get) {
      return add(column, Column.Type.TEXT, get::apply);
    }

    public Builder<V> integer(String column, Function<V, @Nullable Integer> get) {
      return add(column, Column.Type.INTEGER, get::apply);
    }

    public Builder<V> flag(String column, Function<V, @Nullable Boolean> get) {
      return add(column, Column.Type.BOOLEAN, get::apply);
    }

    public Builder<V> number(String column, Function<V, @Nullable Long> get) {
      return add(column, Column.Type.BIGINT, get::apply);
    }

    public Builder<V> usd(String column, Function<V, @Nullable Usd> get) {
      return add(
          column,
          Column.Type.BIGINT,
          v -> {
            var amount = get.apply(v);
            return amount == null ? null : amount.micros();
          });
    }

    public Builder<V> decimal(String column, Function<V, @Nullable BigDecimal> get) {
      return add(column, Column.Type.NUMERIC, get::apply);
    }

    public Builder<V> instant(String column, Function<V, @Nullable Instant> get) {
      return add(column, Column.Type.TIMESTAMP, get::apply);
    }

    public Builder<V> date(String column, Function<V, @Nullable LocalDate> get) {
      return add(column, Column.Type.DATE, get::apply);
    }

    public Builder<V> bytes(String column, Function<V, io.vertx.core.buffer.@Nullable Buffer> get) {
      return add(column, Column.Type.BYTES, get::apply);
    }

    /// The columns so far, besides the key, keep what they were inserted with: an update leaves
    /// them out.
    public Builder<V> fixed() {
      columns.replaceAll(column -> column.key() ? column : column.asFixed());
      return this;
    }

    public Table<V> readBy(Function<Fields, V> read) {
      return new Table<>(this, read);
    }

    /// A table whose rows are written and never loaded into a book.
    public Table<V> writeOnly() {
      return new Table<>(this, null);
    }

    private Builder<V> add(String column, Column.Type type, Function<V, @Nullable Object> get) {
      columns.add(new Column<>(column, type, false, false, get));
      return this;
    }
  }
}
