package africa.soko.cli;

import africa.soko.Proofs;
import africa.soko.edge.Environment;
import africa.soko.ledger.Verification;
import africa.soko.ledger.VerificationStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.embedded.CannotStart;
import africa.soko.platform.json.Json;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
  static final class Verify extends ConfiguredCommand {
    private static final int MINUTES_MAX = 30;

    @Option(names = "--json", description = "Print what was found as JSON.")
    private boolean json;

    /// What was found of one environment.
    record Proof(
        String environment,
        boolean isProven,
        List<Verification.Finding> findings,
        Map<String, Long> rows) {}

    @Override
    public Integer call() throws Exception {
      var config = load(Mode.DEVELOPMENT);
      if (config.optional(Setting.PG_URI).isEmpty()) config = ofRunningService(config);
      var vertx = Vertx.vertx();
      try {
        var proofs = new ArrayList<Proof>();
        for (var environment : Environment.values()) {
          var proof = verify(vertx, config, environment);
          if (!json) print(proof);
          proofs.add(proof);
        }
        if (json) out().println(Json.encode(proofs));
        return proofs.stream().allMatch(Proof::isProven) ? ExitCode.DONE : ExitCode.NO;
      } finally {
        vertx.close().await(10, TimeUnit.SECONDS);
      }
    }

    private void print(Proof proof) {
      proof.findings.forEach(finding -> out().println("  " + finding));
      out().println(proof.environment + (proof.isProven ? ": proven, " : ": WRONG, ") + proof.rows);
      out().flush();
    }

    private static Proof verify(Vertx vertx, Config config, Environment environment)
        throws Exception {
      var options = PostgresAddress.from(config).addProperty("search_path", environment.schema());
      var pool =
          PgBuilder.pool()
              .with(new PoolOptions().setMaxSize(1))
              .connectingTo(options)
              .using(vertx)
              .build();
      try {
        var verification =
            new VerificationStore(pool, Proofs.ALL).verify().await(MINUTES_MAX, TimeUnit.MINUTES);
        return new Proof(
            environment.schema(),
            verification.isProven(),
            verification.findings(),
            verification.rowsOf());
      } catch (Exception e) {
        // What comes from the network comes unchecked as well.
        if (e instanceof RuntimeException && !(e instanceof VertxException)) throw e;
        throw new CannotStart("The books cannot be asked: " + e.getMessage(), e);
      }
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
