package africa.soko.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// One run of the program in a JVM of its own, with what it printed.
final class ServiceProcess implements AutoCloseable {
  static final JsonMapper JSON = new JsonMapper();
  private static final Duration READY_MAX = Duration.ofSeconds(90);
  private static final Duration END_MAX = Duration.ofSeconds(60);

  private final Process process;
  private final Path directory;
  private final StringBuffer output = new StringBuffer();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final Thread reader;

  private ServiceProcess(Process process, Path directory, String readyWords) {
    this.process = process;
    this.directory = directory;
    reader = Thread.ofVirtual().start(() -> read(readyWords));
  }

  /// Starts a development instance on free ports and returns once it is ready.
  static ServiceProcess startDev(Path directory, Map<String, String> settings) throws Exception {
    return run(directory, settings, "Soko is ready", "start-dev").awaitReady();
  }

  /// Runs any command of the program.
  ///
  /// @param readyWords what it prints once it is ready
  static ServiceProcess run(
      Path directory, Map<String, String> settings, String readyWords, String... arguments)
      throws IOException {
    var temporary = Files.createDirectories(directory.resolve("tmp"));
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xshare:auto",
                "-Xms64m",
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "africa.soko.Main"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SOKO_"));
    environment.put("SOKO_DATA_DIR", directory.toString());
    environment.put("SOKO_HTTP_PORT", "0");
    environment.put("SOKO_MANAGEMENT_PORT", "0");
    environment.putAll(settings);
    return new ServiceProcess(builder.start(), directory, readyWords);
  }

  ServiceProcess awaitReady() throws Exception {
    try {
      ready.get(READY_MAX.toSeconds(), TimeUnit.SECONDS);
      return this;
    } catch (Exception e) {
      close();
      throw new AssertionError("The program did not become ready:\n" + output, e);
    }
  }

  /// What a development instance tells scripts.
  JsonNode dev() throws IOException {
    return JSON.readTree(directory.resolve("dev.json").toFile());
  }

  String output() {
    return output.toString();
  }

  /// The servers and their shells, to be looked at after the end.
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /// After the heap was collected: what is in use, and not what has become free.
  long usedMegabytes() throws IOException, InterruptedException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var collect = new ProcessBuilder(jcmd, "" + process.pid(), "GC.run");
    int exit = collect.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    if (exit != 0) throw new AssertionError("jcmd says " + exit);
    return residentMegabytes();
  }

  long residentMegabytes() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      var line = lines.filter(l -> l.startsWith("VmRSS")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
    }
  }

  /// The processor time that each of its event loops has taken so far.
  List<Duration> workOfEventLoops() throws IOException {
    var found = new ArrayList<Duration>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
      for (var task : tasks) {
        var stat = Files.readString(task.resolve("stat"));
        // The kernel keeps 15 letters of a name.
        if (!stat.contains("(vert.x-eventloo)")) continue;
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        found.add(Duration.ofMillis(ticks * 10));
      }
    }
    return found;
  }

  /// As `kill -9` does.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// As `kill -STOP` does, until [#resume].
  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", name, "" + process.pid()).start().waitFor();
    if (exit != 0) throw new AssertionError("kill " + name + " says " + exit);
  }

  /// As Ctrl-C, or an orchestrator, does.
  void terminate() {
    // By its handle: the process itself would close its output as well.
    process.toHandle().destroy();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  int awaitExit() throws InterruptedException {
    if (!process.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("The program does not end:\n" + output);
    }
    reader.join();
    return process.exitValue();
  }

  /// Ends the process in order; one that does not is killed.
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) kill();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read(String readyWords) {
    try (var lines = process.inputReader()) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (line.contains(readyWords)) ready.complete(null);
      }
    } catch (IOException e) {
      output.append(e).append('\n');
    }
    ready.completeExceptionally(new IOException("it ended"));
  }
}
