package africa.soko.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Many readers of server-sent events, in a process of their own. Arguments of that: host, port,
/// path, key, connections. It says `connected`, and the number of events so far for each line that
/// it is sent.
final class Readers implements AutoCloseable {
  private static final byte[] DATA = "\ndata:".getBytes(StandardCharsets.US_ASCII);
  private static final int CONNECTING_MAX = 200;
  private static final long WAIT_SECONDS_MAX = 60;

  private final Process process;
  private final BufferedReader output;

  private Readers(Process process) {
    this.process = process;
    output = process.inputReader();
  }

  static Readers of(Service service, URI url, String path, String key, int connections)
      throws Exception {
    var command = new ArrayList<>(List.of(service.command(), "-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Readers.class.getName()));
    command.addAll(List.of(url.getHost(), "" + url.getPort(), path, key, "" + connections));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    var readers = new Readers(process);
    var first = readers.output.readLine();
    if (!"connected".equals(first)) throw new IOException("The readers said: " + first);
    return readers;
  }

  long events() throws IOException {
    process.outputWriter().write("count\n");
    process.outputWriter().flush();
    return Long.parseLong(output.readLine());
  }

  /// Waits until so many have come in all.
  void await(long events) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
    while (events() < events) {
      if (System.nanoTime() > end) throw new IOException("Only " + events() + " of " + events);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }

  public static void main(String[] arguments) throws Exception {
    var vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    var client = vertx.createNetClient(new NetClientOptions().setReceiveBufferSize(65_536));
    var events = new LongAdder();
    var request =
        Buffer.buffer(
            "GET %s HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nx-api-key: %s\r\n\r\n"
                .formatted(arguments[2], arguments[3]));
    int connections = Integer.parseInt(arguments[4]);
    for (int done = 0; done < connections; done += CONNECTING_MAX) {
      var opened = new ArrayList<Future<?>>();
      for (int i = done; i < Math.min(connections, done + CONNECTING_MAX); i++) {
        opened.add(
            client
                .connect(Integer.parseInt(arguments[1]), arguments[0])
                .compose(socket -> begun(socket, request, events)));
      }
      Future.all(opened).await(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    }
    System.out.println("connected");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    while (input.readLine() != null) System.out.println(events.sum());
    vertx.close().await();
  }

  private static Future<?> begun(NetSocket socket, Buffer request, LongAdder events) {
    var first = Promise.<Void>promise();
    var counter = new Counter(events);
    socket.handler(
        bytes -> {
          if (!first.future().isComplete()) {
            var isGood = bytes.getString(0, Math.min(12, bytes.length())).equals("HTTP/1.1 200");
            if (isGood) first.complete();
            else first.fail(bytes.toString());
          }
          counter.read(bytes.getBytes());
        });
    return socket.write(request).compose(_ -> first.future());
  }

  private static final class Counter {
    private final LongAdder events;
    private int matched;

    private Counter(LongAdder events) {
      this.events = events;
    }

    private void read(byte[] bytes) {
      for (byte each : bytes) {
        if (each == DATA[matched]) {
          if (++matched < DATA.length) continue;
          events.increment();
          matched = 0;
        } else {
          matched = each == DATA[0] ? 1 : 0;
        }
      }
    }
  }
}
