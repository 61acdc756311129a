package africa.soko.model;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Asks until it is known what was answered. Whatever else a client is told on the way is wrong,
/// unless a fault excuses it.
final class Calls {
  private static final Duration KNOWN_MAX = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /// A fault that stays is an answer, though a wrong one.
  private static final int WRONG_MAX = 5;

  private final List<Client> nodes;
  private final Fault fault;
  private final Report report;
  private final ExecutorService threads;

  Calls(List<Client> nodes, Fault fault, Report report, ExecutorService threads) {
    this.nodes = nodes;
    this.fault = fault;
    this.report = report;
    this.threads = threads;
  }

  /// What an answer may say of other requests with its key.
  private enum Sent {
    ALONE,
    RACED,
    AGAIN
  }

  /// The answer to a request that goes to one node.
  Reply send(Op.Request request, @Nullable String key, int node) {
    return untilKnown(request, key, node, Sent.ALONE);
  }

  /// The one answer to a request that goes to both nodes at once, with the same key.
  Reply race(Op.Request request, String key) throws Exception {
    report.raced.increment();
    var sent = List.of(start(request, key, 0), start(request, key, 1));
    var one = sent.get(0).get(KNOWN_MAX.toSeconds() * 2, TimeUnit.SECONDS);
    var other = sent.get(1).get(KNOWN_MAX.toSeconds() * 2, TimeUnit.SECONDS);
    if (one.isRunning() && other.isRunning()) {
      if (fault != Fault.B_KILLED) report.wrong("Race", "Both were told that the other one runs");
      return untilKnown(request, key, 0, Sent.AGAIN);
    }
    if (one.isRunning()) return other;
    if (!other.isRunning()) {
      if (!one.isSame(other)) {
        report.wrong("Race", "Two answers to %s: %s and %s".formatted(request, one, other));
      } else if (!one.replayed() && !other.replayed() && !one.isMissing()) {
        report.wrong("Race", "Both say that they were the first: %s %s".formatted(request, one));
      }
    }
    return one;
  }

  /// Asks once more what was answered before.
  void repeat(Op.Request request, String key, Reply first, int node) {
    report.repeated.increment();
    var again = untilKnown(request, key, node, Sent.AGAIN);
    if (!again.isSame(first)) {
      report.wrong("Repeat", "%s was %s and is now %s".formatted(request, first, again));
    } else if (!again.replayed()) {
      report.wrong("Repeat", "Does not say that it was given before: " + again);
    }
  }

  /// Asks for something else with a key that was used.
  void misuse(Op.Request other, String key, int node) {
    var reply = untilKnown(other, key, node, Sent.AGAIN);
    if (!reply.code().equals("CONFLICT")) report.wrong("Misuse", other + ": " + reply);
  }

  private Future<Reply> start(Op.Request request, String key, int node) {
    Callable<Reply> call = () -> untilKnown(request, key, node, Sent.RACED);
    return threads.submit(call);
  }

  private Reply untilKnown(Op.Request request, @Nullable String key, int first, Sent sent) {
    long end = System.nanoTime() + KNOWN_MAX.toNanos();
    int wrong = 0;
    for (int attempt = 0; System.nanoTime() < end; attempt++) {
      var client = nodes.get((first + attempt) % nodes.size());
      var reply = attempt(client, request, key);
      if (reply != null && reply.isRunning()) {
        if (sent == Sent.RACED && attempt == 0) return reply;
        if (sent == Sent.ALONE && attempt == 0) report.wrong("Running", request + " runs alone");
        // Of a first request the mark may be there for a moment after its answer.
        report.late.increment();
      } else if (reply != null && reply.status() < 500) {
        return reply;
      } else if (fault.excuses(client.node, reply)) {
        report.excused.increment();
      } else if (reply != null) {
        report.wrong("%d %s".formatted(reply.status(), reply.code()), request + " " + reply);
        if (++wrong == WRONG_MAX) return reply;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("Nobody says what became of " + request);
  }

  private @Nullable Reply attempt(Client client, Op.Request request, @Nullable String key) {
    try {
      return client.send(request, key);
    } catch (IOException e) {
      if (!fault.excuses(client.node, null)) report.wrong("No answer", request + ": " + e);
      return null;
    }
  }
}
