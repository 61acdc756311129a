package africa.soko.process;

import africa.soko.testing.Reply;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A partner's programs that send so many requests a second over connections that they keep, and
/// take exact note of each that failed: it was sent on a connection that nobody had announced to
/// close, and got no whole answer, or a 5xx.
final class SteadyLoad implements AutoCloseable {
  private static final int CONNECTIONS = 32;
  private static final int WAIT_MILLIS_MAX = 25_000;
  private static final String READ = "GET";

  final Queue<String> failed = new ConcurrentLinkedQueue<>();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentSkipListMap<>();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final int port;
  private final String key;
  private final long pauseNanos;
  private final long startNanos = System.nanoTime();
  private final List<Thread> programs = new ArrayList<>();
  private volatile boolean isOver;

  SteadyLoad(int port, String key, int perSecond) {
    this.port = port;
    this.key = key;
    pauseNanos = 1_000_000_000L * CONNECTIONS / perSecond;
    for (int i = 0; i < CONNECTIONS; i++) {
      int number = i;
      programs.add(Thread.ofVirtual().start(() -> run(number)));
    }
  }

  Map<Integer, Integer> statuses() {
    var counts = new TreeMap<Integer, Integer>();
    statuses.forEach((status, count) -> counts.put(status, count.get()));
    return counts;
  }

  int answered() {
    return statuses.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  String summary() {
    var seconds = (System.nanoTime() - startNanos) / 1e9;
    return "%d answers in %.0f s (%.0f a second), slowest %d ms, %s, failed %s"
        .formatted(
            answered(),
            seconds,
            answered() / seconds,
            slowestNanos.get() / 1_000_000,
            statuses(),
            failed);
  }

  /// Returns once every request has its answer.
  void end() throws InterruptedException {
    isOver = true;
    for (var program : programs) program.join();
  }

  @Override
  public void close() {
    isOver = true;
  }

  private record Answer(int status, boolean closes, String body) {}

  private void run(int number) {
    var connection = new Connection();
    long next = System.nanoTime() + number * pauseNanos / CONNECTIONS;
    for (int turn = 0; !isOver; turn++) {
      LockSupport.parkNanos(next - System.nanoTime());
      next = Math.max(next + pauseNanos, System.nanoTime() - pauseNanos);
      switch (turn % 10) {
        case 2, 6 -> connection.send(READ, "/account", "", "");
        case 9 -> trade(connection, number + "-" + turn);
        default -> connection.send(READ, "/market/quotes?symbol=SCOM.KE&exchange=NSE", "", "");
      }
    }
    connection.end();
  }

  private static void trade(Connection connection, String idempotencyKey) {
    var quote = connection.send(READ, "/quote/SCOM.KE?type=BUY&quantity=1", "", "");
    if (quote == null || quote.status != 200) return;
    var order =
        Map.of(
            "symbol",
            "SCOM.KE",
            "type",
            "BUY",
            "quantity",
            1,
            "quoteId",
            Reply.read(quote.body).get("quoteId").asText());
    connection.send("POST", "/trade", idempotencyKey, Reply.write(order));
  }

  /// One connection, made anew when it is announced to close.
  private final class Connection {
    private @Nullable Socket socket;

    @Nullable Answer send(String method, String path, String idempotencyKey, String body) {
      long start = System.nanoTime();
      try {
        var answer = exchange(method, path, idempotencyKey, body);
        statuses.computeIfAbsent(answer.status, _ -> new AtomicInteger()).incrementAndGet();
        slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
        if (answer.status >= 500) failed.add(method + " " + path + ": " + answer);
        if (answer.closes) end();
        return answer;
      } catch (IOException e) {
        failed.add(
            "%s %s after %.1f s: %s"
                .formatted(method, path, (System.nanoTime() - startNanos) / 1e9, e));
        end();
        return null;
      }
    }

    private Answer exchange(String method, String path, String idempotencyKey, String body)
        throws IOException {
      var used = open();
      var head = new StringBuilder();
      head.append(method).append(' ').append(PartnerClient.BASE).append(path);
      head.append(" HTTP/1.1\r\nHost: soko\r\nx-api-key: ").append(key).append("\r\n");
      if (!idempotencyKey.isEmpty()) {
        head.append("Idempotency-Key: steady-").append(idempotencyKey).append("\r\n");
        head.append("Content-Type: application/json\r\n");
        head.append("Content-Length: ").append(body.length()).append("\r\n");
      }
      head.append("\r\n").append(body);
      used.setSoTimeout(WAIT_MILLIS_MAX);
      used.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
      return read(used.getInputStream());
    }

    /// The connection as it is, or a new one if the other side has ended it meanwhile.
    private Socket open() throws IOException {
      if (socket != null) {
        socket.setSoTimeout(1);
        try {
          if (socket.getInputStream().read() >= 0) throw new IOException("an answer to nothing");
          end();
        } catch (SocketTimeoutException e) {
          return socket;
        }
      }
      var fresh = new Socket("127.0.0.1", port);
      fresh.setTcpNoDelay(true);
      socket = fresh;
      return fresh;
    }

    void end() {
      try {
        if (socket != null) socket.close();
      } catch (IOException e) {
        failed.add(e.toString());
      }
      socket = null;
    }
  }

  private static Answer read(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) throw new EOFException("ended after: " + head);
      head.write(next);
    }
    var text = head.toString(StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    int length = Integer.parseInt(text.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
    var body = in.readNBytes(length);
    if (body.length < length) throw new EOFException("ended in the body after: " + head);
    int status = Integer.parseInt(text.substring("http/1.1 ".length(), "http/1.1 200".length()));
    return new Answer(
        status, text.contains("connection: close"), new String(body, StandardCharsets.UTF_8));
  }
}
