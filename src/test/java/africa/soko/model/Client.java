package africa.soko.model;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/// Calls one node over connections that stay open, each for one request at a time. It understands
/// just enough HTTP to be cheap: answers with a Content-Length.
final class Client implements AutoCloseable {
  static final String BASE = "/api/sandbox/v1/partner";
  private static final Duration CONNECT_MAX = Duration.ofSeconds(3);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(25);

  /// Shorter than the service keeps an idle connection.
  private static final Duration IDLE_MAX = Duration.ofSeconds(30);

  final String node;
  private final String apiKey;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile URI address;

  /// @param node its name in what is reported
  Client(String node, URI address, String apiKey) {
    this.node = node;
    this.address = address;
    this.apiKey = apiKey;
  }

  URI address() {
    return address;
  }

  /// The node has another address now.
  void moveTo(URI address) {
    this.address = address;
    close();
  }

  /// @param path below the base of the sandbox
  /// @param idempotencyKey null for a read
  /// @throws IOException where there is no whole answer
  Reply send(Op.Request request, @Nullable String idempotencyKey) throws IOException {
    var target = address;
    var connection = idle.pollFirst();
    if (connection == null || !connection.isUsable(target)) {
      if (connection != null) connection.socket.close();
      connection = new Connection(target);
    }
    try {
      connection.socket.getOutputStream().write(head(request, idempotencyKey));
      return connection.reply();
    } catch (IOException | RuntimeException e) {
      connection.socket.close();
      throw e;
    }
  }

  @Override
  public void close() {
    for (var one = idle.poll(); one != null; one = idle.poll()) {
      try {
        one.socket.close();
      } catch (IOException e) {
        // It is of no use any more.
      }
    }
  }

  private byte[] head(Op.Request request, @Nullable String idempotencyKey) {
    var text =
        new StringBuilder(request.method())
            .append(' ')
            .append(BASE)
            .append(request.path())
            .append(" HTTP/1.1\r\nHost: soko\r\nx-api-key: ")
            .append(apiKey)
            .append("\r\n");
    if (idempotencyKey != null) {
      text.append("Idempotency-Key: ").append(idempotencyKey).append("\r\n");
    }
    var body = request.body() == null ? "" : request.body();
    if (!body.isEmpty()) text.append("Content-Type: application/json\r\n");
    text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private final class Connection {
    final URI target;
    final Socket socket = new Socket();
    private final InputStream in;
    private long usedNanos = System.nanoTime();

    Connection(URI target) throws IOException {
      this.target = target;
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) ANSWER_MAX.toMillis());
      socket.connect(
          new InetSocketAddress(target.getHost(), target.getPort()), (int) CONNECT_MAX.toMillis());
      in = new BufferedInputStream(socket.getInputStream());
    }

    boolean isUsable(URI now) {
      return target.equals(now) && System.nanoTime() - usedNanos < IDLE_MAX.toNanos();
    }

    Reply reply() throws IOException {
      int status = Integer.parseInt(line().substring(9, 12));
      int length = -1;
      var replayed = false;
      var last = false;
      for (var line = line(); !line.isEmpty(); line = line()) {
        var header = line.toLowerCase(Locale.ROOT);
        if (header.startsWith("content-length:")) length = Integer.parseInt(value(header));
        if (header.startsWith("idempotent-replayed:")) replayed = value(header).equals("true");
        if (header.startsWith("connection:")) last = value(header).equals("close");
      }
      if (length < 0) throw new IOException("An answer without a length");
      var body = in.readNBytes(length);
      if (body.length < length) throw new EOFException("Half an answer");
      usedNanos = System.nanoTime();
      if (last) socket.close();
      else idle.addFirst(this);
      return Reply.of(status, body, replayed);
    }

    private static String value(String header) {
      return header.substring(header.indexOf(':') + 1).strip();
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) throw new EOFException("The connection ended");
        if (c != '\r') line.append((char) c);
      }
      return line.toString();
    }
  }
}
