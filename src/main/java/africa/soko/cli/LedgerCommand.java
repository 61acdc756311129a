package africa.soko.cli;

import africa.soko.Proofs;
import africa.soko.edge.Environment;
import africa.soko.ledger.Verification;
import africa.soko.ledger.VerificationStore;
import africa.soko.platform.json.Json;
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
      var proofs = new ArrayList<Proof>();
      try (var database = Database.of(this)) {
        for (var environment : Environment.values()) {
          var proof = verify(database, environment);
          if (!json) print(proof);
          proofs.add(proof);
        }
      }
      if (json) out().println(Json.encode(proofs));
      return proofs.stream().allMatch(Proof::isProven) ? ExitCode.DONE : ExitCode.NO;
    }

    private void print(Proof proof) {
      proof.findings.forEach(finding -> out().println("  " + finding));
      out().println(proof.environment + (proof.isProven ? ": proven, " : ": WRONG, ") + proof.rows);
      out().flush();
    }

    private static Proof verify(Database database, Environment environment) throws Exception {
      var verification =
          database.ask(
              environment.schema(),
              pool ->
                  new VerificationStore(pool, Proofs.ALL)
                      .verify()
                      .await(MINUTES_MAX, TimeUnit.MINUTES));
      return new Proof(
          environment.schema(),
          verification.isProven(),
          verification.findings(),
          verification.rowsOf());
    }
  }
}
