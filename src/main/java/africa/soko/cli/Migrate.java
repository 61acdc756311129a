package africa.soko.cli;

import africa.soko.platform.config.Mode;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Brings the schemas up to date and ends.
@Command(
    name = "migrate",
    description = "Bring the database up to date.",
    mixinStandardHelpOptions = true)
final class Migrate extends ConfiguredCommand {
  @Option(names = "--json", description = "Print how many migrations were run as JSON.")
  private boolean json;

  record Done(int migrations) {}

  @Override
  public Integer call() {
    var config = load(Mode.SERVICE);
    var count = new Migrations(PostgresAddress.from(config)).run();
    if (json) out().println(Json.encode(new Done(count)));
    else out().println(count + " migrations were run");
    return ExitCode.DONE;
  }
}
