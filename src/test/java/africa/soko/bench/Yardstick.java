package africa.soko.bench;

import java.nio.file.Files;
import java.nio.file.Path;

/// The rows of a trade and of a deposit, written by plain SQL into tables like the service's own:
/// one statement after the other, as a program without batches does, or in one function of
/// PostgreSQL.
final class Yardstick {
  private static final int[] CLIENTS = {2, 4, 8, 16, 32};

  private final Pgbench pgbench;
  private final Path scripts;
  private final int seconds;

  Yardstick(Path root, Service service, Pgbench pgbench, int seconds) throws Exception {
    this.pgbench = pgbench;
    this.seconds = seconds;
    scripts = root.resolve("src/test/resources/bench");
    service.execute(Files.readString(scripts.resolve("setup.sql")).replace("{schema}", "sandbox"));
  }

  /// Both trades and fills, in one transaction that is sent statement by statement.
  Pgbench.Turn trades() throws Exception {
    return pgbench.turn(scripts.resolve("trade.sql"), pgbench.clients(), seconds);
  }

  Pgbench.Turn deposits(int clients) throws Exception {
    return pgbench.turn(scripts.resolve("deposit.sql"), clients, seconds);
  }

  /// With how many clients deposits do most.
  int bestClients() throws Exception {
    int best = 0;
    long most = 0;
    for (int clients : CLIENTS) {
      long perSecond = deposits(clients).perSecond();
      if (perSecond > most) {
        most = perSecond;
        best = clients;
      }
    }
    return best;
  }
}
