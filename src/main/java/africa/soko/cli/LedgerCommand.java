package africa.soko.cli;

import africa.soko.Proofs;
import africa.soko.edge.Environment;
import africa.soko.ledger.VerificationStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.embedded.CannotStart;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// What can be done with the books from outside the service.
@Command(
    name = "ledger",
    description = "Work on the books.",
    mixinStandardHelpOptions = true,
    subcommands = LedgerCommand.Verify.class)
final class LedgerCommand {

  /// Proves the books of both environments.
  @Command(
      name = "verify",
      description = "Prove the books: exit code 1 and a line for each fault if they are wrong.",
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {
    private static final int MINUTES_MAX = 30;

    @Mixin private final Settings settings = new Settings();

    @Override
    public Integer call() throws Exception {
      var config = settings.load(Mode.DEVELOPMENT);
      if (config.optional(Setting.PG_URI).isEmpty()) config = ofRunningService(config);
      var vertx = Vertx.vertx();
      try {
        var isProven = true;
        for (var environment : Environment.values()) {
          isProven &= verify(vertx, config, environment);
        }
        return isProven ? 0 : 1;
      } finally {
        vertx.close().await(10, TimeUnit.SECONDS);
      }
    }

    private static boolean verify(Vertx vertx, Config config, Environment environment)
        throws Exception {
      var options = PostgresAddress.from(config).addProperty("search_path", environment.schema());
      var pool =
          PgBuilder.pool()
              .with(new PoolOptions().setMaxSize(1))
              .connectingTo(options)
              .using(vertx)
              .build();
      var verification =
          new VerificationStore(pool, Proofs.ALL).verify().await(MINUTES_MAX, TimeUnit.MINUTES);
      verification.findings().forEach(finding -> System.out.println("  " + finding));
      System.out.println(
          environment.schema()
              + (verification.isProven() ? ": proven, " : ": WRONG, ")
              + verification.rowsOf());
      return verification.isProven();
    }

    /// start-dev leaves the address of its database in its data directory.
    private static Config ofRunningService(Config config) throws IOException {
      var file = config.path(Setting.DATA_DIR).resolve("pg.uri");
      if (!Files.exists(file)) {
        throw new CannotStart(
            "No database is configured with %s, and no start-dev runs on %s (%s)"
                .formatted(
                    Setting.PG_URI.variable(), file.getParent(), Setting.DATA_DIR.variable()));
      }
      return config.with(Setting.PG_URI, Files.readString(file).strip());
    }
  }
}
