package africa.soko.bench;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Events of one partner that go to many readers, beside nginx with nchan, which gets the same
/// messages by POST. What counts is deliveries for each second that the server is at work on a
/// processor.
final class Broadcast implements AutoCloseable {
  static final int READERS = 1_000;
  private static final int BURST = 10;
  private static final int PAUSE_MILLIS = 50;

  private final Service service;
  private final EventLog log;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Readers ours;
  private final Rivals.@Nullable Nchan nchan;
  private final @Nullable Readers theirs;
  private int posted;

  /// Deliveries in a second of the processor.
  record Turn(double service, double nchan) {
    double ratio() {
      return service / nchan;
    }
  }

  /// How a turn causes its events.
  private interface Publisher {
    void publish(int events) throws Exception;
  }

  Broadcast(Vertx vertx, Service service, boolean hasNchan, Path scratch) throws Exception {
    this.service = service;
    log = new EventLog(vertx, service);
    var path = Market.BASE + "/stream";
    ours = Readers.of(service, service.url(), path, service.sandboxKey(), READERS);
    nchan = hasNchan ? Rivals.nchan(scratch) : null;
    theirs = nchan == null ? null : Readers.of(service, nchan.url(), "/sub", "none", READERS);
  }

  Turn single(int seconds) throws Exception {
    return turn(1, seconds);
  }

  Turn bursts(int seconds) throws Exception {
    return turn(BURST, seconds);
  }

  private Turn turn(int events, int seconds) throws Exception {
    double before = Processor.now(service).service();
    long sent = run(ours, this::cause, events, seconds);
    double own = sent / (Processor.now(service).service() - before);
    if (nchan == null || theirs == null) return new Turn(own, Double.NaN);
    double rest = Processor.tree(nchan.pid());
    long told = run(theirs, this::post, events, seconds);
    return new Turn(own, told / (Processor.tree(nchan.pid()) - rest));
  }

  private static long run(Readers readers, Publisher publisher, int events, int seconds)
      throws Exception {
    long start = readers.events();
    int ticks = seconds * 1_000 / PAUSE_MILLIS;
    long begin = System.nanoTime();
    for (int tick = 1; tick <= ticks; tick++) {
      publisher.publish(events);
      long early = begin + TimeUnit.MILLISECONDS.toNanos(tick * PAUSE_MILLIS) - System.nanoTime();
      if (early > 0) TimeUnit.NANOSECONDS.sleep(early);
    }
    long sent = (long) ticks * events * READERS;
    readers.await(start + sent);
    return sent;
  }

  private void cause(int events) throws Exception {
    log.write(events - 1);
    log.cause();
  }

  private void post(int events) throws Exception {
    if (nchan == null) throw new IllegalStateException("without nchan");
    for (int i = 0; i < events; i++) {
      var message =
          "{\"eventId\":\"evt_01KJPXCMFGJMRNV7E9Z0C1HT2H\",\"sequence\":%d,\"event\":\"%s\",\"timestamp\":\"%s\",\"data\":%s,\"isSandbox\":true}"
              .formatted(
                  ++posted, EventLog.EVENT, InstantSource.system().instant(), EventLog.payload());
      var request =
          HttpRequest.newBuilder(URI.create(nchan.url() + "/pub"))
              .header("X-EventSource-Event", EventLog.EVENT)
              .POST(HttpRequest.BodyPublishers.ofString(message));
      var answer = http.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw new IOException(answer.body());
    }
  }

  @Override
  public void close() {
    ours.close();
    if (theirs != null) theirs.close();
    if (nchan != null) nchan.close();
    http.shutdownNow();
    log.close();
  }
}
