package africa.soko.cli;

import africa.soko.audit.AuditVerificationStore;
import africa.soko.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What can be done with the audit log from outside the service.
@Command(
    name = "audit",
    description = "Work on the audit log.",
    mixinStandardHelpOptions = true,
    subcommands = AuditCommand.Verify.class)
final class AuditCommand {

  /// Proves that nothing in the audit log was changed, added or taken out.
  @Command(
      name = "verify",
      description =
          "Prove the audit log: exit code 1 and a line for each entry that is not what was"
              + " written.",
      mixinStandardHelpOptions = true)
  static final class Verify extends ConfiguredCommand {
    private static final int MINUTES_MAX = 60;
    private static final List<String> SCHEMAS = List.of("live", "sandbox", "platform");

    @Option(names = "--json", description = "Print what was found as JSON.")
    private boolean json;

    /// What was found of one log; `platform` is that of the operators.
    record Proof(String log, boolean isProven, List<String> findings, int chains, long entries) {}

    @Override
    public Integer call() throws Exception {
      var proofs = new ArrayList<Proof>();
      try (var database = Database.of(this)) {
        for (var schema : SCHEMAS) {
          var found =
              database.ask(
                  schema,
                  pool -> AuditVerificationStore.verify(pool).await(MINUTES_MAX, TimeUnit.MINUTES));
          var proof =
              new Proof(
                  schema, found.isProven(), found.findings(), found.chains(), found.entries());
          if (!json) print(proof);
          proofs.add(proof);
        }
      }
      if (json) out().println(Json.encode(proofs));
      return proofs.stream().allMatch(Proof::isProven) ? ExitCode.DONE : ExitCode.NO;
    }

    private void print(Proof proof) {
      proof.findings.forEach(finding -> out().println("  " + finding));
      out()
          .printf(
              "%s: %s, %d entries in %d chains%n",
              proof.log, proof.isProven ? "proven" : "WRONG", proof.entries, proof.chains);
      out().flush();
    }
  }
}
