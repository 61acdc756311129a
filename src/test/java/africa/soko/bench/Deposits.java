package africa.soko.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Deposits from one master wallet to many sub-accounts: every one of them changes the same row.
final class Deposits {
  private static final int OK = 200;

  private final Vertx vertx;
  private final Service service;
  private final List<Trades.Account> accounts;

  Deposits(Vertx vertx, Service service, List<Trades.Account> accounts) {
    this.vertx = vertx;
    this.service = service;
    this.accounts = accounts;
  }

  /// @param processor what the deposits took
  record Run(Load.Result result, Processor processor) {
    long perSecond() {
      return result.perSecond(OK);
    }

    double millisEach() {
      return processor.all() * 1_000 / result.statuses().getOrDefault(OK, 1);
    }
  }

  /// As many as go, one at a time on each connection.
  Run run(int connections, int seconds) throws Exception {
    return paced(connections, 0, seconds);
  }

  /// So many a second, whatever the answers take.
  Run paced(int connections, long perSecond, int seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var lanes = new ArrayList<Iterator<Buffer>>();
    for (int i = 0; i < connections; i++) {
      lanes.add(until(end, accounts.get(i % accounts.size())));
    }
    long interval = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * connections / perSecond;
    var before = Processor.now(service);
    var result = Load.paced(vertx, service.url(), lanes, interval, (_, _) -> {});
    return new Run(result, Processor.now(service).since(before));
  }

  private static Iterator<Buffer> until(long endNanos, Trades.Account account) {
    var path = Trades.BASE + "/users/" + account.id() + "/deposit";
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return System.nanoTime() < endNanos;
      }

      @Override
      public Buffer next() {
        var key = UUID.randomUUID().toString();
        return Requests.post(path, account.key(), key, "{\"amountUsd\":0.01}");
      }
    };
  }
}
