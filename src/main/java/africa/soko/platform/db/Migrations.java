package africa.soko.platform.db;

import io.vertx.pgclient.PgConnectOptions;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// Brings the schemas up to date. Nodes that start together wait for each other on a lock of the
/// database, so each migration runs once.
///
/// Statements run with their schema first in the search path: the files of the books name no
/// schema, as the same files make `live` and `sandbox`.
public final class Migrations {
  private static final List<Target> TARGETS =
      List.of(
          new Target("platform", "db/migration/platform"),
          new Target("live", "db/migration/books"),
          new Target("sandbox", "db/migration/books"));

  private final PgConnectOptions address;
  private final List<Target> targets;

  /// A schema and the folder of the class path that holds its migrations.
  record Target(String schema, String folder) {}

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

  private int run(Target target) {
    try {
      return Flyway.configure()
          .dataSource(PostgresAddress.jdbcUrl(address), address.getUser(), address.getPassword())
          .schemas(target.schema())
          .defaultSchema(target.schema())
          .locations("classpath:" + target.folder())
          .failOnMissingLocations(true)
          // The files are plain SQL: `${` in one of them is text.
          .placeholderReplacement(false)
          .load()
          .migrate()
          .migrationsExecuted;
    } catch (FlywayException e) {
      throw new MigrationFailed(target.schema(), e);
    }
  }
}
