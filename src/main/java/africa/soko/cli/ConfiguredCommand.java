package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// A command that takes settings, such as `--http.port=9090`; they win over everything else.
abstract class ConfiguredCommand implements Callable<Integer> {
  /// What is no option as picocli knows it: another spelling of a setting, or none. Here and not in
  /// a mixin, where picocli would overlook it.
  @Unmatched private final List<String> unmatched = new ArrayList<>();

  private final List<String> given = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  final Config load(Mode mode) {
    var arguments = new ArrayList<>(given);
    arguments.addAll(unmatched);
    return Config.load(mode, arguments, System.getenv());
  }

  final PrintWriter out() {
    return line().getOut();
  }

  final CommandLine line() {
    if (spec == null) throw new IllegalStateException("not called by picocli");
    return spec.commandLine();
  }

  /// Makes every setting an option, for the help and for completion.
  final void describe(CommandSpec command) {
    for (var setting : Setting.values()) command.addOption(option(setting));
    command.usageMessage().abbreviateSynopsis(true).sortOptions(false);
  }

  private OptionSpec option(Setting setting) {
    ISetter take =
        new ISetter() {
          @Override
          public <T> @Nullable T set(@Nullable T value) {
            if (value != null) given.add(setting.option() + "=" + value);
            return null;
          }
        };
    // Descriptions are formats.
    return OptionSpec.builder(setting.option())
        .type(String.class)
        .arity("1")
        .paramLabel("VALUE")
        .description(setting.reason().replace("%", "%%"))
        .setter(take)
        .build();
  }
}
