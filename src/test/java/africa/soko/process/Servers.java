package africa.soko.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// PostgreSQL and Redis of the test itself, to be taken away from the program and given back.
public final class Servers implements AutoCloseable {
  private static final String SECRET = "the secret of a test, more than long enough for one";

  private final DataDirectory data;
  public final LocalPostgres postgres;
  public final LocalRedis redis;

  Servers(Path directory) {
    data = DataDirectory.open(directory);
    postgres = new LocalPostgres(data).start();
    redis = new LocalRedis(data).start();
  }

  /// The settings of a program that uses them.
  Map<String, String> settings() {
    var settings = new HashMap<>(limits());
    settings.put("SOKO_PG_URI", postgres.uri());
    settings.put("SOKO_PG_OWNER_USER", postgres.owner());
    settings.put("SOKO_PG_OWNER_PASSWORD", postgres.ownerPassword());
    settings.put("SOKO_REDIS_URI", redis.uri());
    settings.put("SOKO_SERVER_SECRET", SECRET);
    settings.put("SOKO_OPERATOR_TOKEN", SECRET);
    return settings;
  }

  /// Limits that leave room for the load.
  static Map<String, String> limits() {
    return Map.of("SOKO_LIMIT_SANDBOX_RPM", "100000", "SOKO_DESK_SANDBOX_FILL_SECONDS", "1-2");
  }

  /// Kills every process of PostgreSQL, as a machine that loses its power does.
  void killPostgres() throws Exception {
    var pid = Files.readAllLines(data.resolve("pg/postmaster.pid")).getFirst().strip();
    var postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    var backends = postmaster.children().toList();
    postmaster.destroyForcibly();
    backends.forEach(ProcessHandle::destroyForcibly);
    Polling.until(
        "PostgreSQL is gone", Duration.ofSeconds(10), () -> postmaster.info().command().isEmpty());
  }

  /// Redis loses all that it holds.
  public void flushRedis() throws IOException {
    askRedis("FLUSHALL");
  }

  /// Whether the limiter keeps anything in Redis.
  boolean redisHasWindows() throws IOException {
    return !askRedis("KEYS window:*").equals("*0");
  }

  /// The first line of the answer.
  private String askRedis(String command) throws IOException {
    try (var socket = new Socket("127.0.0.1", redis.port())) {
      var question = "AUTH %s\r\n%s\r\n".formatted(redis.password(), command);
      socket.getOutputStream().write(question.getBytes(US_ASCII));
      var answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      answers.readLine();
      return answers.readLine();
    }
  }

  /// Proves the books as an operator would, by the program itself; prints what it said.
  static void verifyBooks(Path directory, Map<String, String> settings) throws Exception {
    try (var verify = ServiceProcess.run(directory, settings, "proven", "ledger", "verify")) {
      int exit = verify.awaitExit();
      System.out.print(verify.output());
      if (exit != 0) throw new AssertionError("The books are wrong:\n" + verify.output());
    }
  }

  @Override
  public void close() {
    redis.close();
    postgres.close();
    data.close();
  }
}
