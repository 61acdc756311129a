package africa.soko.cli;

import africa.soko.platform.config.Mode;
import picocli.CommandLine.Command;

/// Starts the service for real: it refuses a missing or unsafe setting.
@Command(
    name = "start",
    description = "Start the service on the configured PostgreSQL and Redis.",
    mixinStandardHelpOptions = true)
final class Start extends ConfiguredCommand {
  @Override
  public Integer call() throws InterruptedException {
    var config = load(Mode.SERVICE);
    Ports.requireFree(config);
    Schemas.prepare(config);
    var service = RunningService.start(config);
    try (service) {
      service.app().serve();
      out().println("Soko answers on port " + service.app().port());
      service.awaitEnd();
    } finally {
      service.closed();
    }
    return ExitCode.DONE;
  }
}
