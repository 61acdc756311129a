package africa.soko;

import africa.soko.cli.Soko;
import africa.soko.platform.config.InvalidConfig;
import africa.soko.platform.embedded.CannotStart;
import picocli.CommandLine;

/// The entry point of the program.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    var command =
        new CommandLine(new Soko())
            .setUnmatchedOptionsArePositionalParams(false)
            .setExecutionExceptionHandler(
                (fault, line, _) -> {
                  line.getErr().println(describe(fault));
                  return 1;
                });
    System.exit(command.execute(args));
  }

  /// What somebody at a terminal can act on; a fault of ours comes with its trace.
  private static String describe(Exception fault) {
    return switch (fault) {
      case InvalidConfig invalid -> String.join(System.lineSeparator(), invalid.problems());
      case CannotStart cannot -> String.valueOf(cannot.getMessage());
      default -> {
        var text = new java.io.StringWriter();
        fault.printStackTrace(new java.io.PrintWriter(text));
        yield text.toString();
      }
    };
  }
}
