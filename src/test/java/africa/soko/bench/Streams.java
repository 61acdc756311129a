package africa.soko.bench;

import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

/// What streams cost: an event that goes to many, one that is idle, and a reader that reads
/// nothing.
final class Streams {
  private static final int IDLE = 10_000;
  private static final int IDLE_SECONDS = 20;
  private static final int UNREAD = 50_000;
  private static final int WARM_SECONDS = 8;

  private final Vertx vertx;
  private final Service service;
  private final Path work;
  private final Report report;
  private final int rounds;
  private final int seconds;

  Streams(Vertx vertx, Service service, Path work, Report report, int rounds, int seconds) {
    this.vertx = vertx;
    this.service = service;
    this.work = work;
    this.report = report;
    this.rounds = rounds;
    this.seconds = seconds;
  }

  void measure(boolean hasNginx) throws Exception {
    boolean hasNchan = hasNginx && Files.exists(Rivals.Nchan.MODULE);
    if (!hasNchan) System.out.println("nchan is not installed: broadcasts have no yardstick");
    broadcast(hasNchan);
    idle();
    unread();
  }

  private void broadcast(boolean hasNchan) throws Exception {
    try (var broadcast = new Broadcast(vertx, service, hasNchan, work)) {
      broadcast.bursts(WARM_SECONDS);
      var single = new ArrayList<Broadcast.Turn>();
      var bursts = new ArrayList<Broadcast.Turn>();
      for (int i = 0; i < rounds; i++) {
        single.add(broadcast.single(seconds));
        bursts.add(broadcast.bursts(seconds));
        System.out.println("  " + single.getLast() + " " + bursts.getLast());
      }
      told("single events", single, hasNchan, 0.5);
      told("bursts of 10", bursts, hasNchan, 2.0);
    }
  }

  private void told(String what, ArrayList<Broadcast.Turn> turns, boolean hasNchan, double goal) {
    var of = ", " + what;
    report.row(
        "deliveries in a second of the processor" + of,
        "" + Report.median(turns, turn -> Math.round(turn.service())),
        "");
    if (!hasNchan) return;
    report.row(
        "those of nchan" + of, "" + Report.median(turns, turn -> Math.round(turn.nchan())), "");
    report.atLeast(
        "deliveries to nchan" + of, turns.stream().map(Broadcast.Turn::ratio).toList(), goal);
  }

  /// One that asks for everything, while much passes of which it takes nothing.
  private void unread() throws Exception {
    try (var log = new EventLog(vertx, service);
        var reader = new Socket()) {
      log.write(UNREAD / 10);
      long before = service.residentKilobytes();
      reader.setReceiveBufferSize(4_096);
      reader.connect(new InetSocketAddress(service.url().getHost(), service.url().getPort()));
      var path = Market.BASE + "/stream?since=2020-01-01T00:00:00Z";
      var request = Requests.get(path, service.sandboxKey(), false);
      reader.getOutputStream().write(request.getBytes());
      log.write(UNREAD);
      double megabytes = (service.residentKilobytes() - before) / 1_024.0;
      report.row(
          "memory of a reader that reads nothing of 50,000 events",
          "%.1f MB".formatted(megabytes),
          "< 32 MB");
    }
  }

  private void idle() throws Exception {
    var path = Market.BASE + "/stream";
    long before = service.residentKilobytes();
    try (var _ = Readers.of(service, service.url(), path, service.sandboxKey(), IDLE)) {
      TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      double each = (double) (service.residentKilobytes() - before) / IDLE;
      report.row("resident memory of an idle stream", "%.1f KB".formatted(each), "≤ 9 KB");
    }
  }
}
