package africa.soko.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/// Sends requests over a number of connections, one at a time on each, and times the answers. It
/// understands just enough HTTP to be cheap: answers with a Content-Length.
final class Load {
  private static final long MICROS_MAX = 60_000_000;
  private static final int REFUSED = 500;
  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String LENGTH = "content-length:";

  /// @param latency in microseconds
  /// @param taken that of the answers below 500
  /// @param refused that of the others
  record Result(
      long nanos,
      Map<Integer, Integer> statuses,
      Histogram latency,
      Histogram taken,
      Histogram refused) {
    long perSecond(int status) {
      return Math.round(statuses.getOrDefault(status, 0) * 1e9 / nanos);
    }

    double millis(double percentile) {
      return latency.getValueAtPercentile(percentile) / 1_000.0;
    }
  }

  private final NetClient client;
  private final URI target;
  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private final Histogram latency = new Histogram(MICROS_MAX, 3);
  private final Histogram taken = new Histogram(MICROS_MAX, 3);
  private final Histogram refused = new Histogram(MICROS_MAX, 3);
  private final BiConsumer<Integer, Buffer> answered;
  private final Vertx vertx;
  private final long intervalNanos;

  private Load(Vertx vertx, URI target, long intervalNanos, BiConsumer<Integer, Buffer> answered) {
    this.vertx = vertx;
    client = vertx.createNetClient();
    this.target = target;
    this.intervalNanos = intervalNanos;
    this.answered = answered;
  }

  /// Sends until every lane has run dry. A lane is one connection, and all belong to one event
  /// loop.
  ///
  /// @param answered called with the status and the body of every answer, on that event loop
  static Result run(
      Vertx vertx,
      URI target,
      List<? extends Iterator<Buffer>> lanes,
      BiConsumer<Integer, Buffer> answered)
      throws Exception {
    return paced(vertx, target, lanes, 0, answered);
  }

  /// The same, with one request each so many nanoseconds on each lane, whatever the answers take:
  /// what comes late is timed from when it should have been sent.
  static Result paced(
      Vertx vertx,
      URI target,
      List<? extends Iterator<Buffer>> lanes,
      long intervalNanos,
      BiConsumer<Integer, Buffer> answered)
      throws Exception {
    var load = new Load(vertx, target, intervalNanos, answered);
    var done = Promise.<Result>promise();
    vertx.runOnContext(_ -> load.begin(lanes).onComplete(done));
    return done.future().await();
  }

  private Future<Result> begin(List<? extends Iterator<Buffer>> lanes) {
    var connects = new ArrayList<Future<NetSocket>>();
    for (var _ : lanes) connects.add(client.connect(target.getPort(), target.getHost()));
    return Future.all(connects)
        .compose(
            _ -> {
              long start = System.nanoTime();
              var ends = new ArrayList<Future<Void>>();
              for (int i = 0; i < lanes.size(); i++) {
                // Spread over the first interval.
                long first = start + intervalNanos * i / lanes.size();
                ends.add(new Lane(connects.get(i).result(), lanes.get(i), first).run());
              }
              return Future.all(ends)
                  .map(
                      _ ->
                          new Result(System.nanoTime() - start, statuses, latency, taken, refused));
            })
        .eventually(client::close);
  }

  private final class Lane {
    private final NetSocket socket;
    private final Iterator<Buffer> requests;
    private final Promise<Void> end = Promise.promise();
    private Buffer received = Buffer.buffer();
    private long dueNanos;
    private long sentNanos;

    Lane(NetSocket socket, Iterator<Buffer> requests, long firstNanos) {
      this.socket = socket;
      this.requests = requests;
      dueNanos = firstNanos;
    }

    Future<Void> run() {
      socket.handler(this::receive);
      socket.closeHandler(_ -> end.tryFail("The server closed a connection"));
      next();
      return end.future();
    }

    private void next() {
      long early = intervalNanos == 0 ? 0 : (dueNanos - System.nanoTime()) / 1_000_000;
      if (early > 0) vertx.setTimer(early, _ -> send());
      else send();
    }

    private void send() {
      if (!requests.hasNext()) {
        end.complete();
        return;
      }
      var request = requests.next();
      sentNanos = intervalNanos == 0 ? System.nanoTime() : dueNanos;
      dueNanos += intervalNanos;
      socket.write(request);
    }

    private void receive(Buffer chunk) {
      received = received.length() == 0 ? chunk : received.appendBuffer(chunk);
      int headEnd = headEnd(received);
      if (headEnd < 0) return;
      var head = received.getString(0, headEnd);
      int length = contentLength(head);
      int bodyStart = headEnd + HEAD_END.length;
      if (received.length() < bodyStart + length) return;
      long micros = Math.clamp((System.nanoTime() - sentNanos) / 1_000, 0, MICROS_MAX);
      latency.recordValue(micros);
      int status = Integer.parseInt(head.substring(9, 12));
      if (status >= REFUSED) refused.recordValue(micros);
      else taken.recordValue(micros);
      statuses.merge(status, 1, Integer::sum);
      answered.accept(status, received.slice(bodyStart, bodyStart + length));
      received = Buffer.buffer();
      next();
    }
  }

  private static int headEnd(Buffer bytes) {
    for (int i = 0; i + HEAD_END.length <= bytes.length(); i++) {
      int k = 0;
      while (k < HEAD_END.length && bytes.getByte(i + k) == HEAD_END[k]) k++;
      if (k == HEAD_END.length) return i;
    }
    return -1;
  }

  private static int contentLength(String head) {
    for (int line = head.indexOf('\n'); line >= 0; line = head.indexOf('\n', line + 1)) {
      if (!head.regionMatches(true, line + 1, LENGTH, 0, LENGTH.length())) continue;
      int end = head.indexOf('\r', line);
      var value = head.substring(line + 1 + LENGTH.length(), end < 0 ? head.length() : end);
      return Integer.parseInt(value.strip());
    }
    throw new IllegalStateException("An answer without a length:\n" + head);
  }
}
