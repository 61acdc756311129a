package africa.soko.platform.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/// Turns what a query returned into values.
public final class Rows {
  private Rows() {}

  public static <T> List<T> map(RowSet<Row> rows, Function<Fields, T> read) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> read.apply(new Fields(row)))
        .toList();
  }

  public static <T> Optional<T> first(RowSet<Row> rows, Function<Fields, T> read) {
    return map(rows, read).stream().findFirst();
  }
}
