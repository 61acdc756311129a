package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.PartnerClient.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One partner whose accounts trade on two nodes at once, as fast as they go, so that every ledger
/// connection of both has a batch in flight; and PostgreSQL killed amid that.
@Tag("process")
@Tag("alone")
class FullLoadIT {
  private static final int ACCOUNTS = 16;
  private static final Duration LOAD = Duration.ofSeconds(6);
  private static final Duration KNOWN_MAX = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(100);

  @TempDir static Path temp;

  private static TwoNodes nodes;
  private static PartnerClient a;
  private static PartnerClient b;
  private static final List<String> users = new ArrayList<>();

  /// Accepted orders of both tests by their account.
  private static final Map<String, List<String>> accepted = new ConcurrentHashMap<>();

  private static final AtomicInteger count = new AtomicInteger();

  @BeforeAll
  static void start() throws Exception {
    nodes = new TwoNodes(temp, Map.of());
    a = PartnerClient.of(nodes.a);
    b = new PartnerClient(nodes.addressOfB().toString(), a.key());
    for (int i = 0; i < ACCOUNTS; i++) {
      var name = "{\"externalId\":\"full-%d\",\"displayName\":\"Full\"}".formatted(i);
      var id = done(a.post("/users", "user-" + i, name)).json().get("subAccountId").asText();
      done(
          a.post(
              "/users/" + id + "/kyc", "kyc-" + i, "{\"status\":\"VERIFIED\",\"level\":\"FULL\"}"));
      var deposit = "{\"subAccountId\":\"%s\",\"amount\":100000}".formatted(id);
      done(a.post("/test-tools/deposit", "deposit-" + i, deposit));
      users.add(id);
    }
  }

  @AfterAll
  static void stop() {
    if (nodes == null) return;
    a.close();
    b.close();
    nodes.close();
  }

  @Test
  void two_nodes_that_trade_for_one_partner_keep_its_books() throws Exception {
    trade("both", () -> {});
    assertEachOnce();
  }

  @Test
  void batches_that_are_in_flight_when_postgresql_is_killed_happen_wholly_or_not_at_all()
      throws Exception {
    trade(
        "killed",
        () -> {
          LockSupport.parkNanos(LOAD.toNanos() / 2);
          nodes.servers.killPostgres();
          assertThat(nodes.servers.postgres.revive()).isTrue();
        });
    assertEachOnce();
  }

  private interface Harm {
    void happen() throws Exception;
  }

  /// Every account trades on both nodes until the time is over.
  private void trade(String series, Harm harm) throws Exception {
    long end = System.nanoTime() + LOAD.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (var user : users) {
        for (var client : List.of(a, b)) {
          running.add(
              threads.submit(
                  () -> {
                    while (System.nanoTime() < end) trade(client, user, series);
                    return true;
                  }));
        }
      }
      harm.happen();
      for (var one : running) one.get(KNOWN_MAX.toSeconds() * 2, TimeUnit.SECONDS);
    }
    System.out.printf("%s: %d trades%n", series, count.get());
  }

  private void trade(PartnerClient client, String user, String series) throws Exception {
    var key = series + "-" + count.incrementAndGet();
    var quoted =
        known(() -> client.get("/quote/SCOM.KE?type=BUY&quantity=1&subAccountId=" + user), 200);
    if (quoted.status() != 200) return;
    var quote = quoted.json().get("quoteId").asText();
    var reply = known(() -> client.trade("/users/" + user, quote, key), 202);
    if (reply.status() == 202) {
      var orders = accepted.computeIfAbsent(user, _ -> new ArrayList<>());
      synchronized (orders) {
        orders.add(reply.json().get("orderId").asText());
      }
    } else {
      // A quote lives for a minute, which PostgreSQL may need.
      assertThat(reply.code()).as(reply.text()).isEqualTo("STALE_QUOTE");
    }
  }

  private interface Ask {
    Reply send() throws IOException, InterruptedException;
  }

  /// Asks again until it is known what became of it.
  private static Reply known(Ask ask, int wanted) throws InterruptedException {
    long end = System.nanoTime() + KNOWN_MAX.toNanos();
    while (System.nanoTime() < end) {
      try {
        var reply = ask.send();
        boolean isOpen = reply.status() >= 500 || reply.code().equals("CONFLICT");
        if (reply.status() == wanted || !isOpen) return reply;
      } catch (IOException e) {
        // Not known yet.
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("Nobody says what became of it");
  }

  /// The orders that exist are those that were accepted, once, and the desk fills each.
  private void assertEachOnce() throws Exception {
    assertThat(accepted).hasSize(ACCOUNTS);
    for (var user : users) {
      Polling.until(
          "all orders filled",
          Duration.ofSeconds(30),
          () -> {
            var open = a.get("/users/" + user + "/orders?status=PENDING");
            return open.status() == 200 && open.json().get("orders").isEmpty();
          });
      var orders =
          a.orders("/users/" + user).stream().map(order -> order.get("orderId").asText()).toList();
      assertThat(orders).containsExactlyInAnyOrderElementsOf(accepted.get(user));
    }
    nodes.verifyBooks();
  }

  private static Reply done(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isLessThan(300);
    return reply;
  }
}
