package africa.soko.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Trades of sub-accounts, each with a quote of its own that was issued just before. The desk fills
/// what was accepted meanwhile, as it does in earnest.
final class Trades {
  static final String BASE = "/api/sandbox/v1/partner";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ACCEPTED = 202;
  private static final int FILL_SECONDS_MAX = 5;
  private static final int REST_SECONDS_MAX = 300;
  private static final int LOOK_MILLIS = 500;
  private static final int COUNTS_MILLIS = 1_500;
  private static final String ALLOCATED = "jvm_gc_memory_allocated_bytes_total";

  /// A sub-account, and the key of its partner.
  record Account(String key, String id) {}

  /// How one run went; the count of statements is of its time alone.
  ///
  /// @param restSeconds from the last trade to the last fill
  /// @param processor what the trades took with their fills
  /// @param written what PostgreSQL wrote of them
  /// @param allocated bytes of the service's heap, to the nearest collection
  record Run(
      Load.Result result,
      long statements,
      long restSeconds,
      Processor processor,
      Written written,
      long allocated) {
    int trades() {
      return result.statuses().getOrDefault(ACCEPTED, 0);
    }

    double millisEach() {
      return processor.all() * 1_000 / trades();
    }

    @Override
    public String toString() {
      return "  %s: %d a second, p50 %.1f ms, p99 %.1f ms, %.2f statements a trade, filled after %d s more%n  %s"
          .formatted(
              result.statuses(),
              perSecond(),
              result.millis(50),
              result.millis(99),
              statementsPerTrade(),
              restSeconds,
              perTrade());
    }

    private String perTrade() {
      return "%.3f ms (service %.3f, PostgreSQL %.3f, Redis %.3f; compilers %.3f), WAL %d bytes, %.1f rows (%.1f in place), %.1f index entries, %d bytes on disk, %d KB allocated"
          .formatted(
              millisEach(),
              processor.service() * 1_000 / trades(),
              processor.postgres() * 1_000 / trades(),
              processor.redis() * 1_000 / trades(),
              processor.compilers() * 1_000 / trades(),
              written.walBytes() / trades(),
              (double) written.rows() / trades(),
              (double) written.inPlace() / trades(),
              (double) written.indexEntries() / trades(),
              written.bytes() / trades(),
              allocated / 1_000 / trades());
    }

    long perSecond() {
      return result.perSecond(ACCEPTED);
    }

    double statementsPerTrade() {
      return (double) statements / trades();
    }
  }

  private final Vertx vertx;
  private final Service service;
  private final List<Account> accounts = new ArrayList<>();
  private int connections;

  Trades(Vertx vertx, Service service) {
    this.vertx = vertx;
    this.service = service;
  }

  /// Makes accounts, verified and with money, spread over some partners; each is traded on by one
  /// connection.
  void prepare(int connections, int partners, int count) throws Exception {
    this.connections = connections;
    accounts.clear();
    var keys = new ArrayList<String>();
    for (int i = 0; i < partners; i++) keys.add(register("bench" + i + "@example.com"));
    var opened = new HashMap<String, String>();
    var opening = lanes(connections);
    for (int i = 0; i < count; i++) {
      var key = keys.get(i % partners);
      var body =
          "{\"externalId\":\"%s\",\"displayName\":\"Bench\"}"
              .formatted(i + "." + UUID.randomUUID());
      opening.get(i % connections).add(post("/users", key, body));
    }
    all(
        opening,
        body -> {
          var account = JSON.readTree(body);
          var number = account.path("externalId").asText().split("\\.", 2)[0];
          opened.put(
              account.path("subAccountId").asText(), keys.get(Integer.parseInt(number) % partners));
        });
    var verifying = lanes(connections);
    var paying = lanes(connections);
    opened.forEach(
        (id, key) -> {
          int lane = accounts.size() % connections;
          accounts.add(new Account(key, id));
          var deposit = "{\"subAccountId\":\"%s\",\"amount\":1000000}".formatted(id);
          verifying
              .get(lane)
              .add(
                  post(
                      "/users/" + id + "/kyc",
                      key,
                      "{\"status\":\"VERIFIED\",\"level\":\"FULL\"}"));
          paying.get(lane).add(post("/test-tools/deposit", key, deposit));
        });
    all(verifying, _ -> {});
    all(paying, _ -> {});
  }

  List<Account> accounts() {
    return List.copyOf(accounts);
  }

  private static List<List<Buffer>> lanes(int connections) {
    var lanes = new ArrayList<List<Buffer>>();
    for (int i = 0; i < connections; i++) lanes.add(new ArrayList<>());
    return lanes;
  }

  /// What reads an answer.
  private interface Reader {
    void read(String body) throws IOException;
  }

