package africa.soko.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// pgbench's own transaction (like TPC-B), in a database of its own on the service's PostgreSQL.
final class Pgbench {
  private static final String DATABASE = "pgbench";
  private static final int[] CLIENTS = {4, 8, 16, 32, 64};
  private static final int SCALE = 10;

  private final Service service;
  private final URI server;
  private int clients;

  private Pgbench(Service service) throws IOException {
    this.service = service;
    server = service.postgres();
  }

  /// One that has found out with how many clients it does most, unless BENCH_CLIENTS says.
  static Pgbench ready(Service service, int seconds) throws Exception {
    var pgbench = new Pgbench(service);
    pgbench.prepare();
    var wanted = System.getenv("BENCH_CLIENTS");
    pgbench.clients = wanted == null ? pgbench.bestClients(seconds) : Integer.parseInt(wanted);
    return pgbench;
  }

  int clients() {
    return clients;
  }

  /// One turn, and the processor time that its transactions took.
  record Turn(long perSecond, long transactions, Processor processor) {
    double millisEach() {
      return (processor.postgres() + processor.load()) * 1_000 / transactions;
    }

    @Override
    public String toString() {
      return "%d a second, %.3f ms each".formatted(perSecond, millisEach());
    }
  }

  Turn turn(int seconds) throws Exception {
    return turn(() -> output(clients, seconds));
  }

  /// One turn of a script, in the service's own database.
  Turn turn(Path script, int clients, int seconds) throws Exception {
    var options = new ArrayList<>(options(clients, seconds));
    options.addAll(List.of("-f", script.toString()));
    // What the script counts goes on with each turn.
    options.addAll(List.of("-D", "n=" + System.currentTimeMillis() * 1_000));
    return turn(() -> run(options, server.getPath().substring(1)));
  }

  private Turn turn(Callable<String> run) throws Exception {
    var before = Processor.now(service);
    var output = run.call();
    var processor = Processor.now(service).since(before);
    var done = Programs.after(output, "actually processed: ").split("/", 2)[0];
    return new Turn(perSecond(output), Long.parseLong(done), processor);
  }

  /// @throws IOException if PostgreSQL would answer a COMMIT before it is on disk
  private void prepare() throws Exception {
    try (var connection = service.connect();
        var statement = connection.createStatement()) {
      for (var setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        try (var row = statement.executeQuery("SHOW " + setting)) {
          row.next();
          if (!row.getString(1).equals("on")) throw new IOException(setting + " is off");
        }
      }
      try (var found =
          statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = 'pgbench'")) {
        if (found.next()) return;
      }
      statement.execute("CREATE DATABASE " + DATABASE);
    }
    run(List.of("-i", "-q", "-s", "" + SCALE), DATABASE);
  }

  private int bestClients(int seconds) throws Exception {
    int best = 0;
    long most = 0;
    for (int clients : CLIENTS) {
      long perSecond = perSecond(output(clients, seconds));
      System.out.printf("  pgbench with %d clients: %d a second%n", clients, perSecond);
      if (perSecond > most) {
        most = perSecond;
        best = clients;
      }
    }
    return best;
  }

  private String output(int clients, int seconds) throws Exception {
    return run(options(clients, seconds), DATABASE);
  }

  private static List<String> options(int clients, int seconds) {
    return List.of("-n", "-M", "prepared", "-c", "" + clients, "-j", "2", "-T", "" + seconds);
  }

  private static long perSecond(String output) throws IOException {
    return Math.round(Double.parseDouble(Programs.after(output, "tps = ")));
  }

  /// Its name and its password.
  private String[] user() {
    return server.getUserInfo().split(":");
  }

  private String run(List<String> options, String database) throws Exception {
    var command = new ArrayList<>(List.of("pgbench", "-h", server.getHost()));
    command.addAll(List.of("-p", "" + server.getPort(), "-U", user()[0]));
    command.addAll(options);
    command.add(database);
    return Programs.output(command, Map.of("PGPASSWORD", user()[1]));
  }
}
