package africa.soko.cli;

import africa.soko.edge.contract.ContractDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// Everything that operators may ask for at the management port: a command for each operation of
/// their contract, which is read only here, as it takes a moment.
@Command(
    name = "operator",
    description = "Ask the management port of a running service: a command for each operation.")
final class OperatorCommand implements Callable<Integer> {
  @Unmatched private final List<String> arguments = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var outer = Objects.requireNonNull(spec, "not called by picocli").commandLine();
    return operations(outer).execute(arguments.toArray(String[]::new));
  }

  /// A command line of its own that looks like the rest of the program.
  private static CommandLine operations(CommandLine outer) {
    var top = CommandSpec.wrapWithoutInspection(new Object());
    top.name("soko operator").mixinStandardHelpOptions(true);
    top.usageMessage()
        .description(
            "Ask the management port of a running service. Where it is and the token are taken from"
                + " --url and SOKO_OPERATOR_TOKEN, or else from the start-dev whose data directory"
                + " it is (SOKO_DATA_DIR).")
        .exitCodeListHeading("%nExit codes:%n");
    top.usageMessage().exitCodeList(Soko.exitCodes());
    for (var operation : OperatorOperation.of(ContractDocument.load("/operator").json())) {
      top.addSubcommand(operation.command(), operation.spec());
    }
    var line = new CommandLine(top);
    return line.setOut(outer.getOut())
        .setErr(outer.getErr())
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(outer.getParameterExceptionHandler())
        .setExecutionExceptionHandler(outer.getExecutionExceptionHandler());
  }
}
