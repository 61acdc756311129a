package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.PartnerClient.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two equal nodes on one PostgreSQL and one Redis, driven at the same time. The second one is
/// started as in production, by `start`.
@Tag("process")
@Tag("alone")
class TwoNodesIT {
  private static final int TRADES = 40;
  private static final Duration END_MAX = Duration.ofSeconds(25);
  private static final int LIMIT = 100_000;

  @TempDir static Path temp;

  private static TwoNodes nodes;
  private static PartnerClient a;
  private static PartnerClient b;

  @BeforeAll
  static void start() throws Exception {
    nodes = new TwoNodes(temp, Map.of());
    a = PartnerClient.of(nodes.a);
    b = new PartnerClient(nodes.addressOfB().toString(), a.key());
  }

  @AfterAll
  static void stop() throws Exception {
    // They did not start: what they said is told already.
    if (nodes == null) return;
    try (var _ = nodes) {
      a.close();
      b.close();
      long start = System.nanoTime();
      nodes.b().terminate();
      nodes.b().awaitExit();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(END_MAX);
    }
  }

  @Test
  void a_key_sent_to_both_nodes_at_once_has_one_effect_and_everybody_sees_it() throws Exception {
    var stream = b.stream("/stream");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var lines = stream.body()) {
      var accepted = new HashSet<String>();
      var first = new ArrayList<List<Future<Reply>>>();
      for (int i = 0; i < TRADES; i++) {
        var quote = a.quote().json().get("quoteId").asText();
        var key = "both-" + i;
        Callable<Reply> atA = () -> a.trade(quote, key);
        Callable<Reply> atB = () -> b.trade(quote, key);
        first.add(List.of(threads.submit(atA), threads.submit(atB)));
      }
      for (var pair : first) {
        var ids = new HashSet<String>();
        for (var one : pair) {
          var reply = one.get(30, TimeUnit.SECONDS);
          if (reply.status() == 202) ids.add(reply.json().get("orderId").asText());
          else assertThat(reply.code()).as(reply.text()).isEqualTo("CONFLICT");
        }
        assertThat(ids).hasSize(1);
        accepted.addAll(ids);
      }
      assertThat(accepted).hasSize(TRADES);
      assertThat(b.orders()).hasSize(TRADES).allMatch(o -> accepted.contains(id(o)));

      // Of each order the acceptance and one fill: both desks run, and one of them does it.
      var sequences = new ArrayList<Long>();
      var filled = new ArrayList<String>();
      var events = lines.filter(l -> l.startsWith("data:")).iterator();
      while (filled.size() < TRADES) {
        var event = ServiceProcess.JSON.readTree(events.next().substring("data:".length()));
        sequences.add(event.get("sequence").asLong());
        if (event.get("event").asText().equals("order.filled")) filled.add(id(event.get("data")));
      }
      assertThat(filled).containsExactlyInAnyOrderElementsOf(accepted);
      long from = sequences.getFirst();
      assertThat(sequences)
          .containsExactlyElementsOf(
              LongStream.range(from, from + sequences.size()).boxed().toList());
      for (var order : accepted) {
        var reports = a.get("/orders/" + order + "/execution-reports").json();
        assertThat(reports.get("executionReports"))
            .filteredOn(r -> r.get("reportType").asText().equals("FILL"))
            .hasSize(1);
      }
    }
    nodes.verifyBooks();
  }

  @Test
  void the_limiter_counts_what_both_nodes_grant() throws Exception {
    int before = remaining(a);
    for (int i = 0; i < 5; i++) remaining(b);
    assertThat(remaining(a)).isLessThanOrEqualTo(before - 6);
    assertThat(before).isLessThan(LIMIT);
  }

  private static int remaining(PartnerClient client) throws Exception {
    var reply = client.get("/market/quotes?symbol=SCOM.KE&exchange=NSE");
    assertThat(reply.status()).isEqualTo(200);
    return Integer.parseInt(reply.headers().get("x-ratelimit-remaining"));
  }

  private static String id(JsonNode of) {
    return of.get("orderId").asText();
  }
}
