package africa.soko.testing;

import africa.soko.platform.config.Setting;
import africa.soko.platform.db.Migrations;
import io.vertx.pgclient.PgConnectOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// One PostgreSQL and one Redis for all tests of the process, each started at its first use. They
/// end with the process. `-Dsoko.it=containers` takes them from Docker; otherwise they are those
/// that are embedded in the service.
public final class Servers {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /// Where the servers come from.
  interface Backend {
    /// Starts PostgreSQL.
    Postgres postgres();

    /// Starts Redis, and returns its URI.
    String redis();
  }

  /// A running PostgreSQL with the roles of production.
  ///
  /// @param uri of the role that the service has
  /// @param adminUri of a superuser
  /// @param owner the role that has the tables
  record Postgres(String uri, String adminUri, String owner, String ownerPassword) {
    Connection connect() throws SQLException {
      var admin = PgConnectOptions.fromUri(adminUri);
      return DriverManager.getConnection(
          "jdbc:postgresql://%s:%d/%s"
              .formatted(admin.getHost(), admin.getPort(), admin.getDatabase()),
          admin.getUser(),
          admin.getPassword());
    }
  }

  private Servers() {}

  /// The URI of the shared database, with every right.
  public static String postgres() {
    return SharedPostgres.RUNNING.adminUri();
  }

  /// The settings of a service on a database that nobody else uses, with every table and the roles
  /// that it has in production.
  public static Map<Setting, String> database() {
    return settings(create("TEMPLATE " + Template.NAME));
  }

  /// The same of a database without tables.
  public static Map<Setting, String> databaseWithoutTables() {
    return settings(create("OWNER " + SharedPostgres.RUNNING.owner()));
  }

  private static Map<Setting, String> settings(String name) {
    var server = SharedPostgres.RUNNING;
    return Map.of(
        Setting.PG_URI, named(server.uri(), name),
        Setting.PG_OWNER_USER, server.owner(),
        Setting.PG_OWNER_PASSWORD, server.ownerPassword());
  }

  /// The URI of a database that nobody else uses, with every table and every right.
  public static String migratedDatabase() {
    return named(SharedPostgres.RUNNING.adminUri(), create("TEMPLATE " + Template.NAME));
  }

  /// The same of a database without tables.
  public static String emptyDatabase() {
    return named(SharedPostgres.RUNNING.adminUri(), create(""));
  }

  public static String redis() {
    return SharedRedis.URI;
  }

  private static String create(String options) {
    var name = "test_" + DATABASES.incrementAndGet();
    try (var connection = SharedPostgres.RUNNING.connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " " + options);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return name;
  }

  private static String named(String uri, String database) {
    return uri.replaceAll("/[^/]*$", "/" + database);
  }

  private static final class SharedBackend {
    static final Backend CHOSEN =
        "containers".equals(System.getProperty("soko.it"))
            ? new ContainerServers()
            : new EmbeddedServers();
  }

  private static final class SharedPostgres {
    static final Postgres RUNNING = SharedBackend.CHOSEN.postgres();
  }

  /// What databases with tables are copies of: to copy takes a fraction of the time of a migration.
  private static final class Template {
    static final String NAME = migrated();

    private static String migrated() {
      var server = SharedPostgres.RUNNING;
      var name = create("OWNER " + server.owner());
      var service = PgConnectOptions.fromUri(named(server.uri(), name));
      var user = service.getUser();
      var migrations =
          new Migrations(service.setUser(server.owner()).setPassword(server.ownerPassword()));
      migrations.run();
      migrations.grantTo(user);
      return name;
    }
  }

  private static final class SharedRedis {
    static final String URI = SharedBackend.CHOSEN.redis();
  }
}
