package africa.soko.platform.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Who may do what in the embedded PostgreSQL: the arrangement of `db/roles.sql`, which is that of
/// production, and an administrator that no part of the service connects as.
enum PostgresRoles {
  /// A superuser, for whoever holds the data directory.
  ADMIN("soko_admin"),
  /// Has the tables.
  OWNER("soko_owner"),
  /// Reads and writes rows.
  SERVICE("soko");

  static final String DATABASE = "soko";
  private static final String SCRIPT = "/db/roles.sql";

  final String user;

  PostgresRoles(String user) {
    this.user = user;
  }

  String password(DataDirectory data) {
    return data.password("postgresql " + user);
  }

  /// Makes what is missing.
  static void make(Connection admin, DataDirectory data) throws SQLException {
    if (isThere(admin)) return;
    var passwords =
        Map.of(
            ":'owner_password'",
            OWNER.password(data),
            ":'service_password'",
            SERVICE.password(data));
    try (var statement = admin.createStatement()) {
      // A run that was killed half-way left roles without anything of theirs.
      for (var half : List.of(OWNER, SERVICE))
        statement.execute("DROP ROLE IF EXISTS " + half.user);
      for (var sql : statements()) {
        var complete = sql;
        for (var one : passwords.entrySet()) {
          complete = complete.replace(one.getKey(), "'" + one.getValue() + "'");
        }
        statement.execute(complete);
      }
    }
  }

  private static boolean isThere(Connection admin) throws SQLException {
    try (var statement = admin.createStatement();
        var found =
            statement.executeQuery(
                "SELECT 1 FROM pg_database WHERE datname = '%s'".formatted(DATABASE))) {
      return found.next();
    }
  }

  private static List<String> statements() {
    try (var script = Objects.requireNonNull(PostgresRoles.class.getResourceAsStream(SCRIPT))) {
      var text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.replaceAll("(?m)^--.*$", "").split(";"))
          .map(String::strip)
          .filter(sql -> !sql.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new CannotStart("Cannot read " + SCRIPT, e);
    }
  }
}
