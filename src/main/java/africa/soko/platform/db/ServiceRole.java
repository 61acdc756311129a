package africa.soko.platform.db;

import io.vertx.pgclient.PgConnectOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/// Looks at the role that the service is to have: one that could change tables, or is no less than
/// a superuser, turns a fault of the service into one of the whole database.
public final class ServiceRole {
  private static final String QUESTION =
      """
      SELECT CASE
        WHEN rolsuper THEN 'is a superuser'
        WHEN rolcreaterole OR rolcreatedb OR rolreplication THEN 'may do more than read and write rows'
        WHEN EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
                     WHERE nspname IN ('platform', 'live', 'sandbox')
                       AND pg_has_role(current_user, relowner, 'MEMBER')) THEN 'owns tables'
      END
      FROM pg_roles WHERE rolname = current_user
      """;

  private ServiceRole() {}

  /// What the role has too much of; empty if nothing. Blocks.
  ///
  /// @throws MigrationFailed if the database cannot be asked
  public static Optional<String> excess(PgConnectOptions address) {
    try (var connection =
            DriverManager.getConnection(
                PostgresAddress.jdbcUrl(address), address.getUser(), address.getPassword());
        var statement = connection.createStatement();
        var answer = statement.executeQuery(QUESTION)) {
      return answer.next() ? Optional.ofNullable(answer.getString(1)) : Optional.empty();
    } catch (SQLException e) {
      throw new MigrationFailed(address.getUser(), e);
    }
  }
}
