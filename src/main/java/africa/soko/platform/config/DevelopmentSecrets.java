package africa.soko.platform.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/// Makes the secrets that `start-dev` was not given, once: they stay in the data directory,
/// readable by their owner alone, so that keys made yesterday still work today.
public final class DevelopmentSecrets {
  private static final int BYTES = 32;

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
      if (!Files.exists(file)) make(file);
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot keep a secret in " + file, e);
    }
  }

  private static void make(Path file) throws IOException {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    var secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    Files.createFile(draft, ownerOnly);
    Files.writeString(draft, secret + "\n");
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
