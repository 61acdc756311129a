package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.embedded.CannotStart;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The database of a service, asked by a command: the one that is configured, or else that of the
/// start-dev whose data directory it is.
record Database(Vertx vertx, Config config) implements AutoCloseable {

  /// What is asked.
  interface Question<T> {
    T of(Pool pool) throws Exception;
  }

  static Database of(ConfiguredCommand command) throws IOException {
    var config = command.load(Mode.DEVELOPMENT);
    if (config.optional(Setting.PG_URI).isEmpty()) config = ofRunningService(config);
    return new Database(Vertx.vertx(), config);
  }

  /// @throws CannotStart if the database cannot be asked
  <T> T ask(String schema, Question<T> question) throws Exception {
    var options = PostgresAddress.from(config).addProperty("search_path", schema);
    var pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(1))
            .connectingTo(options)
            .using(vertx)
            .build();
    try {
      return question.of(pool);
    } catch (Exception e) {
      // What comes from the network comes unchecked as well.
      if (e instanceof RuntimeException && !(e instanceof VertxException)) throw e;
      throw new CannotStart("The database cannot be asked: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  /// start-dev leaves the address of its database in its data directory.
  private static Config ofRunningService(Config config) throws IOException {
    var file = config.path(Setting.DATA_DIR).resolve("pg.uri");
    if (!Files.exists(file)) {
      throw new CannotStart(
          "No database is configured with %s, and no start-dev runs on %s (%s)"
              .formatted(Setting.PG_URI.variable(), file.getParent(), Setting.DATA_DIR.variable()));
    }
    return config.with(Setting.PG_URI, Files.readString(file).strip());
  }
}
