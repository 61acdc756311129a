package africa.soko.cli;

import africa.soko.platform.config.Mode;
import africa.soko.platform.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows the settings in force.
@Command(
    name = "config",
    description = "Print every setting in force, secrets masked.",
    mixinStandardHelpOptions = true)
final class ConfigCommand extends ConfiguredCommand {
  @Option(names = "--json", description = "Print a list of key, value and origin.")
  private boolean json;

  @Override
  public Integer call() {
    var config = load(Mode.DEVELOPMENT);
    if (json) out().println(Json.encode(config.shown()));
    else out().print(config.print());
    // Only a line's end is written out by itself.
    out().flush();
    return ExitCode.DONE;
  }
}
