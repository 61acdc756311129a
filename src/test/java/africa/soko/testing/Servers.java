package africa.soko.testing;

import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// One PostgreSQL and one Redis for all tests of the process, each started at its first use. They
/// end with the process.
public final class Servers {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private Servers() {}

  /// The URI of the shared database, with every right.
  public static String postgres() {
    return Postgres.RUNNING.adminUri();
  }

  /// The settings of a service on a database that nobody else uses, with the roles that it has in
  /// production.
  public static Map<Setting, String> database() {
    var server = Postgres.RUNNING;
    var name = create("OWNER " + server.owner());
    return Map.of(
        Setting.PG_URI, named(server.uri(), name),
        Setting.PG_OWNER_USER, server.owner(),
        Setting.PG_OWNER_PASSWORD, server.ownerPassword());
  }

  /// The URI of a database that nobody else uses, with every right.
  public static String emptyDatabase() {
    return named(Postgres.RUNNING.adminUri(), create(""));
  }

  private static String create(String options) {
    var server = Postgres.RUNNING;
    var name = "test_" + DATABASES.incrementAndGet();
    try (var connection = server.connect();
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

  public static String redis() {
    return Redis.RUNNING.uri();
  }

  private static final class Data {
    static final DataDirectory DIRECTORY = open();

    private static DataDirectory open() {
      try {
        return DataDirectory.open(Files.createTempDirectory("soko-tests"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Postgres {
    static final LocalPostgres RUNNING = new LocalPostgres(Data.DIRECTORY).start();

    static {
      atEnd(RUNNING::close);
    }
  }

  private static final class Redis {
    static final LocalRedis RUNNING = new LocalRedis(Data.DIRECTORY).start();

    static {
      atEnd(RUNNING::close);
    }
  }

  private static void atEnd(Runnable close) {
    Runtime.getRuntime().addShutdownHook(new Thread(close));
  }
}
