package africa.soko.platform.db;

import io.vertx.pgclient.PgConnectOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// Brings the schemas up to date. Nodes that start together wait for each other on a lock of the
/// database, so each migration runs once.
///
/// Statements run with their schema first in the search path: the files of the books name no
/// schema, as the same files make `live` and `sandbox`.
public final class Migrations {
  private static final String AUDIT = "db/migration/audit";

  private static final List<Target> TARGETS =
      List.of(
          new Target("platform", "db/migration/platform", AUDIT),
          new Target("live", "db/migration/books", AUDIT),
          new Target("sandbox", "db/migration/books", AUDIT));

  /// One for all nodes: two that granted the same at once would fail on each other.
  private static final long GRANTS_LOCK = 0x50_6b_6f_67;

  private static final List<String> GRANTS =
      List.of(
          "GRANT USAGE ON SCHEMA %1$s TO %2$s",
          "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %1$s TO %2$s",
          "REVOKE INSERT, UPDATE, DELETE ON %1$s.flyway_schema_history FROM %2$s",
          // Only added to, by functions of the owner.
          """
          DO $$ DECLARE t regclass; BEGIN
            FOR t IN SELECT oid FROM pg_class
                WHERE relnamespace = '%1$s'::regnamespace AND relname LIKE 'audit%%'
                  AND relkind IN ('r', 'p') LOOP
              EXECUTE 'REVOKE INSERT, UPDATE, DELETE ON ' || t || ' FROM %2$s';
            END LOOP;
          END $$
          """);

  private final PgConnectOptions address;
  private final List<Target> targets;

  /// A schema and the folders of the class path that hold its migrations.
  record Target(String schema, List<String> folders) {
    Target(String schema, String... folders) {
      this(schema, List.of(folders));
    }
  }

  public Migrations(PgConnectOptions address) {
    this(address, TARGETS);
  }

  Migrations(PgConnectOptions address, List<Target> targets) {
    this.address = address;
    this.targets = targets;
  }

  /// Runs what is missing and returns how many migrations that were. Blocks.
  ///
  /// @throws MigrationFailed naming the schema; the schema stays at the last migration that
  ///   succeeded
  public int run() {
    int executed = 0;
    for (var target : targets) executed += run(target);
    return executed;
  }

  /// Lets a role that owns nothing read and write the rows of all tables, and no more. It sees what
  /// was migrated, and cannot say that something else was.
  public void grantTo(String role) {
    var quoted = '"' + role.replace("\"", "\"\"") + '"';
    try (var connection =
            DriverManager.getConnection(
                PostgresAddress.jdbcUrl(address), address.getUser(), address.getPassword());
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT pg_advisory_xact_lock(%d)".formatted(GRANTS_LOCK));
      for (var target : targets) {
        for (var grant : GRANTS) statement.execute(grant.formatted(target.schema(), quoted));
      }
      connection.commit();
    } catch (SQLException e) {
      throw new MigrationFailed(role, e);
    }
  }

  /// How many migrations are missing. Needs no right to change anything. Blocks.
  public int pending() {
    int pending = 0;
    for (var target : targets) pending += pending(target);
    return pending;
  }

  private int pending(Target target) {
    try {
      return flyway(target).info().pending().length;
    } catch (FlywayException e) {
      throw new MigrationFailed(target.schema(), e);
    }
  }

  private int run(Target target) {
    try {
      return flyway(target).migrate().migrationsExecuted;
    } catch (FlywayException e) {
      throw new MigrationFailed(target.schema(), e);
    }
  }

  private Flyway flyway(Target target) {
    return Flyway.configure()
        .dataSource(PostgresAddress.jdbcUrl(address), address.getUser(), address.getPassword())
        .schemas(target.schema())
        .defaultSchema(target.schema())
        .locations(target.folders().stream().map("classpath:"::concat).toArray(String[]::new))
        .failOnMissingLocations(true)
        // The files are plain SQL: `${` in one of them is text.
        .placeholderReplacement(false)
        .load();
  }
}
