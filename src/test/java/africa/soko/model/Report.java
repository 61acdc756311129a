package africa.soko.model;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// What was asked, and what of the answers was wrong.
final class Report {
  private static final int DETAIL_CHARS_MAX = 600;
  private static final int SHOWN_MAX = 25;

  final LongAdder operations = new LongAdder();
  final LongAdder raced = new LongAdder();
  final LongAdder repeated = new LongAdder();

  /// Answers that a fault excuses: the same was asked again.
  final LongAdder excused = new LongAdder();

  /// Answers that the first request with the key still runs, to somebody who has its answer.
  final LongAdder late = new LongAdder();

  private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> wrongKinds = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  void asked(Op op) {
    operations.increment();
    kinds.computeIfAbsent(op.getClass().getSimpleName(), _ -> new LongAdder()).increment();
  }

  /// @param kind under which it is counted
  void wrong(String kind, String detail) {
    wrongKinds.computeIfAbsent(kind, _ -> new LongAdder()).increment();
    var shown = kind + ": " + detail;
    wrong.add(shown.substring(0, Math.min(DETAIL_CHARS_MAX, shown.length())));
  }

  /// An answer that does not agree with the others.
  void wrong(Linear.Wrong one, List<Account> before, List<Answered> answers) {
    var answered = one.answered();
    wrong(
        "%s %d %s"
            .formatted(
                answered.op().getClass().getSimpleName(),
                answered.reply().status(),
                answered.reply().code()),
        "%s; %s; %s before; all: %s".formatted(one.why(), answered, before, answers));
  }

  boolean isRight() {
    return wrong.isEmpty();
  }

  String wrongs() {
    return "%d wrong %s%n%s"
        .formatted(
            wrong.size(),
            wrongKinds,
            wrong.stream().limit(SHOWN_MAX).collect(Collectors.joining(System.lineSeparator())));
  }

  @Override
  public String toString() {
    return "%s operations %s, %s keys raced, %s repeated, %s late, %s excused, %d wrong %s"
        .formatted(operations, kinds, raced, repeated, late, excused, wrong.size(), wrongKinds);
  }
}
