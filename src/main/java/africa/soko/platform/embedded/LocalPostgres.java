package africa.soko.platform.embedded;

import africa.soko.platform.crypto.SecretFile;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// PostgreSQL on a loopback port, with its cluster inside the data directory. Every role has a
/// password, which follows from a file that the owner of the directory alone can read. It keeps its
/// port for its whole life, so it can be stopped and started again under its clients.
///
/// Durability is not traded for speed: `fsync` and `synchronous_commit` are on, and the server is
/// asked at every start whether they are.
public final class LocalPostgres implements LocalServer {
  static final String PID_FILE = "pg/postmaster.pid";
  private static final String HOST = "127.0.0.1";
  private static final String DATABASE = PostgresRoles.DATABASE;
  private static final String STRETCHING = "scram_iterations";
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration ORPHANS = Duration.ofSeconds(20);

  /// The longest directory that still leaves room for the socket's name in a socket address.
  private static final int SOCKET_DIRECTORY_BYTES_MAX = 80;

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("listen_addresses", HOST),
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("shared_buffers", "128MB"),
          Map.entry("max_connections", "200"),
          Map.entry("max_wal_size", "2GB"),
          // Statements are short; compiling them costs more than it saves.
          Map.entry("jit", "off"),
          // Passwords are 256 random bits, which nobody guesses: to stretch them costs every
          // connection milliseconds, and a start has dozens.
          Map.entry(STRETCHING, "1"),
          // Workers for reading ahead do nothing for data that fits in memory.
          Map.entry("io_method", "sync"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"));

  private final DataDirectory data;
  private final int port;
  private @Nullable Watchdog server;

  /// Names the server; [#start()] runs it.
  public LocalPostgres(DataDirectory data) {
    this.data = data;
    this.port = FreePort.find();
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
  }

  /// A superuser, for whoever holds the data directory.
  public String admin() {
    return PostgresRoles.ADMIN.user;
  }

  public String adminPassword() {
    return PostgresRoles.ADMIN.password(data);
  }

  /// The role that has the tables, and migrates them.
  public String owner() {
    return PostgresRoles.OWNER.user;
  }

  public String ownerPassword() {
    return PostgresRoles.OWNER.password(data);
  }

  public String database() {
    return DATABASE;
  }

  /// `postgresql://user:password@host:port/database` of the role that the service has.
  public String uri() {
    return uri(PostgresRoles.SERVICE);
  }

  /// The same of the superuser.
  public String adminUri() {
    return uri(PostgresRoles.ADMIN);
  }

  private String uri(PostgresRoles role) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(role.user, role.password(data), HOST, port, DATABASE);
  }

  /// Runs the server and returns once it accepts connections; the first start creates the cluster.
  ///
  /// @throws CannotStart with the end of the server's own log
  public synchronized LocalPostgres start() {
    if (server != null) throw new IllegalStateException("PostgreSQL is already running");
    try {
      var home = PostgresBinaries.unpackInto(data.directory("bin"));
      if (!Files.exists(cluster().resolve("PG_VERSION"))) createCluster(home);
      requirePasswords();
      Files.deleteIfExists(log());
      server = Watchdog.start(data, "INT", asServerUser(command(home)), log(), Map.of());
      awaitReady(server);
      prepareDatabase();
      return this;
    } catch (IOException | SQLException e) {
      stop();
      throw new CannotStart("PostgreSQL cannot start: " + e.getMessage(), e);
    } catch (CannotStart e) {
      stop();
      throw e;
    }
  }

