package africa.soko.paper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Asks the books on paper and the service the same, one thing after the other, and compares what
/// they answer and what they hold.
final class History {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final List<String> SYMBOLS = List.copyOf(Market.STOCKS.keySet());

  private final Books paper;
  private final ServiceBooks service;
  private final Duration patience;

  /// How often each kind was granted, and refused.
  private final Map<String, Integer> counts = new TreeMap<>();

  /// @param patience how long the service may take for what nobody waits for
  History(Books paper, ServiceBooks service, Duration patience) {
    this.paper = paper;
    this.service = service;
    this.patience = patience;
  }

  /// What is different after an operation, or null.
  @Nullable String step(Op op) {
    if (paper.isMoot(op)) return null;
    var expected = paper.apply(op);
    String told;
    try {
      told = service.apply(op);
    } catch (RuntimeException | AssertionError e) {
      return "The service fails where paper says %s: %s".formatted(expected, e);
    }
    var kind = op instanceof Op.Place place ? place.kind() : op.getClass().getSimpleName();
    counts.merge(kind + " " + expected.split(" ")[0], 1, Integer::sum);
    if (!told.equals(expected)) return "answered %s, on paper %s".formatted(told, expected);
    var moved = new HashSet<>(paper.moved);
    paper.moved.clear();
    if (op instanceof Op.OfOrder of) moved.add(of.order());
    var accounts = accounts(op, moved);
    var why = difference(accounts, moved, false);
    long end = System.nanoTime() + patience.toNanos();
    while (why != null && System.nanoTime() < end) {
      LockSupport.parkNanos(PAUSE.toNanos());
      why = difference(accounts, moved, false);
    }
    for (int order : moved) seen(paper.order(order));
    return why;
  }

  /// The desk's time for an order begins when it was set off.
  private void seen(Order order) {
    if (order.triggerPrice == null || !order.status.equals("PENDING")) return;
    var at = service.triggeredAt(order.id);
    if (at != null) order.due = at.plus(paper.market.drawn(order.id));
  }

  /// What is different anywhere, or null; the service proves its books as well.
  @Nullable String whole() {
    try {
      service.prove();
    } catch (RuntimeException | AssertionError e) {
      return "The service's own books: " + e;
    }
    return difference(paper.accounts.keySet(), paper.orders.keySet(), true);
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /// Whose money it may have moved.
  private Set<Integer> accounts(Op op, Set<Integer> moved) {
    var touched = new TreeSet<Integer>();
    touched.add(Account.MASTER);
    if (op instanceof Op.OfAccount of) touched.add(of.account());
    for (var order : moved) touched.add(paper.order(order).account.id);
    return touched;
  }

  private @Nullable String difference(Set<Integer> accounts, Set<Integer> orders, boolean whole) {
    for (int id : orders) {
      var order = paper.order(id);
      var different = Facts.difference(Facts.of(order), service.order(id, whole));
      if (different != null) return "of order %d %s".formatted(id, different);
    }
    for (int id : accounts) {
      var account = paper.account(id);
      var different = Facts.difference(Facts.of(account, paper), service.account(id, SYMBOLS));
      if (different != null) return "of account %d %s".formatted(id, different);
    }
    return null;
  }

  /// What went wrong, and with which operations.
  ///
  /// @param why what is different after the last of them
  record Failure(String why, List<Op> ops) {
    /// The same for what goes wrong in the same way with other numbers.
    String kind() {
      return why.replaceAll("[0-9.]+", "#");
    }
  }

  /// Both sides as they are at the beginning.
  interface Start {
    History begin();
  }

  /// What goes wrong with these operations, or null; what is after it is not tried.
  static @Nullable Failure run(Start start, List<Op> ops) {
    var history = start.begin();
    for (int n = 0; n < ops.size(); n++) {
      var why = history.step(ops.get(n));
      if (why != null) return new Failure(why, ops.subList(0, n + 1));
    }
    var why = history.whole();
    return why == null ? null : new Failure(why, ops);
  }

  /// The fewest of the operations with which the same goes wrong still.
  static Failure shortest(Start start, Failure found, long nanosMax) {
    long end = System.nanoTime() + nanosMax;
    var best = found;
    for (int part = Math.max(1, best.ops().size() / 2); part > 0; part /= 2) {
      for (int from = 0; from < best.ops().size() && System.nanoTime() < end; ) {
        var fewer = new ArrayList<>(best.ops());
        fewer.subList(from, Math.min(from + part, fewer.size())).clear();
        var failure = run(start, fewer);
        if (failure == null || !failure.kind().equals(found.kind())) from += part;
        else best = failure;
      }
    }
    return best;
  }

  /// For people: one line for each operation.
  static String text(Failure failure) {
    var lines = new LinkedHashMap<Integer, String>();
    for (var op : failure.ops()) lines.put(lines.size(), "  " + op);
    return "%s%nafter%n%s"
        .formatted(failure.why(), String.join(System.lineSeparator(), lines.values()));
  }
}
