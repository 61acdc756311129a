package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Rows;
import africa.soko.platform.db.Selection;
import africa.soko.platform.db.Table;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A row that another transaction changes while a batch waits for its lock is still found, whatever
/// plan PostgreSQL chooses: every statement that locks, in tables of several sizes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class LockingIT {
  private static final int ROWS_OF_GROUP = 3;
  private static final List<Integer> SIZES =
      Boolean.getBoolean("soko.long") ? List.of(10, 3_000, 1_000_000) : List.of(10, 3_000);

  /// What the planner is kept from, one plan a line.
  private static final List<String> PLANS =
      List.of(
          "",
          "plan_cache_mode=force_generic_plan",
          "plan_cache_mode=force_generic_plan enable_seqscan=off enable_hashjoin=off"
              + " enable_mergejoin=off",
          "enable_seqscan=off",
          "enable_indexscan=off",
          "enable_bitmapscan=off",
          "enable_indexscan=off enable_bitmapscan=off",
          "enable_nestloop=off",
          "enable_hashjoin=off",
          "enable_mergejoin=off",
          "enable_hashjoin=off enable_mergejoin=off",
          "enable_sort=off enable_incremental_sort=off",
          "enable_material=off enable_memoize=off enable_hashagg=off");

  /// Ends once a process waits for a lock: nothing announces it.
  private static final String UNTIL_IT_WAITS =
      """
      DO $$ BEGIN
        FOR i IN 1..10000 LOOP
          IF EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pid = %d) THEN
            RETURN;
          END IF;
          PERFORM pg_sleep(0.001);
        END LOOP;
        RAISE 'it does not wait';
      END $$
      """;

  private static final List<Selection<?>> SELECTIONS = found();

  private final BooksOnDisk books = new BooksOnDisk();
  private SqlConnection here;
  private SqlConnection there;

  @BeforeAll
  void copyTables() {
    books.execute("CREATE SCHEMA locking");
    here = connection();
    there = connection();
    // What is committed there need not survive anything.
    await(there.query("SET synchronous_commit = off").execute());
  }

  @AfterAll
  void close() {
    books.close();
  }

  /// Every selection of the service, so that a new one is tried without being named here.
  static List<Selection<?>> selections() {
    return SELECTIONS;
  }

  private static List<Selection<?>> found() {
    var found =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("africa.soko").stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isAssignableTo(Selection.class))
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .<Selection<?>>map(LockingIT::value)
                .filter(selection -> !selection.table().isWriteOnly())
                .sorted()
                .toList();
    assertThat(found).hasSizeGreaterThan(9);
    return found;
  }

  private static Selection<?> value(JavaField field) {
    var reflected = field.reflect();
    reflected.setAccessible(true);
    try {
      return (Selection<?>) reflected.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("selections")
  void no_row_vanishes_while_it_is_waited_for(Selection<?> selection) {
    for (int size : SIZES) {
      var table = new Copy(selection, size);
      table.fill();
      for (var plan : PLANS) {
        assertThat(table.raced(plan)).as("%s of %d, %s", selection.name(), size, plan).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("selections")
  void two_selections_never_share_a_name(Selection<?> selection) {
    assertThat(selections().stream().filter(other -> other.name().equals(selection.name())))
        .hasSize(1);
  }

  /// A table like that of a selection, without its constraints, with rows that mean nothing.
  private final class Copy {
    private final Selection<?> selection;
    private final int size;
    private final String name;
    private final List<String> keys;
    private final int[] asked;

    Copy(Selection<?> selection, int size) {
      this.selection = selection;
      this.size = size;
      name = bare(selection.table().name());
      keys = primaryKey();
      asked = IntStream.of(1, 4, 7, 9).map(tenth -> size / 10 * tenth).toArray();
    }

    private static String bare(String table) {
      return table.substring(table.indexOf('.') + 1);
    }

    private String original() {
      var table = selection.table().name();
      return table.contains(".") ? table : "sandbox." + table;
    }

    private List<String> primaryKey() {
      var columns =
          """
          SELECT a.attname::text FROM pg_index i
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
          WHERE i.indrelid = '%s'::regclass AND i.indisprimary
          ORDER BY array_position(i.indkey::int2[], a.attnum)
          """;
      return query(columns.formatted(original())).stream().map(row -> row.text("attname")).toList();
    }

    private List<String> grouped() {
      return selection instanceof Group<?> group ? group.columns() : List.of();
    }

    void fill() {
      books.execute("DROP TABLE IF EXISTS locking.%s".formatted(name));
      books.execute(
          "CREATE TABLE locking.%s (LIKE %s INCLUDING INDEXES)".formatted(name, original()));
      var columns =
          """
          SELECT column_name, data_type FROM information_schema.columns
          WHERE table_schema = 'locking' AND table_name = '%s' ORDER BY ordinal_position
          """;
      var values = new ArrayList<String>();
      for (var column : query(columns.formatted(name))) {
        values.add(value(column.text("column_name"), column.text("data_type")));
      }
      books.execute(
          "INSERT INTO locking.%s SELECT %s FROM generate_series(1, %d) AS i"
              .formatted(name, String.join(", ", values), size));
      books.execute("ANALYZE locking.%s".formatted(name));
    }

    /// SQL that makes the value of a column in row `i`; it meets the conditions of all groups.
    private String value(String column, String type) {
      if (grouped().contains(column)) {
        return "'g' || lpad(((i - 1) / %d)::text, 7, '0')".formatted(ROWS_OF_GROUP);
      }
      if (isShared(column)) return "'p'";
      return switch (type) {
        case "text" ->
            switch (column) {
              case "status" -> "'ACTIVE'";
              case "settlement_status" -> "'UNSETTLED'";
              default -> "'k' || lpad(i::text, 7, '0')";
            };
        case "bigint", "integer", "numeric" -> keys.contains(column) ? "i" : "1";
        case "boolean" -> "false";
        case "timestamp with time zone" -> column.equals("revoked_at") ? "NULL" : "now()";
        case "date" -> "current_date";
        case "bytea" -> "int4send(i)";
        default -> throw new AssertionError("No value for a column of type " + type);
      };
    }

    /// All rows are one partner's, unless it has but one row.
    private boolean isShared(String column) {
      return column.equals("partner_id") && keys.size() > 1;
    }

    private List<Key> askedKeys() {
      if (selection instanceof Group<?> group) {
        return IntStream.of(asked)
            .map(i -> (i - 1) / ROWS_OF_GROUP)
            .distinct()
            .mapToObj("g%07d"::formatted)
            .map(g -> new Key(group.columns().stream().map(_ -> g).toList()))
            .toList();
      }
      return IntStream.of(asked)
          .mapToObj(
              i ->
                  new Key(
                      keys.stream().map(c -> isShared(c) ? "p" : "k%07d".formatted(i)).toList()))
          .toList();
    }

    /// Whether the statement returns all rows that it is asked for, in order, when another session
    /// changes them while it waits.
    boolean raced(String plan) {
      set(plan);
      try {
        var all = await(locked());
        assertThat(all).isSorted().hasSizeGreaterThanOrEqualTo(askedKeys().size());
        await(there.query("BEGIN").execute());
        await(there.query(change()).execute());
        var waiting = locked();
        await(there.query(UNTIL_IT_WAITS.formatted(PgConnection.cast(here).processId())).execute());
        await(there.query("COMMIT").execute());
        return await(waiting).equals(all);
      } finally {
        reset(plan);
      }
    }

    private void set(String plan) {
      for (var setting : settings(plan)) await(here.query("SET " + setting).execute());
    }

    private void reset(String plan) {
      for (var setting : settings(plan)) {
        await(here.query("RESET " + setting.split("=")[0]).execute());
      }
    }

    private static List<String> settings(String plan) {
      return plan.isEmpty() ? List.of() : List.of(plan.split(" "));
    }

    /// Changes the rows that are asked for, to what they are.
    private String change() {
      var column = grouped().isEmpty() ? keys.getLast() : grouped().getLast();
      var asked = askedKeys().stream().map(key -> key.parts().getLast()).collect(joining(","));
      return "UPDATE %s SET %s = %2$s WHERE %s = ANY('{%s}')"
          .formatted(name, keys.getLast(), column, asked);
    }

    private Future<List<String>> locked() {
      return here.preparedQuery(selection.selectSql().replace("platform.", ""))
          .execute(Table.keyTuple(askedKeys()))
          .map(rows -> Rows.map(rows, row -> row.text(keys.getLast())));
    }
  }

  private SqlConnection connection() {
    var connection = await(books.books().getConnection());
    await(connection.query("SET search_path = locking").execute());
    return connection;
  }

  private List<Fields> query(String sql) {
    return Rows.map(await(books.books().query(sql).execute()), row -> row);
  }
}
