package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.PartnerClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Many trades at once, each with a key of its own, repeated until it is known what became of them.
final class Trades implements AutoCloseable {
  static final int COUNT = 500;
  private static final Duration TRYING_MAX = Duration.ofSeconds(75);
  private static final Duration PAUSE_WHEN_BROKEN = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(150);

  private final PartnerClient client;
  private final String series;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, String> quotes = new ConcurrentHashMap<>();
  private final Map<String, Reply> accepted = new ConcurrentHashMap<>();
  private final List<Future<?>> running = new ArrayList<>();
  private final CountDownLatch some;

  /// Every answer that was not the last word, and a mark for each that never came.
  final ConcurrentLinkedQueue<Reply> setbacks = new ConcurrentLinkedQueue<>();

  final ConcurrentLinkedQueue<IOException> broken = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<Reply> refused = new ConcurrentLinkedQueue<>();

  /// @param series begins the keys, so that two runs do not share them
  /// @param someCount after how many accepted trades [#awaitSome] returns
  Trades(PartnerClient client, String series, int someCount) {
    this.client = client;
    this.series = series;
    some = new CountDownLatch(someCount);
  }

  /// Issues a quote for each trade.
  Trades quoted() throws Exception {
    var issued = new ArrayList<Future<?>>();
    for (int i = 0; i < COUNT; i++) {
      var key = series + "-" + i;
      issued.add(
          threads.submit(
              () -> {
                var reply = client.quote();
                assertThat(reply.status()).as(reply.text()).isEqualTo(200);
                return quotes.put(key, reply.json().get("quoteId").asText());
              }));
    }
    for (var one : issued) one.get(60, TimeUnit.SECONDS);
    return this;
  }

  /// Sends the first half of them at once.
  Trades send() {
    return send(0, COUNT / 2);
  }

  /// Sends the other half, while whatever went away is away.
  Trades sendRest() {
    return send(COUNT / 2, COUNT);
  }

  private Trades send(int from, int to) {
    for (int i = from; i < to; i++) {
      var key = series + "-" + i;
      running.add(threads.submit(() -> untilKnown(key, quotes.get(key))));
    }
    return this;
  }

  /// Returns in the middle: when some were accepted.
  Trades awaitSome() throws InterruptedException {
    assertThat(some.await(60, TimeUnit.SECONDS)).isTrue();
    return this;
  }

  int acceptedSoFar() {
    return accepted.size();
  }

  /// Returns when each was accepted, or refused for good.
  Trades awaitAll() throws Exception {
    for (var one : running) one.get(90, TimeUnit.SECONDS);
    return this;
  }

  /// Repeats every trade once more: each that was accepted gets its first answer, to the byte.
  void repeat() throws Exception {
    var repeats = new ArrayList<Future<?>>();
    accepted.forEach(
        (key, first) ->
            repeats.add(
                threads.submit(
                    () -> {
                      var again = client.trade(quotes.get(key), key);
                      assertThat(again.text()).isEqualTo(first.text());
                      assertThat(again.bytes()).isEqualTo(first.bytes());
                      assertThat(again.status()).isEqualTo(first.status());
                      assertThat(again.headers()).containsEntry("idempotent-replayed", "true");
                      return key;
                    })));
    for (var one : repeats) one.get(60, TimeUnit.SECONDS);
  }

  /// The orders that exist are those that were accepted, each once.
  List<JsonNode> assertEachOnce() throws Exception {
    var expected =
        accepted.values().stream().map(r -> r.json().get("orderId").asText()).sorted().toList();
    assertThat(expected).doesNotHaveDuplicates();
    var orders = client.orders();
    assertThat(orders.stream().map(o -> o.get("orderId").asText()).sorted().toList())
        .isEqualTo(expected);
    return orders;
  }

  String summary() {
    var statuses = new java.util.TreeMap<String, Integer>();
    setbacks.forEach(r -> statuses.merge(r.status() + " " + r.code(), 1, Integer::sum));
    return "%d accepted, %d refused, %d requests broke off, then repeated: %s"
        .formatted(accepted.size(), refused.size(), broken.size(), statuses);
  }

  private Reply untilKnown(String key, String quote) throws InterruptedException {
    long end = System.nanoTime() + TRYING_MAX.toNanos();
    while (System.nanoTime() - end < 0) {
      try {
        var reply = client.trade(quote, key);
        if (reply.status() == 202) {
          accepted.put(key, reply);
          some.countDown();
          return reply;
        }
        if (!isTemporary(reply)) {
          refused.add(reply);
          return reply;
        }
        setbacks.add(reply);
      } catch (IOException e) {
        broken.add(e);
        LockSupport.parkNanos(PAUSE_WHEN_BROKEN.toNanos());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("Nobody says what became of " + key + "; " + summary());
  }

  private static boolean isTemporary(Reply reply) {
    return reply.status() >= 500
        || reply.status() == 429
        || (reply.status() == 409 && reply.code().equals("CONFLICT"));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
