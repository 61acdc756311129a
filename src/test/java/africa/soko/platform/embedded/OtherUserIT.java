package africa.soko.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What another user of the machine can do with the servers, and what the service's own role can.
class OtherUserIT {
  private static final String NOBODY = "65534";

  /// Reads the files, says hello to both servers, and prints what it got.
  private static final String INTRUDER =
      """
      data=$1 pg=$2 redis=$3
      ls "$data" && echo "LISTED"
      for file in servers.secret pg.uri redis.conf pg/pg_hba.conf postgres.log; do
        cat "$data/$file" && echo "READ $file"
      done
      exec 3<>"/dev/tcp/127.0.0.1/$redis"
      printf 'GET a\\r\\nSET a b\\r\\nINFO\\r\\nQUIT\\r\\n' >&3
      cat <&3
      for user in soko soko_admin soko_owner postgres root; do
        exec 4<>"/dev/tcp/127.0.0.1/$pg"
        length=$((4 + 4 + 5 + ${#user} + 1 + 9 + 9 + 1))
        printf '\\0\\0\\0\\x'$(printf %x $length)'\\0\\3\\0\\0user\\0'$user'\\0database\\0postgres\\0\\0' >&4
        # An R with the number 10: SASL, and nothing before it.
        head -c 9 <&4 | od -An -tx1
        exec 4>&-
      done
      """;

  @TempDir Path temp;

  @Test
  void another_user_is_refused_by_both_servers() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "Only root can become another user");
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var data = DataDirectory.open(temp.resolve("data"));
        var postgres = new LocalPostgres(data).start();
        var redis = new LocalRedis(data).start()) {
      var said = asNobody(data.path().toString(), "" + postgres.port(), "" + redis.port());
      assertThat(said).doesNotContain("LISTED", "READ ", "redis_version");
      assertThat(said.lines().filter(line -> line.startsWith("-NOAUTH"))).hasSize(3);
      assertThat(said.lines().filter(line -> line.strip().equals("52 00 00 00 17 00 00 00 0a")))
          .as(said)
          .hasSize(5);
      assertThat(commandLines()).doesNotContain(redis.password(), postgres.adminPassword());
    }
  }

  @Test
  void the_service_may_read_and_write_rows_and_nothing_else() throws Exception {
    try (var data = DataDirectory.open(temp);
        var postgres = new LocalPostgres(data).start()) {
      try (var admin = postgres.connect();
          var ask =
              admin.createStatement().executeQuery("SELECT rolname FROM pg_roles WHERE rolsuper")) {
        assertThat(ask.next()).isTrue();
        assertThat(ask.getString(1)).isEqualTo(postgres.admin());
        assertThat(ask.next()).isFalse();
      }
      for (var role : List.of(PostgresRoles.SERVICE, PostgresRoles.OWNER)) {
        assertThatThrownBy(() -> execute(postgres, role, data, "COPY (SELECT 1) TO PROGRAM 'true'"))
            .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> execute(postgres, role, data, "CREATE ROLE more"))
            .hasMessageContaining("permission denied");
      }
      for (var sql : List.of("CREATE SCHEMA more", "CREATE TEMP TABLE more (n int)"))
        assertThatThrownBy(() -> execute(postgres, PostgresRoles.SERVICE, data, sql))
            .hasMessageContaining("permission denied");
    }
  }

  @Test
  void redis_cannot_be_made_to_write_files_or_load_code_by_whoever_knows_its_password()
      throws Exception {
    try (var data = DataDirectory.open(temp);
        var redis = new LocalRedis(data).start()) {
      for (var command : List.of("CONFIG SET dir /", "MODULE LIST", "SAVE", "REPLICAOF a 1")) {
        assertThat(EmbeddedServersIT.redis(redis, command)).startsWith("-ERR unknown command");
      }
    }
  }

  @Test
  void a_data_directory_that_others_can_enter_is_closed_or_refused() throws Exception {
    var open = PosixFilePermissions.fromString("rwxr-xr-x");
    var data = Files.createDirectory(temp.resolve("data"));
    Files.createDirectory(data.resolve("tmp"));
    Files.setPosixFilePermissions(data, open);
    DataDirectory.open(data).close();
    assertThat(Files.getPosixFilePermissions(data))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(data, open);
    DataDirectory.open(data).close();
    assertThat(Files.getPosixFilePermissions(data)).hasSize(3);

    var home = Files.createDirectory(temp.resolve("home"));
    Files.createFile(home.resolve("letter"));
    Files.setPosixFilePermissions(home, open);
    assertThatThrownBy(() -> DataDirectory.open(home))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("open to other users (rwxr-xr-x)");
    assertThat(Files.getPosixFilePermissions(home)).isEqualTo(open);
  }

  @Test
  void a_cluster_without_passwords_is_refused() throws Exception {
    try (var data = DataDirectory.open(temp)) {
      new LocalPostgres(data).start().close();
      var rules = temp.resolve("pg/pg_hba.conf");
      Files.writeString(rules, Files.readString(rules).replace("scram-sha-256", "trust"));
      assertThatThrownBy(() -> new LocalPostgres(data).start())
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining("without passwords");
    }
  }

  private static void execute(
      LocalPostgres postgres, PostgresRoles role, DataDirectory data, String sql) throws Exception {
    var url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(postgres.host(), postgres.port(), postgres.database());
    try (var connection = DriverManager.getConnection(url, role.user, role.password(data));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String asNobody(String... arguments) throws Exception {
    var command =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    command.addAll(List.of("bash", "-c", INTRUDER, "intruder"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.outputWriter().close();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } finally {
      process.destroyForcibly();
    }
  }

  /// Every command line of the machine, as everybody can read them.
  private static String commandLines() {
    var all = new StringBuilder();
    ProcessHandle.allProcesses()
        .forEach(one -> one.info().commandLine().ifPresent(line -> all.append(line).append('\n')));
    return all.toString();
  }
}
