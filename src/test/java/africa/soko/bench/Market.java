package africa.soko.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One answer of market data, asked for with key, limiter and headers, against a server that only
/// sends the same bytes. Both run all the time and are asked in turns.
final class Market implements AutoCloseable {
  static final String BASE = "/api/sandbox/v1/partner";
  private static final String KEY = "x-api-key";

  private final Vertx vertx;
  private final Service service;
  private final boolean hasWrk;
  private final Question question;
  private final Rival rival;

  /// What is asked for.
  ///
  /// @param isGzip whether the answer may come compressed
  record Question(String name, String path, boolean isGzip) {
    static final Question QUOTE =
        new Question("a quote", BASE + "/market/quotes?symbol=SCOM&exchange=NSE", false);
  }

  /// A server that only sends what it was given.
  interface Rival extends AutoCloseable {
    URI url();

    @Override
    void close();
  }

  /// Starts one that sends what the service has answered.
  interface Start {
    Rival rival(Service service, Path scratch, HttpResponse<byte[]> answer) throws Exception;
  }

  /// One turn: answers a second of either.
  record Turn(long service, long rival) {
    double ratio() {
      return (double) service / rival;
    }
  }

  Market(Vertx vertx, Service service, boolean hasWrk, Path scratch, Question question, Start start)
      throws Exception {
    this.vertx = vertx;
    this.service = service;
    this.hasWrk = hasWrk;
    this.question = question;
    rival = start.rival(service, scratch, answer());
  }

  Turn turn(int connections, int seconds) throws Exception {
    long ours = perSecond(service.url(), connections, seconds);
    return new Turn(ours, perSecond(rival.url(), connections, seconds));
  }

  @Override
  public void close() {
    rival.close();
  }

  private HttpResponse<byte[]> answer() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(service.url() + question.path))
              .header(KEY, service.sandboxKey());
      if (question.isGzip) request.header("Accept-Encoding", "gzip");
      var answer = client.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) throw new IOException(new String(answer.body()));
      boolean isPacked = answer.headers().firstValue("content-encoding").isPresent();
      if (isPacked != question.isGzip) throw new IOException("Not in the right coding");
      return answer;
    }
  }

  private long perSecond(URI url, int connections, int seconds) throws Exception {
    if (hasWrk) return wrk(url, connections, seconds);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var request = Requests.get(question.path, service.sandboxKey(), question.isGzip);
    var lanes = new ArrayList<Iterator<Buffer>>();
    for (int i = 0; i < connections; i++) lanes.add(Requests.until(end, List.of(request)));
    return Load.run(vertx, url, lanes, (_, _) -> {}).perSecond(200);
  }

  private long wrk(URI url, int connections, int seconds) throws Exception {
    var command = new ArrayList<>(List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s"));
    command.addAll(List.of("-H", KEY + ": " + service.sandboxKey()));
    if (question.isGzip) command.addAll(List.of("-H", "Accept-Encoding: gzip"));
    command.add(url + question.path);
    var output = Programs.output(command);
    if (output.contains("Non-2xx")) throw new IOException(output);
    return Math.round(Double.parseDouble(Programs.after(output, "Requests/sec:")));
  }
}
