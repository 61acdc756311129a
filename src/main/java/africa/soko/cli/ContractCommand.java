package africa.soko.cli;

import africa.soko.edge.contract.AsyncApi;
import africa.soko.edge.contract.BrunoCollection;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.platform.embedded.CannotStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Prints the contract, as the service publishes it, without a service; or writes what is made of
/// it.
@Command(
    name = "contract",
    description = "Print the contract, an OpenAPI 3.1 document, or write a Bruno collection of it.",
    mixinStandardHelpOptions = true)
final class ContractCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print JSON instead of YAML.")
  private boolean json;

  @Option(names = "--operator", description = "The operators' contract instead of the partners'.")
  private boolean operator;

  @Option(
      names = "--events",
      description = "The events alone, as an AsyncAPI 3.0 document in JSON.")
  private boolean events;

  @Option(
      names = "--bruno",
      paramLabel = "FOLDER",
      description = "Write a Bruno collection into this folder, and print nothing.")
  private @Nullable Path bruno;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var contract = ContractDocument.load(operator ? "/operator" : "/openapi");
    if (bruno != null) {
      write(bruno, contract);
      return ExitCode.DONE;
    }
    var text =
        events
            ? AsyncApi.of(contract) + "\n"
            : json ? contract.asJson() + "\n" : contract.asYaml().toString();
    var out = Objects.requireNonNull(spec, "not called by picocli").commandLine().getOut();
    out.print(text);
    out.flush();
    return ExitCode.DONE;
  }

  private static void write(Path folder, ContractDocument contract) {
    for (var file : BrunoCollection.of(contract).entrySet()) {
      var path = folder.resolve(file.getKey());
      try {
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.writeString(path, file.getValue());
      } catch (IOException e) {
        throw new CannotStart("%s cannot be written: %s".formatted(path, e), e);
      }
    }
  }
}
