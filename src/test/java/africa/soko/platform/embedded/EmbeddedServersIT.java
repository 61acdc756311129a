package africa.soko.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServersIT {
  @TempDir Path temp;

  @Test
  void data_outlives_the_servers() throws Exception {
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start()) {
      execute(postgres, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)");
    }
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start()) {
      assertThat(ask(postgres, "SELECT n FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void postgres_is_durable_and_speaks_utf8() throws Exception {
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start()) {
      assertThat(ask(postgres, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(postgres, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(ask(postgres, "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(ask(postgres, "SELECT datcollate FROM pg_database WHERE datname = 'soko'"))
          .isEqualTo("C");
      assertThat(ask(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void both_servers_stop_and_start_again_on_their_ports() throws Exception {
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start();
        var redis = new LocalRedis(data).start()) {
      var postgresPort = postgres.port();
      execute(postgres, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
      assertThat(redis(redis, "SET a 1")).isEqualTo("+OK");

      postgres.stop();
      redis.stop();
      assertThatThrownBy(() -> ask(postgres, "SELECT 1")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> redis(redis, "PING")).isInstanceOf(IOException.class);

      postgres.start();
      redis.start();
      assertThat(postgres.port()).isEqualTo(postgresPort);
      assertThat(ask(postgres, "SELECT n FROM kept")).isEqualTo("7");
      assertThat(redis(redis, "EXISTS a")).isEqualTo(":0");
    }
  }

  @Test
  void a_second_instance_is_refused_and_the_first_keeps_its_lock() throws Exception {
    try (var _ = DataDirectory.open(temp)) {
      assertThatThrownBy(() -> DataDirectory.open(temp))
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining(
              "is in use by another Soko (process " + ProcessHandle.current().pid());
      try (var other = OtherInstance.start(temp)) {
        assertThat(other.firstLine()).contains("is in use by another Soko");
      }
    }
    DataDirectory.open(temp).close();
  }

  @Test
  void servers_end_with_a_killed_process_and_the_next_one_starts() throws Exception {
    try (var other = OtherInstance.start(temp)) {
      var ports = other.firstLine().split(" ");
      other.kill();
      awaitClosed(Integer.parseInt(ports[0]));
      awaitClosed(Integer.parseInt(ports[1]));
    }
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start();
        var redis = new LocalRedis(data).start()) {
      assertThat(ask(postgres, "SELECT n FROM kept")).isEqualTo("1");
      assertThat(redis(redis, "PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void what_a_killed_process_left_running_is_ended() throws Exception {
    try (var other = OtherInstance.start(temp)) {
      other.firstLine();
      var survivors = other.killWithWatchdogs();
      try (var data = DataDirectory.open(temp);
          var postgres = new LocalPostgres(data).start();
          var redis = new LocalRedis(data).start()) {
        assertThat(survivors).isNotEmpty().noneMatch(p -> Leftover.isOurs(p, data.path()));
        assertThat(ask(postgres, "SELECT n FROM kept")).isEqualTo("1");
        assertThat(redis(redis, "PING")).isEqualTo("+PONG");
      }
    }
  }

  @Test
  void a_foreign_process_with_the_same_id_is_left_alone() throws Exception {
    var foreign = new ProcessBuilder("sleep", "60").start();
    try {
      Files.writeString(temp.resolve("redis.pid"), foreign.pid() + "\n");
      DataDirectory.open(temp).close();
      assertThat(foreign.isAlive()).isTrue();
      assertThat(temp.resolve("redis.pid")).doesNotExist();
    } finally {
      foreign.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void a_broken_cluster_is_reported_with_the_words_of_the_server() throws Exception {
    try (var data = DataDirectory.open(temp)) {
      new LocalPostgres(data).start().close();
      Files.writeString(temp.resolve("pg/PG_VERSION"), "9\n");
      assertThatThrownBy(() -> new LocalPostgres(data).start())
          .isInstanceOf(CannotStart.class)
          .hasMessageStartingWith("PostgreSQL does not start")
          .hasMessageContaining("FATAL");
    }
  }

  static void execute(LocalPostgres postgres, String sql) throws SQLException {
    try (var connection = postgres.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(LocalPostgres postgres, String sql) throws SQLException {
    try (var connection = postgres.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static String redis(LocalRedis redis, String command) throws IOException {
    try (var socket = new Socket("127.0.0.1", redis.port())) {
      var question = "AUTH %s\r\n%s\r\n".formatted(redis.password(), command);
      socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
      var answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(answers.readLine()).isEqualTo("+OK");
      return answers.readLine();
    }
  }

  private static void awaitClosed(int port) {
    assertThat(Wait.until(Duration.ofSeconds(20), () -> isClosed(port))).isTrue();
  }

  private static boolean isClosed(int port) {
    try (var _ = new Socket("127.0.0.1", port)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
