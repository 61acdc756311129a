package africa.soko.platform.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Another process that runs both servers in a data directory, to be killed.
final class OtherInstance implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private OtherInstance(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  static OtherInstance start(Path directory) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = System.getProperty("java.class.path");
    return new OtherInstance(
        new ProcessBuilder(
                java,
                "-Xmx128m",
                "-cp",
                classPath,
                OtherInstance.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /// The two ports once both servers run, or the refusal.
  String firstLine() throws IOException {
    return output.readLine();
  }

  /// As `kill -9` does.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /// Kills the shells that would end the servers as well, and returns the servers.
  List<ProcessHandle> killWithWatchdogs() throws InterruptedException {
    var shells = process.children().toList();
    var servers = shells.stream().flatMap(ProcessHandle::children).toList();
    shells.forEach(ProcessHandle::destroyForcibly);
    kill();
    return servers;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] args) throws Exception {
    try {
      var data = DataDirectory.open(Path.of(args[0]));
      var postgres = new LocalPostgres(data).start();
      var redis = new LocalRedis(data).start();
      EmbeddedServersIT.execute(postgres, "CREATE TABLE kept AS SELECT 1 AS n");
      System.out.println(postgres.port() + " " + redis.port());
      System.in.read();
    } catch (CannotStart e) {
      System.out.println(e.getMessage());
    }
  }
}
