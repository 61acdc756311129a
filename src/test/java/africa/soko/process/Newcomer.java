package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Somebody new at a machine: another user of the system (where the tests run as root), a checkout
/// that is not theirs in a path with spaces, an old java first on the PATH and no JAVA_HOME.
final class Newcomer {
  static final Path JAR = Path.of("target/soko.jar");
  static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  private static final String NOBODY = "65534";
  private static final Duration READY_MAX = Duration.ofSeconds(120);
  private static final String OLD = "#!/bin/sh\necho 'too old' >&2\nexit 1\n";

  private final List<Process> started = new ArrayList<>();
  private final Path temp;
  final Path checkout;
  final Path home;
  final Path data;
  private final Path old;

  Newcomer(Path temp) throws Exception {
    this.temp = temp;
    checkout = Files.createDirectories(temp.resolve("a path with spaces/soko"));
    run("cp", "-a", "scripts", "conf", "pom.xml", "README.md", checkout.toString());
    Files.createDirectories(checkout.resolve("src"));
    Files.createDirectories(checkout.resolve("target"));
    run("cp", "-a", "src/main", checkout.resolve("src").toString());
    run("cp", "-a", "target/lib", JAR.toString(), checkout.resolve("target").toString());
    // Nothing is stale, whatever was edited since.
    run("touch", checkout.resolve("target/soko.jar").toString());
    old = Files.createDirectory(temp.resolve("old"));
    for (var name : List.of("java", "javac")) {
      var file = Files.writeString(old.resolve(name), OLD);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    home = Files.createDirectory(temp.resolve("home"));
    data = home.resolve("my data");
    if (!IS_ROOT) return;
    run("chmod", "-R", "a+rX", temp.toString());
    run("chown", NOBODY, home.toString());
  }

  record Run(Process process, Path log) {
    /// Without what Vert.x says of a machine that is busy with other tests.
    String said() throws IOException {
      try (var lines = Files.lines(log)) {
        return lines
            .filter(line -> !line.contains("BlockedThreadChecker"))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
      }
    }

    Run awaitReady() throws Exception {
      Polling.until(
          "ready",
          READY_MAX,
          () -> {
            assertThat(process.isAlive()).as(said()).isTrue();
            return said().contains("The data stays.");
          });
      return this;
    }

    int exit() throws Exception {
      if (!process.waitFor(READY_MAX.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("It does not end:\n" + said());
      }
      return process.exitValue();
    }
  }

  /// Starts a script from elsewhere, with its settings on the command line.
  Run start(String script, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(checkout.resolve(script).toString()));
    command.addAll(List.of(arguments));
    command.add("--data.dir=" + data);
    for (var port : List.of("--http.port", "--management.port")) {
      if (script.equals("scripts/run") && command.stream().noneMatch(one -> one.startsWith(port))) {
        command.addAll(List.of(port, "0"));
      }
    }
    return start(home, command);
  }

  /// Gives lines to a shell in the checkout, as they are.
  Run type(String lines) throws IOException {
    return start(checkout, List.of("bash", "-c", lines));
  }

  private Run start(Path directory, List<String> arguments) throws IOException {
    // What runs the tests in the background may have made all it starts deaf to Ctrl-C.
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    if (IS_ROOT) {
      command.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    command.addAll(arguments);
    var log = temp.resolve("run-" + started.size() + ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SOKO_") || name.contains("JAVA"));
    environment.put("PATH", old + ":/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", home.toString());
    // Where it is, if it is nowhere that the scripts look.
    environment.put("JAVA_HOME_25_X64", System.getProperty("java.home"));
    if (directory.equals(checkout)) {
      environment.put("SOKO_DATA_DIR", data.toString());
      environment.put("SOKO_HTTP_PORT", "0");
      environment.put("SOKO_MANAGEMENT_PORT", "0");
    }
    var process = builder.start();
    started.add(process);
    return new Run(process, log);
  }

  JsonNode dev() throws IOException {
    return ServiceProcess.JSON.readTree(data.resolve("dev.json").toFile());
  }

  static void run(String... command) throws Exception {
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }

  /// Ends what was started.
  void leave() throws Exception {
    for (var one : started) {
      one.destroy();
      if (!one.waitFor(40, TimeUnit.SECONDS)) one.destroyForcibly().waitFor();
    }
  }
}
