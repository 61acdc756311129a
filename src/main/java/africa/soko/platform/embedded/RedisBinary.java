package africa.soko.platform.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/// Redis's program from the class path, unpacked once for each version. It is linked statically and
/// needs no library of the machine.
final class RedisBinary {
  private static final String NAME = "redis-server-7.0.15-linux-";
  private static final Map<String, String> MACHINES = Map.of("amd64", "amd64", "aarch64", "arm64");

  private RedisBinary() {}

  static Path unpackInto(Path directory) throws IOException {
    var machine = System.getProperty("os.arch", "");
    var name = NAME + MACHINES.getOrDefault(machine, machine);
    var program = directory.resolve(name);
    if (Files.exists(program)) return program;
    try (var packed = RedisBinary.class.getResourceAsStream("/" + name)) {
      if (packed == null) {
        throw new CannotStart(
            "No Redis is packed for %s; name a running one with SOKO_REDIS_URI."
                .formatted(machine));
      }
      // Moved when whole: a run that was killed leaves no half of it behind.
      var draft = Files.createTempFile(directory, "redis-draft-", "");
      Files.copy(packed, draft, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwx------"));
      return Files.move(draft, program, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
