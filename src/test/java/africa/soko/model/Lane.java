package africa.soko.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// One client with accounts of its own. It asks one to three things of an account at once, on both
/// nodes, and then looks for an order in which they happened.
final class Lane {
  private static final int HOT = 12;
  private static final int PAST_MAX = 64;
  private static final Duration ANSWERS_MAX = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Plan plan;
  private final Model model;
  private final Calls calls;
  private final Report report;
  private final ExecutorService threads;
  private final Consumer<String> events;

  /// Of each the states that it may be in: nearly always one.
  private final List<List<Account>> accounts = new ArrayList<>();

  private final List<Past> past = new ArrayList<>();
  private boolean isWhole = true;
  private long toMaster;

  /// A thing to ask: everything that chance decides of it.
  private record Ask(Op op, Op.Request request, String key, int node, boolean isRaced) {}

  /// A change that was answered.
  private record Past(Op.Request request, String key, Reply reply) {}

  /// @param events hears of each that must be in the log
  Lane(
      Plan plan,
      Model model,
      Calls calls,
      Report report,
      ExecutorService threads,
      Consumer<String> events) {
    this.plan = plan;
    this.model = model;
    this.calls = calls;
    this.report = report;
    this.threads = threads;
    this.events = events;
  }

  /// Each as it is, or may be.
  List<Account> accounts() {
    return accounts.stream().map(List::getFirst).toList();
  }

  /// Whether every account is known: one of which an answer was wrong is given up.
  boolean isWhole() {
    return isWhole;
  }

  /// What the master wallet has got from the accounts, in cents.
  long toMaster() {
    return toMaster;
  }

  /// Takes over the partner's own account, and asks for a price of everything.
  void own(Account master) throws Exception {
    accounts.add(List.of(master));
    for (var symbol : Plan.SYMBOLS) {
      ask(accounts.getLast(), List.of(new Op.Quote(symbol, true, BigDecimal.TEN, false)));
    }
  }

  /// Makes accounts, some of them on both nodes and under two keys at once.
  void open(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      var name = plan.name();
      var isByUid = plan.chance(20);
      var op = isByUid ? new Op.AutoRegister(name, name) : new Op.Create(name, name);
      accounts.add(List.of(Account.named(isByUid ? null : name)));
      ask(accounts.getLast(), plan.chance(10) ? List.of(op, op) : List.of(op));
    }
  }

  void run(BooleanSupplier goesOn) throws Exception {
    while (goesOn.getAsBoolean() && !accounts.isEmpty()) {
      int among = plan.chance(70) ? Math.min(HOT, accounts.size()) : accounts.size();
      var account = accounts.get(plan.below(among));
      ask(account, plan.burst(account.getFirst()));
      if (plan.chance(15)) askAgain();
    }
  }

  /// Waits until the desk has ended every order that is its own, and what is known is certain.
  void rest(long endNanos) throws Exception {
    for (var account : List.copyOf(accounts)) {
      var now = account;
      while (!now.isEmpty() && isAtDesk(now.getFirst())) {
        if (System.nanoTime() > endNanos) {
          report.wrong("Desk", "It has left orders open: " + now);
          return;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
        now = ask(now, List.of());
      }
    }
  }

  /// The states that the account may be in then: none if that is not known any more.
  private List<Account> ask(List<Account> states, List<Op> ops) throws Exception {
    long start = System.nanoTime();
    var account = states.getFirst();
    var asks = ops.stream().map(op -> prepared(account, op)).toList();
    var sent = new ArrayList<Future<Answered>>();
    for (var ask : asks) sent.add(threads.submit(() -> answer(ask)));
    var answers = new ArrayList<Answered>();
    for (int i = 0; i < asks.size(); i++) {
      answers.add(sent.get(i).get(ANSWERS_MAX.toSeconds(), TimeUnit.SECONDS));
      remember(asks.get(i), answers.get(i).reply());
    }
    // What came last of several can be told apart now, and hardly later.
    if (ops.size() > 1 && account.id != null && !account.isMaster) {
      answers.add(answer(prepared(account, new Op.Read())));
    }
    answers.addAll(endedByDesk(account, answers, start));
    var verdict = Linear.explain(model, states, answers);
    int place = accounts.indexOf(states);
    if (verdict.wrong() != null) {
      report.wrong(verdict.wrong(), states, answers);
      accounts.remove(place);
      isWhole = false;
    } else {
      gather(verdict.after());
      accounts.set(place, verdict.after());
    }
    return verdict.after();
  }

  private Ask prepared(Account account, Op op) {
    var request = op.request(account);
    return new Ask(op, request, plan.name(), plan.below(2), request.isChange() && plan.chance(25));
  }

  private Answered answer(Ask ask) throws Exception {
    report.asked(ask.op);
    long asked = System.nanoTime();
    var key = ask.request.isChange() ? ask.key : null;
    var reply =
        key != null && ask.isRaced
            ? calls.race(ask.request, key)
            : calls.send(ask.request, key, ask.node);
    return new Answered(ask.op, reply, asked, System.nanoTime());
  }

  /// What the desk did meanwhile, to orders from before and to new ones.
  private List<Answered> endedByDesk(Account account, List<Answered> answers, long startNanos) {
    var open = new ArrayList<String>();
    account.orders.values().stream().filter(Lane::isDue).forEach(o -> open.add(o.id));
    for (var one : answers) {
      if (one.op() instanceof Op.Place && one.reply().status() == 202) {
        open.add(one.reply().json().path("orderId").asText());
      }
    }
    var ended = new ArrayList<Answered>();
    for (var orderId : open) {
      var op = new Op.DeskEnded(orderId);
      var reply = calls.send(op.request(account), null, plan.below(2));
      var status = reply.json().path("status").asText();
      if (reply.status() != 200 || status.equals("FILLED") || status.equals("REJECTED")) {
        ended.add(new Answered(op, reply, startNanos, System.nanoTime()));
      }
    }
    return ended;
  }

  /// Takes over what all states agree on of the master wallet and the log.
  private void gather(List<Account> states) {
    var one = states.getFirst();
    var told = one.events.stream().sorted().toList();
    for (var other : states) {
      if (other.toMaster != one.toMaster) return;
      if (!other.events.stream().sorted().toList().equals(told)) return;
    }
    told.forEach(events);
    toMaster += one.toMaster;
    for (var state : states) {
      state.events.clear();
      state.toMaster = 0;
      state.trim();
    }
  }

  private void remember(Ask ask, Reply reply) {
    if (!ask.request.isChange() || reply.isMissing()) return;
    if (past.size() == PAST_MAX) past.removeFirst();
    past.add(new Past(ask.request, ask.key, reply));
  }

  /// Something that was answered, under its key; or something else, which the key refuses.
  private void askAgain() {
    if (past.isEmpty()) return;
    var one = past.get(plan.below(past.size()));
    if (plan.chance(15)) {
      var other = new Op.Create(plan.name(), "Other").request(Account.named(null));
      calls.misuse(other, one.key, plan.below(2));
    } else {
      calls.repeat(one.request, one.key, one.reply, plan.below(2));
    }
  }

  private static boolean isAtDesk(Account account) {
    return account.orders.values().stream().anyMatch(Lane::isDue);
  }

  private static boolean isDue(Order order) {
    return !order.test && order.isOpen();
  }
}
