package africa.soko.platform.config;

import africa.soko.platform.crypto.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Makes the secrets that `start-dev` was not given, once: they stay in the data directory,
/// readable by their owner alone, so that keys made yesterday still work today.
public final class DevelopmentSecrets {
  private DevelopmentSecrets() {}

  /// The configuration with every secret that it needs.
  public static Config fill(Config config, Path dataDirectory) {
    var filled = config;
    for (var setting : List.of(Setting.SERVER_SECRET, Setting.OPERATOR_TOKEN)) {
      if (filled.optional(setting).isPresent()) continue;
      filled = filled.with(setting, readOrMake(dataDirectory.resolve(setting.key())));
    }
    return filled;
  }

  private static String readOrMake(Path file) {
    try {
      return SecretFile.readOrMake(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot keep a secret in " + file, e);
    }
  }
}
