package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a script may rely on when it starts a development instance, and what becomes of one whose
/// servers die.
@Tag("process")
class StartDevIT {
  private static final String STALE = "{\"publicUrl\":\"http://127.0.0.1:1\"}";
  private static final Duration AGAIN_MAX = Duration.ofSeconds(60);

  @TempDir Path temp;

  @Test
  void ready_means_that_dev_json_is_there_and_holds() throws Exception {
    Files.writeString(temp.resolve("dev.json"), STALE);
    int port = freePort();
    var settings = Map.of("SOKO_MANAGEMENT_PORT", "" + port);
    try (var service = ServiceProcess.run(temp, settings, "Soko is ready", "start-dev");
        var http = HttpClient.newHttpClient()) {
      Polling.until(
          "ready",
          Duration.ofSeconds(90),
          () -> {
            assertThat(service.isRunning()).as(service.output()).isTrue();
            if (!isReady(http, port)) return false;
            try (var client = PartnerClient.of(service)) {
              assertThat(client.get("/account").status()).isEqualTo(200);
            }
            return true;
          });
      assertThat(Files.readString(temp.resolve("dev.json"))).doesNotContain(STALE);
    }
  }

  @Test
  void a_file_that_cannot_be_written_is_said_in_one_line() throws Exception {
    Files.createDirectories(temp.resolve("dev.json.new/in-the-way"));
    try (var service = ServiceProcess.run(temp, Map.of(), "Soko is ready", "start-dev")) {
      assertThat(service.awaitExit()).isNotZero();
      assertThat(service.output())
          .contains("Cannot write " + temp.toRealPath().resolve("dev.json"))
          .doesNotContain("\tat ", "Soko is ready");
    }
  }

  @Test
  void a_server_that_dies_is_started_again_and_where_it_cannot_be_the_service_says_why()
      throws Exception {
    try (var service = ServiceProcess.startDev(temp, Servers.limits());
        var client = PartnerClient.of(service)) {
      kill("redis.pid");
      Polling.until(
          "Redis is there again",
          AGAIN_MAX,
          () -> service.output().contains("Redis had ended and was started again"));
      assertThat(client.get("/account").status()).isEqualTo(200);

      kill("pg/postmaster.pid");
      Polling.until(
          "PostgreSQL is there again",
          AGAIN_MAX,
          () -> service.output().contains("PostgreSQL had ended and was started again"));
      Polling.until("trading again", AGAIN_MAX, () -> client.quote().status() == 200);

      Files.delete(temp.resolve("pg/global/pg_control"));
      kill("pg/postmaster.pid");
      assertThat(service.awaitExit()).isNotZero();
      assertThat(service.output()).contains("PostgreSQL does not start", "The service ends.");
    }
  }

  /// As the kernel does when memory is short.
  private void kill(String pidFile) throws IOException {
    var pid = Files.readAllLines(temp.resolve(pidFile)).getFirst().strip();
    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
  }

  private static boolean isReady(HttpClient http, int port) throws InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + port + "/readyz");
    try {
      var question = HttpRequest.newBuilder(uri).build();
      return http.send(question, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