  /// Ends the server in order: open transactions are rolled back, everything committed is on disk.
  /// Does nothing when it is not running.
  public synchronized void stop() {
    if (server == null) return;
    server.stop();
    server = null;
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public synchronized boolean revive() {
    if (server == null || server.isRunning()) return false;
    stop();
    awaitWithoutProcesses();
    start();
    return true;
  }

  @Override
  public void close() {
    stop();
  }

  private Path cluster() {
    return data.resolve("pg");
  }

  private Path log() {
    return data.resolve("postgres.log");
  }

  private void createCluster(Path home) throws IOException {
    var draft = data.resolve("pg-draft");
    Trees.delete(draft);
    // In a file, as everybody can read a command line.
    var password = data.resolve("pg-draft.password");
    SecretFile.write(password, adminPassword() + "\n");
    var command =
        asServerUser(
            List.of(
                home.resolve("bin/initdb").toString(),
                "--pgdata=" + draft,
                "--username=" + admin(),
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--set=" + STRETCHING + "=1",
                "--encoding=UTF8",
                "--locale=C"));
    run(command);
    Files.delete(password);
    // Moved when whole, so that a run that was killed here starts anew.
    Files.move(draft, cluster());
  }

  /// Earlier versions let everybody in, as a superuser, who could reach the port.
  private void requirePasswords() throws IOException {
    try (var rules = Files.lines(cluster().resolve("pg_hba.conf"))) {
      if (rules.noneMatch(rule -> !rule.startsWith("#") && rule.endsWith("trust"))) return;
    }
    throw new CannotStart(
        "The PostgreSQL in %s is of an earlier version, without passwords: remove that directory to begin anew, or name another with SOKO_DATA_DIR."
            .formatted(cluster()));
  }

  private void run(List<String> command) throws IOException {
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
    try {
      if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new CannotStart("PostgreSQL's cluster cannot be created:\n" + endOfLog());
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CannotStart("Interrupted", e);
    }
  }

  private List<String> command(Path home) {
    var command = new ArrayList<String>();
    command.add(home.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", cluster().toString(), "-p", Integer.toString(port)));
    SETTINGS.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    command.addAll(List.of("-c", "unix_socket_directories=" + socketDirectory()));
    return command;
  }

  private String socketDirectory() {
    var path = data.path().toString();
    var fits = path.getBytes(StandardCharsets.UTF_8).length <= SOCKET_DIRECTORY_BYTES_MAX;
    return fits && !path.contains(",") ? path : "";
  }

  /// PostgreSQL refuses to run as root; inside a new user namespace the same files have another
  /// owner and root is nobody.
  private static List<String> asServerUser(List<String> command) {
    if (!"root".equals(System.getProperty("user.name"))) return command;
    if (!LinuxUtils.isUnshareAvailable()) {
      throw new CannotStart("PostgreSQL refuses to run as root: start Soko as another user.");
    }
    var wrapped = new ArrayList<>(List.of("unshare", "-U"));
    wrapped.addAll(command);
    return wrapped;
  }

  /// The processes of a server that was killed end by themselves, and a new one refuses to start
  /// before they have.
  private void awaitWithoutProcesses() {
    var programs = data.resolve("bin");
    boolean gone =
        Wait.until(
            ORPHANS,
            () ->
                ProcessHandle.allProcesses()
                    .noneMatch(one -> Leftover.isOurs(one, programs) && isPostgres(one)));
    if (!gone) throw new CannotStart("PostgreSQL has ended, and its processes do not");
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("/postgres")).orElse(false);
  }

  /// The server writes its state into the eighth line of its pid file.
  private void awaitReady(Watchdog starting) {
    var pidFile = data.resolve(PID_FILE);
    boolean settled =
        Wait.until(START, () -> !starting.isRunning() || isReady(pidFile, starting.pid()));
    if (settled && starting.isRunning()) return;
    throw new CannotStart("PostgreSQL does not start:\n" + endOfLog());
  }

  /// A server that was killed leaves its file behind, which still says that it is ready.
  private static boolean isReady(Path pidFile, long pid) {
    try {
      var lines = Files.readAllLines(pidFile);
      return lines.size() >= 8
          && lines.getFirst().strip().equals(Long.toString(pid))
          && lines.get(7).strip().equals("ready");
    } catch (IOException e) {
      return false;
    }
  }

  private String endOfLog() {
    try {
      var lines = Files.readAllLines(log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    } catch (IOException e) {
      return "(no log)";
    }
  }

  private void prepareDatabase() throws SQLException {
    try (var connection = connect("postgres")) {
      requireOn(connection, "fsync");
      requireOn(connection, "synchronous_commit");
      requireOn(connection, "full_page_writes");
      PostgresRoles.make(connection, data);
    }
  }

  private static void requireOn(Connection connection, String setting) throws SQLException {
    try (var query =
        connection.prepareStatement("SELECT setting FROM pg_settings WHERE name = ?")) {
      query.setString(1, setting);
      try (var row = query.executeQuery()) {
        if (row.next() && row.getString(1).equals("on")) return;
        throw new CannotStart(
            "PostgreSQL runs with %s off, which loses committed data.".formatted(setting));
      }
    }
  }

  /// Connects as the superuser.
  public Connection connect() throws SQLException {
    return connect(DATABASE);
  }

  private Connection connect(String database) throws SQLException {
    var url = "jdbc:postgresql://%s:%d/%s".formatted(HOST, port, database);
    return DriverManager.getConnection(url, admin(), adminPassword());
  }
}
