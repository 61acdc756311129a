package africa.soko.cli;

import africa.soko.platform.config.Mode;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.db.PostgresAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Brings the schemas up to date and ends.
@Command(
    name = "migrate",
    description = "Bring the database up to date.",
    mixinStandardHelpOptions = true)
final class Migrate implements Callable<Integer> {
  @Mixin private final Settings settings = new Settings();

  @Override
  public Integer call() {
    var config = settings.load(Mode.SERVICE);
    var count = new Migrations(PostgresAddress.from(config)).run();
    System.out.println(count + " migrations were run");
    return 0;
  }
}
