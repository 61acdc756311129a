package africa.soko.cli;

import africa.soko.platform.config.Mode;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.db.PostgresAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Starts the service for real: it refuses a missing or unsafe setting.
@Command(
    name = "start",
    description = "Start the service on the configured PostgreSQL and Redis.",
    mixinStandardHelpOptions = true)
final class Start implements Callable<Integer> {
  @Mixin private final Settings settings = new Settings();

  @Override
  public Integer call() throws InterruptedException {
    var config = settings.load(Mode.SERVICE);
    new Migrations(PostgresAddress.from(config)).run();
    var service = RunningService.start(config);
    try (service) {
      service.app().serve();
      System.out.println("Soko answers on port " + service.app().port());
      service.awaitEnd();
    } finally {
      service.closed();
    }
    return 0;
  }
}
