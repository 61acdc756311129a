package africa.soko.stream;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import africa.soko.testing.Trader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Streams while much is written, and readers that do not keep up.
@SokoTest
class EventStreamLoadIT {
  private static final String ALL = "?since=2020-01-01T00:00:00Z";
  private static final Pattern CUT =
      Pattern.compile("soko_stream_cut_total\\{environment=\"sandbox\"\\} ([0-9.]+)");

  @Test
  void who_reconnects_while_events_are_written_reads_each_once_and_in_order(Partner partner)
      throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var writers = 4;
    var deposits = 50;
    var total = writers * (1 + deposits);
    var seen = new ArrayList<Long>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int i = 0; i < writers; i++) {
        running.add(threads.submit(() -> deposit(partner.verifiedUser(), deposits)));
      }
      var last = "";
      while (seen.size() < total) {
        var headers = last.isEmpty() ? new String[0] : new String[] {"Last-Event-ID", last};
        try (var stream = SseClient.of(partner.sandbox(), ALL, headers)) {
          var frames = Math.min(1 + random.nextInt(40), total - seen.size());
          for (int i = 0; i < frames; i++) {
            var envelope = stream.envelope();
            last = envelope.get("eventId").asText();
            seen.add(envelope.get("sequence").asLong());
          }
        }
      }
      for (var one : running) one.get();
    }
    assertThat(seen)
        .as("seed %d", seed)
        .isEqualTo(LongStream.rangeClosed(1, total).boxed().toList());
  }

  @Test
  void who_comes_with_the_very_first_event_misses_none(Service service) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        var partner = service.partner();
        var user = partner.user();
        var running = threads.submit(() -> deposit(user, 5));
        try (var stream = SseClient.of(partner.sandbox(), ALL)) {
          for (long expected = 1; expected <= 5; expected++) {
            assertThat(stream.envelope().get("sequence").asLong()).isEqualTo(expected);
          }
        }
        running.get();
      }
    }
  }

  @Test
  void two_streams_of_a_partner_read_the_same(Partner partner) throws Exception {
    try (var first = SseClient.of(partner.sandbox(), "");
        var second = SseClient.of(partner.sandbox(), ALL)) {
      first.frame();
      deposit(partner.user(), 30);
      for (int i = 0; i < 30; i++) assertThat(first.envelope()).isEqualTo(second.envelope());
    }
  }

  @Test
  void a_reader_that_does_not_read_is_cut_off_and_resumes(Partner partner, Service service)
      throws Exception {
    fill(service, partner, 100);
    var before = cut(service);
    try (var _ = unread(partner.sandbox());
        var _ = unread(partner.sandbox())) {
      // The buffers of the network fill up, and nothing moves any more: then time passes.
      var seconds = new AtomicInteger();
      eventually(
          () -> {
            service.clock().ahead(Duration.ofSeconds(seconds.incrementAndGet()));
            return cut(service);
          },
          cut -> cut == before + 2);
    } finally {
      service.clock().ahead(Duration.ZERO).close();
    }
    // Both slots are free again, and nothing is lost.
    try (var first = SseClient.of(partner.sandbox(), "?since=" + id(90));
        var second = SseClient.of(partner.sandbox(), "")) {
      assertThat(second.status()).isEqualTo(200);
      for (long n = 91; n <= 100; n++) {
        assertThat(first.envelope().get("sequence").asLong()).isEqualTo(n);
      }
    }
    // They are nothing that the service would tell.
    service.execute("DELETE FROM sandbox.event WHERE partner_id = '%s'".formatted(partner.id()));
  }

  private static void deposit(Trader user, int times) {
    for (int i = 0; i < times; i++) user.funded("1");
  }

  /// A connection that asks for everything and reads nothing but the first line.
  private static Socket unread(Api api) throws IOException {
    var address = URI.create(api.url());
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    var request =
        "GET %s/stream%s HTTP/1.1\r\nHost: soko\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(address.getPath(), ALL, api.credential());
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    var status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    assertThat(status).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  /// Events of 100 kB each, more than the network holds for a reader.
  private static void fill(Service service, Partner partner, int events) {
    var sql =
        """
        WITH log AS (
          INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data)
          SELECT '%1$s', n, 'evt_' || lpad(n::text, 26, '0'), 'order.filled', now(),
                 '{"pad":"' || repeat('x', 100000) || '"}'
          FROM generate_series(1, %2$d) AS n
        ), counter AS (
          INSERT INTO event_counter (partner_id, last) VALUES ('%1$s', %2$d)
        )
        SELECT 1
        """;
    service.ask(Environment.SANDBOX, sql.formatted(partner.id(), events));
  }

  private static String id(int n) {
    return "evt_%026d".formatted(n);
  }

  /// How many readers of the sandbox were cut off.
  private static int cut(Service service) {
    var metrics = CUT.matcher(service.metrics());
    assertThat(metrics.find()).isTrue();
    return (int) Double.parseDouble(metrics.group(1));
  }
}
