package africa.soko.platform.db;

import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;

/// A schema cannot be brought up to date: the database is away, a migration is faulty, or one that
/// already ran was changed.
public final class MigrationFailed extends RuntimeException {
  MigrationFailed(String schema, FlywayException cause) {
    super("Schema %s cannot be migrated: %s".formatted(schema, words(cause)), cause);
  }

  MigrationFailed(String role, SQLException cause) {
    super("Role %s cannot be granted its rights: %s".formatted(role, cause.getMessage()), cause);
  }

  /// Of a database that is not reached Flyway says all in its first line, and in the next ones the
  /// same in parts. Of a migration that is faulty the parts are what helps.
  private static String words(FlywayException cause) {
    var text = String.valueOf(cause.getMessage());
    boolean isAway =
        cause.getCause() instanceof SQLException sql
            && String.valueOf(sql.getSQLState()).matches("(08|28|3D).*");
    return isAway ? text.lines().findFirst().orElse(text) : text;
  }
}
