package africa.soko.stream;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.feature.Retention;
import africa.soko.testing.SseClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamIT {
  private static final Pattern SEQUENCE = Pattern.compile("\"sequence\":([0-9]+)");

  private final StreamFixture fixture = new StreamFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void events_come_as_they_happen() throws Exception {
    fixture.append("kyc.updated");
    try (var client = open("")) {
      assertThat(client.header("content-type")).isEqualTo("text/event-stream");
      assertThat(client.frame()).containsExactly("retry: 3000");
      var event = fixture.append("order.filled").getFirst();
      assertThat(client.frame())
          .containsExactly(
              "id: " + event.eventId(),
              "event: order.filled",
              "data: {\"eventId\":\"%s\",\"sequence\":2,\"event\":\"order.filled\",\"timestamp\":\"2026-03-02T09:00:00Z\",\"data\":{\"n\":0},\"isSandbox\":true}"
                  .formatted(event.eventId()));
    }
  }

  @Test
  void without_any_hint_events_come_within_a_second_or_so() throws Exception {
    try (var client = open("")) {
      client.frame();
      var events =
          fixture.database.append(
              StreamFixture.PARTNER, fixture.clock, fixture.ids, "order.filled");
      assertThat(client.frame()).contains("id: " + events.getFirst().eventId());
    }
  }

  @Test
  void the_last_event_id_wins_over_since() throws Exception {
    var events = fixture.append("order.pending", "order.filled", "kyc.updated");
    var since = "?since=" + events.get(0).eventId();
    try (var client = open(since, "Last-Event-ID", events.get(1).eventId())) {
      assertThat(client.event()).contains("id: " + events.get(2).eventId());
    }
    try (var client = open(since)) {
      assertThat(client.event()).contains("id: " + events.get(1).eventId());
    }
  }

  @Test
  void a_time_is_a_place_too() throws Exception {
    fixture.append("order.pending");
    fixture.clock.advance(Duration.ofMinutes(1));
    var later = fixture.append("order.filled").getFirst();
    try (var client = open("?since=2026-03-02T09:00:30Z")) {
      assertThat(client.event()).contains("id: " + later.eventId());
    }
    try (var client = open("?since=2026-03-02T10:00:00Z")) {
      client.frame();
      var last = fixture.append("kyc.updated").getFirst();
      assertThat(client.event()).contains("id: " + last.eventId());
    }
  }

  @Test
  void what_is_no_place_is_refused() throws Exception {
    fixture.append("order.filled");
    var unknown = fixture.ids.next("evt_");
    for (var since : List.of(unknown, "evt_x", "yesterday", "7", "2026-13-01T00:00:00Z")) {
      try (var client = open("?since=" + since)) {
        assertThat(client.status()).as(since).isEqualTo(400);
      }
    }
    assertThat(fixture.slots).hasValue(0);
  }

  @Test
  void a_place_that_was_forgotten_says_so_first() throws Exception {
    var old = fixture.append("order.pending", "order.filled");
    fixture.clock.advance(Retention.EVENTS_KEPT.plusSeconds(1));
    var kept = fixture.append("kyc.updated").getFirst();
    fixture.database.run("DELETE FROM event WHERE sequence <= 2");
    for (var since : List.of(old.get(0).eventId(), "2026-03-02T09:00:00Z")) {
      try (var client = open("?since=" + since)) {
        client.frame();
        var gap = client.frame();
        assertThat(gap.getFirst()).isEqualTo("event: stream.gap");
        assertThat(gap.getLast()).contains("\"oldestSequence\":3").doesNotContain("\"sequence\"");
        assertThat(client.frame()).contains("id: " + kept.eventId());
      }
    }
  }

  @Test
  void a_stream_resumes_without_a_gap_or_a_duplicate() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var total = 1_500;
    var seen = new ArrayList<Long>();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var writers = new ArrayList<Future<?>>();
      for (int writer = 0; writer < 3; writer++) {
        var own = new Random(random.nextLong());
        writers.add(executor.submit(() -> write(own, total / 3)));
      }
      var lastEventId = "";
      while (seen.size() < total) {
        var headers =
            lastEventId.isEmpty() ? new String[0] : new String[] {"Last-Event-ID", lastEventId};
        try (var client = open("?since=2026-03-02T09:00:00Z", headers)) {
          var frames = Math.min(1 + random.nextInt(200), total - seen.size());
          for (int i = 0; i < frames; i++) {
            var frame = client.event();
            lastEventId = frame.getFirst().substring("id: ".length());
            seen.add(sequence(frame));
          }
        }
      }
      for (var writer : writers) writer.get();
    }
    assertThat(seen)
        .as("seed %d", seed)
        .isEqualTo(LongStream.rangeClosed(1, total).boxed().toList());
  }

  @Test
  void a_silent_stream_shows_that_it_is_alive() throws Exception {
    try (var client = open("")) {
      client.frame();
      eventually(fixture::open, open -> open == 1);
      fixture.clock.advance(Duration.ofSeconds(15));
      fixture.hub.wake();
      assertThat(client.frame()).containsExactly(":");
    }
  }

  @Test
  void a_reader_that_does_not_read_is_cut_off() throws Exception {
    fixture.database.run(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data)
        SELECT 'prt_1', n, 'evt_' || n, 'order.filled', '2026-03-02T09:00:00Z',
               '{"pad":"' || repeat('x', 100000) || '"}'
        FROM generate_series(1, 400) AS n
        """);
    fixture.database.run("INSERT INTO event_counter VALUES ('prt_1', 400)");
    try (var socket = new Socket("127.0.0.1", fixture.port)) {
      socket
          .getOutputStream()
          .write(
              "GET /?since=2026-03-01T00:00:00Z HTTP/1.1\r\nhost: x\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      // The buffers of the network fill up, and nothing moves any more: then time passes.
      while (fixture.released.poll(100, TimeUnit.MILLISECONDS) == null) {
        fixture.clock.advance(Duration.ofSeconds(2));
        fixture.hub.wake();
      }
    }
    assertThat(fixture.cut()).isEqualTo(1);
    try (var client = open("?since=evt_390")) {
      assertThat(sequence(client.event())).isEqualTo(391);
    }
  }

  /// A page of 256 kB, and what was allowed before it.
  @Test
  void a_reader_that_reads_nothing_while_50_000_events_pass_holds_little_more_than_a_page()
      throws Exception {
    int total = 50_000;
    try (var silent = new Socket()) {
      silent.setReceiveBufferSize(4_096);
      silent.connect(new InetSocketAddress("127.0.0.1", fixture.port));
      var request = "GET /?since=2026-03-01T00:00:00Z HTTP/1.1\r\nhost: x\r\n\r\n";
      silent.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      eventually(fixture::open, open -> open == 1);
      long most = 0;
      try (var client = open("?since=2026-03-01T00:00:00Z")) {
        for (int written = 0; written < total; written += 1_000) {
          log(written + 1, written + 1_000);
          for (int n = written + 1; n <= written + 1_000; n++) {
            assertThat(sequence(client.event())).isEqualTo(n);
          }
          most = Math.max(most, fixture.waiting(0));
        }
      }
      assertThat(most).isBetween(1L, 500_000L);
      assertThat(fixture.cut()).isZero();
    }
  }

  /// Events of 300 bytes each, and says so.
  private void log(int first, int last) {
    fixture.database.run(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data)
        SELECT 'prt_1', n, 'evt_' || lpad('' || n, 26, '0'), 'order.filled', '2026-03-02T09:00:00Z',
               '{"pad":"' || repeat('x', 300) || '"}'
        FROM generate_series(%1$d, %2$d) AS n;
        INSERT INTO event_counter VALUES ('prt_1', %2$d)
          ON CONFLICT (partner_id) DO UPDATE SET last = %2$d;
        """
            .formatted(first, last));
    fixture.hints.written();
  }

  @Test
  void a_slow_reader_that_reads_gets_everything() throws Exception {
    fixture.database.run(
        """
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data)
        SELECT 'prt_1', n, 'evt_' || n, 'order.filled', '2026-03-02T09:00:00Z',
               '{"pad":"' || repeat('x', 20000) || '"}'
        FROM generate_series(1, 1000) AS n
        """);
    fixture.database.run("INSERT INTO event_counter VALUES ('prt_1', 1000)");
    var seen = new ArrayList<Long>();
    try (var client = open("?since=2026-03-01T00:00:00Z")) {
      while (seen.size() < 1_000) seen.add(sequence(client.event()));
    }
    assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 1_000).boxed().toList());
  }

  @Test
  void an_old_client_that_knows_no_chunks_reads_the_frames_as_they_are() throws Exception {
    try (var socket = new Socket("127.0.0.1", fixture.port)) {
      socket
          .getOutputStream()
          .write(
              "GET /?since=2026-03-01T00:00:00Z HTTP/1.0\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      var reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (!reader.readLine().isEmpty()) assertThat(socket.isClosed()).isFalse();
      assertThat(reader.readLine()).isEqualTo("retry: 3000");
      assertThat(reader.readLine()).isEmpty();
      var event = fixture.append("order.filled").getFirst();
      assertThat(reader.readLine()).isEqualTo("id: " + event.eventId());
      assertThat(reader.readLine()).isEqualTo("event: order.filled");
    }
  }

  @Test
  void many_readers_of_one_event_loop_read_the_same_and_those_that_leave_disturb_nobody()
      throws Exception {
    var clients = new ArrayList<SseClient>();
    for (int i = 0; i < 40; i++) clients.add(open(""));
    for (var client : clients) client.frame();
    for (int round = 0; round < 20; round++) {
      fixture.append("order.pending", "order.filled");
      if (round % 5 == 4) clients.removeLast().close();
      for (var client : clients) {
        assertThat(sequence(client.event())).isEqualTo(2 * round + 1);
        assertThat(sequence(client.event())).isEqualTo(2 * round + 2);
      }
    }
    for (var client : clients) client.close();
  }

  @Test
  void a_slot_is_given_back_when_the_client_leaves() throws Exception {
    try (var client = open("")) {
      client.frame();
      assertThat(fixture.slots).hasValue(1);
      assertThat(fixture.released).isEmpty();
    }
    assertThat(fixture.released.poll(10, TimeUnit.SECONDS)).isEqualTo("released");
  }

  @Test
  void streams_end_in_order_when_the_node_stops() throws Exception {
    var clients = new ArrayList<SseClient>();
    for (int i = 0; i < 3; i++) clients.add(open(""));
    for (var client : clients) client.frame();
    fixture.append("order.filled");
    for (var client : clients) assertThat(client.event()).isNotEmpty();
    assertThat(fixture.open()).isEqualTo(3);
    fixture.vertx.undeploy(fixture.hubId).await();
    var pauses = new HashSet<String>();
    for (var client : clients) {
      var goodbye = client.frame();
      assertThat(goodbye.getFirst()).startsWith(":");
      assertThat(goodbye.getLast()).matches("retry: [0-9]{3,4}");
      pauses.add(goodbye.getLast());
      assertThat(client.frame()).isEmpty();
    }
    assertThat(pauses).as("not all come again at once").hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(fixture.released.poll(10, TimeUnit.SECONDS)).isEqualTo("released");
    }
    assertThat(fixture.open()).isZero();
    assertThat(fixture.cut()).isZero();
  }

  private SseClient open(String query, String... headers) throws Exception {
    return new SseClient("http://127.0.0.1:%d/%s".formatted(fixture.port, query), headers);
  }

  private void write(Random random, int events) {
    var left = events;
    while (left > 0) {
      var count = Math.min(left, 1 + random.nextInt(20));
      fixture.append(Collections.nCopies(count, "order.filled").toArray(String[]::new));
      left -= count;
    }
  }

  private static long sequence(List<String> frame) {
    var matcher = SEQUENCE.matcher(frame.getLast());
    assertThat(matcher.find()).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
