package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Streams over two nodes, whose readers go from one to the other.
@Tag("process")
@Tag("alone")
@Timeout(300)
class StreamNodesIT {
  private static final int STREAMS = 40;
  private static final int EVENTS = 1_000;
  private static final int UNREAD_EVENTS = 5_000;
  private static final long UNREAD_MEGABYTES_MAX = 32;
  private static final int WRITERS = 8;
  private static final String ALL = "/stream?since=2020-01-01T00:00:00Z";

  @TempDir static Path temp;

  private static TwoNodes nodes;
  private static int partners;

  @BeforeAll
  static void start() throws Exception {
    nodes = new TwoNodes(temp, Map.of("SOKO_LIMIT_SANDBOX_STREAMS", "" + STREAMS));
  }

  @AfterAll
  static void stop() {
    if (nodes != null) nodes.close();
  }

  @Test
  void forty_streams_that_are_cut_and_resumed_at_the_other_node_miss_and_repeat_nothing()
      throws Exception {
    long seed = System.nanoTime();
    try (var both = partner();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reading = new ArrayList<Future<List<Long>>>();
      for (int i = 0; i < STREAMS; i++) {
        var random = new Random(seed + i);
        reading.add(threads.submit(() -> both.read(random)));
      }
      both.deposit(threads, EVENTS);
      var whole = LongStream.rangeClosed(1, EVENTS).boxed().toList();
      for (var one : reading) assertThat(one.get()).as("seed %d", seed).isEqualTo(whole);
    }
  }

  @Test
  void a_stream_ends_within_two_seconds_of_a_revocation_at_the_other_node() throws Exception {
    try (var both = partner();
        var lines = both.atB.stream("/stream").body()) {
      var all = lines.iterator();
      assertThat(all.next()).isEqualTo("retry: 3000");
      var key = "{\"apiKey\":\"%s\"}".formatted(both.atA.key());
      var revoked = both.atA.post("/api-keys/revoke", "revoke", key);
      long answered = System.nanoTime();
      assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
      var last = "";
      while (all.hasNext()) {
        var line = all.next();
        if (!line.isEmpty()) last = line;
      }
      assertThat(Duration.ofNanos(System.nanoTime() - answered)).isLessThan(Duration.ofSeconds(2));
      assertThat(last).startsWith(": AUTH_REVOKED");
    }
  }

  @Test
  void a_node_that_stops_says_when_to_come_again_and_gives_its_slots_back() throws Exception {
    try (var both = partner()) {
      var held = new ArrayList<Stream<String>>();
      for (int i = 0; i < STREAMS; i++) held.add(both.atB.stream("/stream").body());
      assertThat(opens(both.atA)).isFalse();
      nodes.b().terminate();
      for (var lines : held) {
        var said = lines.filter(line -> !line.isEmpty()).toList();
        assertThat(said.getFirst()).isEqualTo("retry: 3000");
        assertThat(said.getLast()).startsWith("retry: ");
      }
      Polling.until("the slots are free", Duration.ofSeconds(5), () -> opens(both.atA));
      nodes.b().awaitExit();
    } finally {
      nodes.startB();
    }
  }

  /// The lease of a slot lasts for 45 s.
  @Test
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void the_slots_of_a_node_that_was_killed_are_free_when_their_leases_end() throws Exception {
    try (var both = partner()) {
      for (int i = 0; i < STREAMS; i++) both.atB.stream("/stream");
      assertThat(opens(both.atA)).isFalse();
      nodes.killB();
      var seconds =
          Polling.until("the slots are free", Duration.ofSeconds(47), () -> opens(both.atA));
      System.out.printf("The slots of a killed node are free after %.0f s%n", seconds);
    } finally {
      nodes.startB();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void a_reader_that_reads_nothing_costs_little() throws Exception {
    try (var both = partner();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      both.deposit(threads, UNREAD_EVENTS / 5);
      long before = nodes.a.usedMegabytes();
      try (var unread = unread(nodes.addressOfA(), both.atA.key())) {
        both.deposit(threads, UNREAD_EVENTS);
        assertThat(nodes.a.usedMegabytes() - before).isLessThan(UNREAD_MEGABYTES_MAX);
        assertThat(unread.isConnected()).isTrue();
      }
    }
  }

  /// One that has done nothing yet, as it reaches both nodes.
  private record Both(PartnerClient atA, PartnerClient atB) implements AutoCloseable {

    /// Causes so many events, side by side at both nodes.
    void deposit(ExecutorService threads, int events) throws Exception {
      var name =
          "{\"externalId\":\"ext-%d\",\"displayName\":\"Wanjiru\"}".formatted(System.nanoTime());
      var user = atA.post("/users", "user-" + name.hashCode(), name).json();
      var path = "/users/" + user.get("subAccountId").asText() + "/deposit";
      var writing = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        var client = i % 2 == 0 ? atA : atB;
        var keys = path.hashCode() + "-" + i + "-";
        writing.add(threads.submit(() -> deposit(client, path, keys, events / WRITERS)));
      }
      for (var one : writing) one.get();
    }

    private static Void deposit(PartnerClient client, String path, String keys, int times)
        throws Exception {
      for (int i = 0; i < times; i++) {
        var reply = client.post(path, keys + i, "{\"amountUsd\":0.01}");
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      }
      return null;
    }

    /// Reads to the end of the log, over connections that last for some frames and go to either
    /// node.
    List<Long> read(Random random) throws Exception {
      var seen = new ArrayList<Long>();
      var from = ALL;
      while (seen.size() < EVENTS) {
        var response = (random.nextBoolean() ? atA : atB).stream(from);
        int frames = 1 + random.nextInt(EVENTS / 5);
        try (var lines = response.body()) {
          // The slot of a connection that was just cut is free a moment later.
          if (response.statusCode() == 429) continue;
          assertThat(response.statusCode()).isEqualTo(200);
          var all = lines.filter(line -> line.startsWith("data:")).iterator();
          for (int i = 0; i < frames && seen.size() < EVENTS; i++) {
            var envelope = ServiceProcess.JSON.readTree(all.next().substring("data:".length()));
            seen.add(envelope.get("sequence").asLong());
            from = "/stream?since=" + envelope.get("eventId").asText();
          }
        }
      }
      return seen;
    }

    @Override
    public void close() {
      atA.close();
      atB.close();
    }
  }

  private static Both partner() throws IOException, InterruptedException {
    var key = nodes.newPartner("streams-" + ++partners);
    return new Both(
        new PartnerClient(nodes.addressOfA().toString(), key),
        new PartnerClient(nodes.addressOfB().toString(), key));
  }

  private static boolean opens(PartnerClient client) throws IOException, InterruptedException {
    var stream = client.stream("/stream");
    stream.body().close();
    return stream.statusCode() == 200;
  }

  /// A connection that asks for everything and reads nothing but the first bytes.
  private static Socket unread(URI address, String key) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    var request = "GET %s%s HTTP/1.1\r\nHost: soko\r\nx-api-key: %s\r\n\r\n";
    var bytes = request.formatted(PartnerClient.BASE, ALL, key).getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(bytes);
    var status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    assertThat(status).isEqualTo("HTTP/1.1 200");
    return socket;
  }
}
