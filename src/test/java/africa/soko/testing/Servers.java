package africa.soko.testing;

import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/// One PostgreSQL and one Redis for all tests of the process, each started at its first use. They
/// end with the process.
public final class Servers {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private Servers() {}

  /// The URI of the shared database.
  public static String postgres() {
    return Postgres.RUNNING.uri();
  }

  /// The URI of a database that nobody else uses.
  public static String emptyDatabase() {
    var server = Postgres.RUNNING;
    var name = "test_" + DATABASES.incrementAndGet();
    var jdbc =
        "jdbc:postgresql://%s:%d/%s?user=%s"
            .formatted(server.host(), server.port(), server.database(), server.user());
    try (var connection = DriverManager.getConnection(jdbc);
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server.uri().replaceAll("/[^/]*$", "/" + name);
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
