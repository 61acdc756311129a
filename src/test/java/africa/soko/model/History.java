package africa.soko.model;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What many clients of one partner do on two nodes at once, from its first day on. Of one seed the
/// same clients ask the same things, as far as they are answered the same.
final class History implements AutoCloseable {
  private static final int LANES = 16;

  /// No wallet can hold as much: 9 million dollars.
  private static final long MASTER_MAX_CENTS = 900_000_000;

  private static final Duration DESK_MAX = Duration.ofSeconds(60);
  private static final Duration LANE_MAX = Duration.ofMinutes(30);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> expected = new ConcurrentHashMap<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final Report report = new Report();
  private final List<Client> nodes;
  private final String apiKey;
  private final Calls calls;
  private final Instant began = Instant.now();
  private final long seedCents;

  /// @param addresses of the two nodes
  /// @param apiKey of a partner that has nothing yet but its master wallet
  History(long seed, List<URI> addresses, String apiKey, Fault fault) {
    this.apiKey = apiKey;
    nodes =
        List.of(
            new Client("A", addresses.get(0), apiKey), new Client("B", addresses.get(1), apiKey));
    calls = new Calls(nodes, fault, report, threads);
    var rates = new HashMap<String, BigDecimal>();
    read("/fx/rates")
        .json()
        .get("rates")
        .properties()
        .forEach(rate -> rates.put(rate.getKey(), rate.getValue().decimalValue()));
    seedCents = master();
    var model = new Model(rates, MASTER_MAX_CENTS);
    for (int i = 0; i < LANES; i++) {
      var plan = new Plan(new Random(seed + i), "m" + i);
      lanes.add(
          new Lane(plan, model, calls, report, threads, e -> expected.merge(e, 1, Integer::sum)));
    }
  }

  Report report() {
    return report;
  }

  /// Node B is somewhere else now.
  void moveB(URI address) {
    nodes.get(1).moveTo(address);
  }

  void open(int accounts) throws Exception {
    lanes.getFirst().own(Account.master());
    inAllLanes(lane -> lane.open((accounts + LANES - 1) / LANES));
  }

  void run(BooleanSupplier goesOn) throws Exception {
    inAllLanes(lane -> lane.run(goesOn));
  }

  /// Compares all that there is with the model, once the desk has nothing to do any more.
  void finish() throws Exception {
    long end = System.nanoTime() + DESK_MAX.toNanos();
    inAllLanes(lane -> lane.rest(end));
    var last = "deposit.confirmed " + lastDeposit();
    compareAccounts();
    var log = new EventLog(nodes.get(1).address(), apiKey, report);
    log.read(began, last);
    System.out.printf("%d events%n", log.count());
    // Of an account that was given up some events were never foretold.
    if (lanes.stream().allMatch(Lane::isWhole)) log.compare(expected);
  }

  private void compareAccounts() {
    var known = new HashMap<String, Account>();
    long cash = seedCents;
    for (var lane : lanes) {
      cash += lane.toMaster();
      for (var account : lane.accounts()) {
        cash += account.cash;
        if (!account.isMaster) known.put(account.id(), account);
      }
    }
    long found = master();
    var cursor = "";
    do {
      var page = read("/users?limit=500" + cursor).json();
      for (var view : page.get("users")) {
        found += Reply.cents(view.get("walletBalance"));
        var account = known.remove(view.get("subAccountId").asText());
        var reply = new Reply(200, view.toString(), false);
        if (account != null) check(account, new Op.Read(), reply);
      }
      cursor = page.get("hasMore").asBoolean() ? "&cursor=" + page.get("nextCursor").asText() : "";
    } while (!cursor.isEmpty());
    if (!known.isEmpty()) report.wrong("Accounts", "Not listed: " + known.keySet());
    System.out.printf("All wallets: %d cents, %d in the model%n", found, cash);
    if (lanes.stream().allMatch(Lane::isWhole) && found != cash) {
      report.wrong("Money", "%d cents are there, %d in the model".formatted(found, cash));
    }
    for (var lane : lanes) {
      for (var account : lane.accounts()) {
        if (account.holdings.isEmpty()) continue;
        var portfolio = new Op.ReadPortfolio();
        check(account, portfolio, calls.send(portfolio.request(account), null, 0));
      }
    }
  }

  private void check(Account account, Op op, Reply reply) {
    var answered = new Answered(op, reply, System.nanoTime(), System.nanoTime());
    var verdict = Linear.explain(new Model(Map.of(), 0), List.of(account), List.of(answered));
    if (verdict.wrong() != null) report.wrong(verdict.wrong(), List.of(account), List.of());
  }

  /// The text of an event that comes after all others.
  private String lastDeposit() {
    var account = Account.named(null);
    account.id =
        calls
            .send(new Op.Create("last", "Last").request(account), "last-account", 0)
            .json()
            .get("subAccountId")
            .asText();
    calls.send(new Op.Deposit(BigDecimal.ONE, "USD").request(account), "last-deposit", 0);
    var text = account.id + " 100 100";
    expected.merge("deposit.confirmed " + text, 1, Integer::sum);
    return text;
  }

  private long master() {
    return Reply.cents(read("/account").json().get("walletBalance"));
  }

  private Reply read(String path) {
    return calls.send(new Op.Request("GET", path, null), null, 0);
  }

  private interface Task {
    void run(Lane lane) throws Exception;
  }

  private void inAllLanes(Task task) throws Exception {
    var running = new ArrayList<Future<?>>();
    for (var lane : lanes) {
      Callable<Boolean> call =
          () -> {
            task.run(lane);
            return true;
          };
      running.add(threads.submit(call));
    }
    for (var one : running) one.get(LANE_MAX.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    nodes.forEach(Client::close);
  }
}
