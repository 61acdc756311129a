package africa.soko.cli;

import africa.soko.ProcessMeters;
import africa.soko.platform.config.InvalidConfig;
import africa.soko.platform.db.MigrationFailed;
import africa.soko.platform.embedded.CannotStart;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The program: everything it can do is a subcommand.
@Command(
    name = "soko",
    description = "Partner brokerage and market data for African exchanges.",
    mixinStandardHelpOptions = true,
    version = ProcessMeters.VERSION,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:done, and the answer is no: the books are wrong",
      "2:the arguments or settings cannot be used",
      "3:it could not be done: a port is taken, a server is away"
    },
    subcommands = {
      StartDev.class,
      Start.class,
      Migrate.class,
      LedgerCommand.class,
      ConfigCommand.class,
      ContractCommand.class,
      ListenCommand.class,
      HelpCommand.class
    })
public final class Soko {
  private Soko() {}

  /// The program's command line, ready to be executed.
  public static CommandLine commandLine() {
    var line = new CommandLine(new Soko());
    line.addSubcommand("completion", new GenerateCompletion());
    describeSettings(line);
    // A value may begin with @, or be quoted.
    return line.setExpandAtFiles(false)
        .setParameterExceptionHandler(Soko::refused)
        .setExecutionExceptionHandler(Soko::failed);
  }

  private static void describeSettings(CommandLine line) {
    if (line.getCommand() instanceof ConfiguredCommand command) {
      command.describe(line.getCommandSpec());
    }
    line.getSubcommands().values().forEach(Soko::describeSettings);
  }

  private static int refused(ParameterException fault, String[] arguments) {
    var line = fault.getCommandLine();
    if (!(line.getCommand() instanceof Callable)
        && !(fault instanceof UnmatchedArgumentException)) {
      // A command was left out: which there are is what helps.
      line.usage(line.getErr());
      return ExitCode.USAGE;
    }
    line.getErr().println(fault.getMessage());
    UnmatchedArgumentException.printSuggestions(fault, line.getErr());
    line.getErr().println("Try: " + asTyped(line.getCommandSpec().qualifiedName()) + " --help");
    return ExitCode.USAGE;
  }

  /// A command as whoever started the program types it: the scripts say how they are called.
  static String asTyped(String command) {
    return System.getProperty("program.name", "soko") + command.substring("soko".length());
  }

  /// Says what somebody at a terminal can act on; a fault of ours comes with its trace.
  private static int failed(Exception fault, CommandLine line, ParseResult parsed) {
    line.getErr().println(describe(fault));
    return fault instanceof InvalidConfig ? ExitCode.USAGE : ExitCode.FAILED;
  }

  private static String describe(Exception fault) {
    return switch (fault) {
      case InvalidConfig invalid -> String.join(System.lineSeparator(), invalid.problems());
      case CannotStart cannot -> String.valueOf(cannot.getMessage());
      case MigrationFailed migration -> String.valueOf(migration.getMessage());
      default -> {
        var text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text));
        yield text.toString();
      }
    };
  }
}
