package africa.soko.platform.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Ends a server that outlived the instance that started it.
final class Leftover {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private Leftover() {}

  /// Ends the process named by a pid file and deletes the file. A process whose program lies
  /// outside the data directory only happens to have the same id and is left alone.
  static void end(Path pidFile, Path dataDirectory) throws IOException {
    if (!Files.exists(pidFile)) return;
    var process = readPid(pidFile).flatMap(ProcessHandle::of);
    if (process.isPresent()) end(process.get(), dataDirectory);
    Files.deleteIfExists(pidFile);
  }

  private static void end(ProcessHandle process, Path dataDirectory) {
    if (!isOurs(process, dataDirectory)) return;
    process.destroy();
    if (Wait.until(GRACE, () -> !isOurs(process, dataDirectory))) return;
    process.destroyForcibly();
    if (Wait.until(GRACE, () -> !isOurs(process, dataDirectory))) return;
    throw new CannotStart("Process %d of an earlier run does not end".formatted(process.pid()));
  }

  /// A zombie has no program any more, while `isAlive` and `onExit` still count it as a process.
  static boolean isOurs(ProcessHandle process, Path dataDirectory) {
    return process.info().command().map(c -> Path.of(c).startsWith(dataDirectory)).orElse(false);
  }

  private static Optional<Long> readPid(Path pidFile) throws IOException {
    try (var lines = Files.lines(pidFile)) {
      return lines
          .findFirst()
          .map(String::strip)
          .filter(s -> s.matches("\\d{1,18}"))
          .map(Long::valueOf);
    }
  }
}
