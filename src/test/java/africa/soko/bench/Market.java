package africa.soko.bench;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One market quote, asked for with key, limiter and headers, against a server that only sends the
/// same bytes. Both run all the time and are asked in turns.
final class Market implements AutoCloseable {
  private static final String PATH =
      "/api/sandbox/v1/partner/market/quotes?symbol=SCOM&exchange=NSE";
  private static final String KEY = "x-api-key";

  private final Vertx vertx;
  private final Service service;
  private final boolean hasWrk;
  private final Process bare;
  private final URI bareUrl;

  /// One turn: answers a second of either.
  record Turn(long service, long bare) {
    double ratio() {
      return (double) service / bare;
    }
  }

  Market(Vertx vertx, Service service, boolean hasWrk, Path scratch) throws Exception {
    this.vertx = vertx;
    this.service = service;
    this.hasWrk = hasWrk;
    var port = Service.freePort();
    bareUrl = URI.create("http://127.0.0.1:" + port);
    bare = startBare(port, scratch);
  }

  Turn turn(int connections, int seconds) throws Exception {
    long ours = perSecond(service.url(), connections, seconds);
    return new Turn(ours, perSecond(bareUrl, connections, seconds));
  }

  @Override
  public void close() {
    bare.destroy();
  }

  private Process startBare(int port, Path scratch) throws Exception {
    var client = HttpClient.newHttpClient();
    var request =
        HttpRequest.newBuilder(URI.create(service.url() + PATH)).header(KEY, service.sandboxKey());
    var answer = client.send(request.build(), BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) throw new IOException(new String(answer.body()));
    var headers = new ArrayList<String>();
    answer
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(value -> headers.add(name + ": " + value)));
    headers.removeIf(line -> line.startsWith("content-length"));
    var headerFile = Files.write(scratch.resolve("headers"), headers);
    var bodyFile = Files.write(scratch.resolve("body"), answer.body());
    var command = new ArrayList<String>();
    command.add(service.command());
    command.addAll(service.jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BareServer.class.getName(), "" + port, "" + headerFile, "" + bodyFile));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    var first = process.inputReader().readLine();
    if (!"listening".equals(first)) throw new IOException("The bare server said: " + first);
    return process;
  }

  private long perSecond(URI url, int connections, int seconds) throws Exception {
    if (hasWrk) return wrk(url, connections, seconds);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var request = Requests.get(PATH, service.sandboxKey());
    var lanes = new ArrayList<java.util.Iterator<io.vertx.core.buffer.Buffer>>();
    for (int i = 0; i < connections; i++) lanes.add(Requests.until(end, request));
    return Load.run(vertx, url, lanes, (_, _) -> {}).perSecond(200);
  }

  private long wrk(URI url, int connections, int seconds) throws Exception {
    var output =
        Programs.output(
            List.of(
                "wrk",
                "-t1",
                "-c" + connections,
                "-d" + seconds + "s",
                "-H",
                KEY + ": " + service.sandboxKey(),
                url + PATH));
    if (output.contains("Non-2xx")) throw new IOException(output);
    return Math.round(Double.parseDouble(Programs.after(output, "Requests/sec:")));
  }
}
