package africa.soko.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// Packages of npm, for tests that can do without.
public final class Npm {
  private static final long INSTALL_MINUTES = 5;

  private Npm() {}

  /// Whether a package is there, below `node_modules` of a folder; it is fetched where it is not.
  ///
  /// @param file that it has
  /// @param log takes what npm says
  public static boolean has(Path folder, String file, String name, Path log) throws Exception {
    if (Files.exists(folder.resolve("node_modules").resolve(file))) return true;
    Files.createDirectories(folder);
    // No script of a package is run.
    var npm =
        new ProcessBuilder(
            "npm",
            "install",
            "--prefix=" + folder,
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            name);
    return succeeds(npm, log);
  }

  private static boolean succeeds(ProcessBuilder command, Path log) throws Exception {
    Process process;
    try {
      process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    } catch (IOException e) {
      return false;
    }
    boolean ended = process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
    if (!ended) process.destroyForcibly();
    System.out.println(Files.readString(log));
    return ended && process.exitValue() == 0;
  }
}
