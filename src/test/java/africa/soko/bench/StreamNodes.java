package africa.soko.bench;

import africa.soko.process.TwoNodes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Streams over two nodes: what is caused at one is read at the other.
final class StreamNodes {
  private static final int STREAMS = 40;
  private static final int EVENTS = 10_000;
  private static final int CUT_MILLIS_MIN = 1_000;
  private static final int CUT_MILLIS_MAX = 5_000;
  private static final int PER_SECOND = 500;
  private static final int LATENCY_SECONDS = 20;
  private static final int WARM_SECONDS = 10;
  private static final int LANES = 16;
  private static final int TOO_MANY = 429;
  private static final String ALL = "?since=2020-01-01T00:00:00Z";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Vertx vertx;
  private final TwoNodes nodes;
  private final Report report;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private StreamNodes(Vertx vertx, TwoNodes nodes, Report report) {
    this.vertx = vertx;
    this.nodes = nodes;
    this.report = report;
  }

  static void measure(Vertx vertx, Path scratch, Report report) throws Exception {
    var limits = Map.of("SOKO_LIMIT_SANDBOX_STREAMS", "1000", "SOKO_LIMIT_SANDBOX_RPM", "10000000");
    try (var nodes = new TwoNodes(scratch.resolve("nodes"), limits)) {
      var bench = new StreamNodes(vertx, nodes, report);
      bench.latency();
      bench.resumed();
    }
  }

  /// From a moment before COMMIT, the event's own time, to its bytes at a reader of the other node.
  private void latency() throws Exception {
    var key = nodes.newPartner("latency");
    deposits(key, PER_SECOND, WARM_SECONDS);
    var taken = new Histogram(TimeUnit.MINUTES.toMillis(1), 3);
    int events = PER_SECOND * LATENCY_SECONDS;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var stream = open(nodes.addressOfB(), key, "").body()) {
      var reading =
          threads.submit(
              () -> {
                var lines = lines(stream);
                for (int i = 0; i < events; i++) {
                  var at = Instant.parse(next(lines).get("timestamp").asText());
                  long millis = Duration.between(at, InstantSource.system().instant()).toMillis();
                  taken.recordValue(Math.max(0, millis));
                }
                return null;
              });
      deposits(key, PER_SECOND, LATENCY_SECONDS);
      reading.get(1, TimeUnit.MINUTES);
    }
    report.row(
        "commit to the other node's stream, p50", taken.getValueAtPercentile(50) + " ms", "");
    report.row(
        "commit to the other node's stream, p99",
        taken.getValueAtPercentile(99) + " ms",
        "< 50 ms");
  }

  /// Every stream reads the whole log, over connections that are cut again and again.
  private void resumed() throws Exception {
    var key = nodes.newPartner("resumed");
    int cuts = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reading = new ArrayList<Future<Integer>>();
      for (int i = 0; i < STREAMS; i++) {
        var random = new Random(i);
        reading.add(threads.submit(() -> read(key, random)));
      }
      deposits(key, PER_SECOND, EVENTS / PER_SECOND);
      for (var one : reading) cuts += one.get(2, TimeUnit.MINUTES);
    }
    report.row(
        "streams over two nodes with events 1 to %,d, each once and in order".formatted(EVENTS),
        "%d of %d, over %d connections".formatted(STREAMS, STREAMS, cuts),
        "all");
  }

  private int read(String key, Random random) throws Exception {
    int connections = 0;
    long last = 0;
    var from = ALL;
    while (last < EVENTS) {
      var node = random.nextBoolean() ? nodes.addressOfA() : nodes.addressOfB();
      long end =
          System.nanoTime()
              + TimeUnit.MILLISECONDS.toNanos(random.nextInt(CUT_MILLIS_MIN, CUT_MILLIS_MAX));
      var response = open(node, key, from);
      if (response.statusCode() == TOO_MANY) continue;
      connections++;
      try (var body = response.body()) {
        var lines = lines(body);
        while (last < EVENTS && System.nanoTime() < end) {
          var event = next(lines);
          if (event.get("sequence").asLong() != ++last) {
            throw new IOException("Not " + last + " but " + event);
          }
          from = "?since=" + event.get("eventId").asText();
        }
      }
    }
    return connections;
  }

  private void deposits(String key, int perSecond, int seconds) throws Exception {
    var name = "{\"externalId\":\"%s\",\"displayName\":\"Bench\"}".formatted(UUID.randomUUID());
    var request =
        HttpRequest.newBuilder(nodes.addressOfA().resolve(Market.BASE + "/users"))
            .header("x-api-key", key)
            .header("Idempotency-Key", "" + UUID.randomUUID())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(name));
    var user = JSON.readTree(http.send(request.build(), BodyHandlers.ofString()).body());
    var path = Market.BASE + "/users/" + user.get("subAccountId").asText() + "/deposit";
    var lanes = new ArrayList<Iterator<Buffer>>();
    int left = perSecond * seconds;
    for (int i = LANES; i > 0; i--) {
      int share = left / i;
      left -= share;
      lanes.add(deposits(path, key, share));
    }
    long interval = TimeUnit.SECONDS.toNanos(1) * LANES / perSecond;
    var result = Load.paced(vertx, nodes.addressOfA(), lanes, interval, (_, _) -> {});
    if (result.statuses().getOrDefault(200, 0) != perSecond * seconds) {
      throw new IOException("Deposits were answered " + result.statuses());
    }
  }

  private static Iterator<Buffer> deposits(String path, String key, int count) {
    return Stream.generate(
            () -> Requests.post(path, key, "" + UUID.randomUUID(), "{\"amountUsd\":0.01}"))
        .limit(count)
        .iterator();
  }

  private HttpResponse<InputStream> open(URI node, String key, String query) throws Exception {
    var request =
        HttpRequest.newBuilder(node.resolve(Market.BASE + "/stream" + query))
            .header("x-api-key", key);
    return http.send(request.build(), BodyHandlers.ofInputStream());
  }

  private static BufferedReader lines(InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8), 1_024);
  }

  private static JsonNode next(BufferedReader lines) throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data:")) return JSON.readTree(line.substring("data:".length()));
    }
    throw new IOException("The stream has ended");
  }
}
