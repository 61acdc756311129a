package africa.soko.platform.db;

/// A schema cannot be brought up to date: the database is away, a migration is faulty, or one that
/// already ran was changed.
public final class MigrationFailed extends RuntimeException {
  MigrationFailed(String schema, Throwable cause) {
    super("Schema %s cannot be migrated: %s".formatted(schema, cause.getMessage()), cause);
  }
}
