package africa.soko.cli;

import africa.soko.platform.config.Mode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows the settings in force.
@Command(
    name = "config",
    description = "Print every setting in force, secrets masked.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  @Mixin private final Settings settings = new Settings();

  @Override
  public Integer call() {
    System.out.println(settings.load(Mode.DEVELOPMENT).print());
    return 0;
  }
}