  /// Sends all of them, and does not go on unless each did what it should.
  private void all(List<List<Buffer>> lanes, Reader reader) throws Exception {
    var bodies = new ArrayList<String>();
    var iterators = lanes.stream().map(List::iterator).toList();
    var result =
        Load.run(vertx, service.url(), iterators, (_, body) -> bodies.add(body.toString()));
    if (result.statuses().keySet().stream().anyMatch(status -> status >= 300)) {
      throw new IOException(result.statuses() + " " + bodies.getLast());
    }
    for (var body : bodies) reader.read(body);
  }

  /// Quotes for as long as `quoteSeconds`, then one trade for each of them as fast as they go; ends
  /// once the desk has filled them, so that nothing else is at work on PostgreSQL.
  Run run(int quoteSeconds) throws Exception {
    return run(quoteSeconds, () -> {});
  }

  /// What is done between the quotes and the trades.
  interface Between {
    void run() throws Exception;
  }

  Run run(int quoteSeconds, Between between) throws Exception {
    var trades = quotes(quoteSeconds);
    between.run();
    long statements = metric("soko_ledger_statements_total");
    long allocated = service.metric(ALLOCATED, "");
    var written = Written.now(service);
    var processor = Processor.now(service);
    var result = Load.run(vertx, service.url(), trades, (_, _) -> {});
    statements = metric("soko_ledger_statements_total") - statements;
    var rest = rest();
    // PostgreSQL's processes tell what they wrote once they are idle.
    TimeUnit.MILLISECONDS.sleep(COUNTS_MILLIS);
    return new Run(
        result,
        statements,
        rest.seconds(),
        rest.processor().since(processor),
        Written.now(service).since(written),
        service.metric(ALLOCATED, "") - allocated);
  }

  /// When the last fill was done, and the processor time up to then.
  private record Rest(long seconds, Processor processor) {}

  private Rest rest() throws Exception {
    long begin = System.nanoTime();
    long done = begin;
    var processor = Processor.now(service);
    for (long before = -1; secondsSince(done) < FILL_SECONDS_MAX + 1; ) {
      if (secondsSince(begin) > REST_SECONDS_MAX) throw new IOException("The desk does not end");
      long now = metric("soko_ledger_batch_commands_sum");
      if (now != before) {
        done = System.nanoTime();
        processor = Processor.now(service);
      }
      before = now;
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return new Rest(TimeUnit.NANOSECONDS.toSeconds(done - begin), processor);
  }

  private static long secondsSince(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - nanos);
  }

  private List<Iterator<Buffer>> quotes(int seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var issued = new ArrayList<String>();
    var lanes = new ArrayList<Iterator<Buffer>>();
    for (int lane = 0; lane < connections; lane++) {
      var asked = new ArrayList<Buffer>();
      for (int i = lane; i < accounts.size(); i += connections) {
        var account = accounts.get(i);
        var path = BASE + "/quote/SCOM.KE?type=BUY&quantity=1&subAccountId=" + account.id;
        asked.add(Requests.get(path, account.key));
      }
      lanes.add(Requests.until(end, asked));
    }
    Load.run(
        vertx,
        service.url(),
        lanes,
        (status, body) -> {
          if (status == 200) issued.add(body.toString());
        });
    return trades(issued);
  }

  /// A quote is for its account, so each lane sends those of its own.
  private List<Iterator<Buffer>> trades(List<String> quotes) throws IOException {
    var lanes = lanes(connections);
    var places = new HashMap<String, Integer>();
    for (var account : accounts) places.put(account.id, places.size());
    for (var text : quotes) {
      var quote = JSON.readTree(text);
      var id = quote.path("subAccountId").asText();
      var body =
          "{\"symbol\":\"SCOM.KE\",\"type\":\"BUY\",\"quantity\":1,\"quoteId\":\"%s\"}"
              .formatted(quote.path("quoteId").asText());
      int place = places.get(id);
      var key = accounts.get(place).key;
      lanes.get(place % connections).add(post("/users/" + id + "/trade", key, body));
    }
    return lanes.stream().map(List::iterator).toList();
  }

  private long metric(String name) throws Exception {
    return service.metric(name, "environment=\"sandbox\"");
  }

  private String register(String email) throws Exception {
    var body = "{\"email\":\"%s\",\"name\":\"Bench\"}".formatted(email);
    var token = call(Requests.withToken("/dev/idp/token", "none", body)).path("idToken").asText();
    return call(Requests.withToken("/api/sandbox/register", token, "{}")).path("apiKey").asText();
  }

  private static Buffer post(String path, String key, String body) {
    return Requests.post(BASE + path, key, UUID.randomUUID().toString(), body);
  }

  private JsonNode call(Buffer request) throws Exception {
    var answers = new ArrayList<String>();
    var result =
        Load.run(
            vertx,
            service.url(),
            List.of(List.of(request).iterator()),
            (_, body) -> answers.add(body.toString()));
    if (result.statuses().keySet().stream().anyMatch(status -> status >= 300)) {
      throw new IOException(answers.toString());
    }
    return JSON.readTree(answers.getFirst());
  }
}
