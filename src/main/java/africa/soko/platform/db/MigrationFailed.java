package africa.soko.platform.db;

import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;

/// A schema cannot be brought up to date: the database is away, a migration is faulty, or one that
/// already ran was changed.
public final class MigrationFailed extends RuntimeException {
  MigrationFailed(String schema, FlywayException cause) {
    super("Schema %s cannot be migrated: %s".formatted(schema, cause.getMessage()), cause);
  }

  MigrationFailed(String role, SQLException cause) {
    super("Role %s cannot be granted its rights: %s".formatted(role, cause.getMessage()), cause);
  }
}
