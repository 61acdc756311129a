package africa.soko.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.db.Migrations.Target;
import africa.soko.testing.Servers;
import io.vertx.pgclient.PgConnectOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MigrationsIT {
  private static String uri;

  @BeforeAll
  static void start() {
    uri = Servers.emptyDatabase();
  }

  @Test
  void the_same_folder_makes_two_schemas_and_runs_once_in_each() throws SQLException {
    var targets =
        List.of(
            new Target("platform", "db/test/platform"),
            new Target("live", "db/test/books"),
            new Target("sandbox", "db/test/books"));
    assertThat(new Migrations(address(), targets).run()).isEqualTo(3);
    assertThat(new Migrations(address(), targets).run()).isZero();

    execute("INSERT INTO live.wallets VALUES (2, NULL)");
    assertThat(ask("SELECT count(*) FROM live.wallets")).isEqualTo("2");
    assertThat(ask("SELECT count(*) FROM sandbox.wallets")).isEqualTo("1");
  }

  @Test
  void a_faulty_migration_names_its_schema_and_leaves_nothing_behind() throws SQLException {
    var broken = new Migrations(address(), List.of(new Target("broken", "db/test/broken")));
    assertThatThrownBy(broken::run)
        .isInstanceOf(MigrationFailed.class)
        .hasMessageStartingWith("Schema broken cannot be migrated")
        .hasMessageContaining("\"halfway\" already exists");
    assertThat(ask("SELECT to_regclass('broken.halfway')")).isNull();
  }

  @Test
  void a_folder_that_does_not_exist_is_a_failure() {
    var missing = new Migrations(address(), List.of(new Target("missing", "db/test/missing")));
    assertThatThrownBy(missing::run).isInstanceOf(MigrationFailed.class);
  }

  @Test
  void a_database_that_is_away_is_a_failure() {
    var away = address().setPort(1);
    assertThatThrownBy(() -> new Migrations(away, List.of(new Target("a", "db/test/books"))).run())
        .isInstanceOf(MigrationFailed.class)
        .hasMessageStartingWith("Schema a cannot be migrated")
        .message()
        .hasLineCount(1);
  }

  @Test
  void the_service_reads_and_writes_rows_and_can_tell_what_is_missing() throws SQLException {
    var settings = Servers.databaseWithoutTables();
    var config = Config.load(Mode.DEVELOPMENT, List.of(), Map.of());
    for (var one : settings.entrySet()) config = config.with(one.getKey(), one.getValue());
    var service = PostgresAddress.from(config);
    var owner = PostgresAddress.ofOwner(config).orElseThrow();
    int missing = new Migrations(service).pending();
    assertThat(missing).isPositive();
    assertThat(new Migrations(owner).run()).isEqualTo(missing);
    new Migrations(owner).grantTo(service.getUser());
    new Migrations(owner).grantTo(service.getUser());
    assertThat(new Migrations(service).pending()).isZero();

    assertThat(ServiceRole.excess(service)).isEmpty();
    assertThat(ServiceRole.excess(owner)).contains("owns tables");
    assertThat(ServiceRole.excess(address())).contains("is a superuser");
    try (var connection =
            DriverManager.getConnection(
                PostgresAddress.jdbcUrl(service), service.getUser(), service.getPassword());
        var statement = connection.createStatement()) {
      statement.execute("INSERT INTO live.test_clock VALUES ('ptn_1', 1)");
      statement.execute("DELETE FROM live.test_clock");
      for (var sql :
          List.of(
              "TRUNCATE live.account",
              "DROP TABLE live.account",
              "ALTER TABLE live.account DROP CONSTRAINT account_cash_check",
              "CREATE TABLE live.more (n int)",
              "UPDATE live.flyway_schema_history SET success = false")) {
        assertThatThrownBy(() -> statement.execute(sql))
            .as(sql)
            .isInstanceOf(SQLException.class)
            .hasMessageMatching("(?s).*(permission denied|must be owner).*");
      }
    }
  }

  private static PgConnectOptions address() {
    return PgConnectOptions.fromUri(uri);
  }

  private static void execute(String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection(url(), address().getUser(), address().getPassword());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection(url(), address().getUser(), address().getPassword());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static String url() {
    return PostgresAddress.jdbcUrl(address());
  }
}
