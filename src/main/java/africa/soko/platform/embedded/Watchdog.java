package africa.soko.platform.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A server process under a shell that ends it as soon as the pipe to this process closes: by
/// [#stop()], by a normal end, or by `kill -9`, after which no code of ours runs.
///
/// The shell leads a session of its own, so that Ctrl-C in a terminal reaches only this process,
/// which can finish its work before the servers go.
final class Watchdog {
  private static final Duration STOP = Duration.ofSeconds(30);

  /// `$0` is the signal that asks the server to end, `$@` its command. The shell waits for the
  /// server at the end only, so its process id cannot be given to anybody else before the signal.
  private static final String SCRIPT =
      """
      "$@" </dev/null >>"$LOG" 2>&1 &
      server=$!
      echo "$server"
      exec >/dev/null 2>&1
      cat >/dev/null
      kill -s "$0" "$server"
      wait "$server"
      """;

  private final Process shell;
  private final long pid;
  private final Path dataDirectory;

  private Watchdog(Process shell, long pid, Path dataDirectory) {
    this.shell = shell;
    this.pid = pid;
    this.dataDirectory = dataDirectory;
  }

  static Watchdog start(
      DataDirectory data,
      String signal,
      List<String> command,
      Path log,
      Map<String, String> environment) {
    var arguments = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, signal));
    arguments.addAll(command);
    var builder = new ProcessBuilder(arguments).directory(data.path().toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("LOG", log.toString());
    builder.environment().putAll(environment);
    try {
      var shell = builder.start();
      return new Watchdog(shell, pid(shell), data.path());
    } catch (IOException e) {
      throw new CannotStart("Cannot run %s: %s".formatted(command.getFirst(), e.getMessage()), e);
    }
  }

  private static long pid(Process shell) throws IOException {
    try (BufferedReader output = shell.inputReader()) {
      var pid = output.readLine();
      if (pid == null) throw new IOException("the shell ended at once");
      return Long.parseLong(pid);
    }
  }

  long pid() {
    return pid;
  }

  /// Nothing once the server has ended, which it may have by the time its id is known.
  private Optional<ProcessHandle> server() {
    return ProcessHandle.of(pid);
  }

  /// False once the server's program has ended; before its first moments are over the shell's own
  /// copy of itself still counts as the server.
  boolean isRunning() {
    return server().flatMap(one -> one.info().command()).isPresent();
  }

  /// Asks the server to end and returns when it has; after 30 s it is killed.
  void stop() {
    try {
      shell.outputWriter().close();
      if (shell.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) return;
      server()
          .filter(one -> Leftover.isOurs(one, dataDirectory))
          .ifPresent(ProcessHandle::destroyForcibly);
      shell.waitFor();
    } catch (IOException e) {
      throw new CannotStart("Cannot stop process " + pid, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
