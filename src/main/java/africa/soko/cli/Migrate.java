package africa.soko.cli;

import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import africa.soko.platform.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Brings the schemas up to date and ends.
@Command(
    name = "migrate",
    description = "Bring the database up to date, as the owner of the tables.",
    mixinStandardHelpOptions = true)
final class Migrate extends ConfiguredCommand {
  @Option(names = "--json", description = "Print how many migrations were run as JSON.")
  private boolean json;

  record Done(int migrations) {}

  @Override
  public Integer call() {
    // It needs the database alone, none of the other settings of the service.
    var config = load(Mode.DEVELOPMENT);
    if (config.optional(Setting.PG_URI).isEmpty()) {
      throw new CannotStart("No database is configured with " + Setting.PG_URI.variable());
    }
    var count = Schemas.migrate(config);
    if (json) out().println(Json.encode(new Done(count)));
    else out().println(count + " migrations were run");
    return ExitCode.DONE;
  }
}
