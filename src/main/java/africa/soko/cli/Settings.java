package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Unmatched;

/// Settings on the command line, such as `--http.port=9090`; they win over everything else.
final class Settings {
  @Unmatched final List<String> arguments = new ArrayList<>();

  Config load(Mode mode) {
    return Config.load(mode, arguments, System.getenv());
  }
}
