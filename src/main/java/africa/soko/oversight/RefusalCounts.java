package africa.soko.oversight;

import africa.soko.edge.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts refused credentials until they are written. However many sources there are, it holds no
/// more than [#SOURCES_MAX] of them; what else comes is one number.
public final class RefusalCounts {
  static final int SOURCES_MAX = 1_000;
  static final String REST = "*";

  private final Map<Refusal, Long> counts = new HashMap<>();
  private long rest;

  /// @param place an environment, or `operator`
  /// @param source the network that they came from
  /// @param reason the error code
  public record Refusal(String place, String source, String reason) {}

  record Counted(Refusal refusal, long count) {}

  public synchronized void count(String place, String source, ErrorCode reason) {
    var refusal = new Refusal(place, source, reason.name());
    if (counts.size() < SOURCES_MAX || counts.containsKey(refusal)) {
      counts.merge(refusal, 1L, Long::sum);
    } else {
      rest++;
    }
  }

  /// Hands out what was counted since the last time.
  synchronized List<Counted> take() {
    var all = new ArrayList<Counted>();
    counts.forEach((refusal, count) -> all.add(new Counted(refusal, count)));
    if (rest > 0) all.add(new Counted(new Refusal(REST, REST, REST), rest));
    counts.clear();
    rest = 0;
    return all;
  }

  /// Takes back what could not be written.
  synchronized void putBack(List<Counted> all) {
    for (var one : all) {
      boolean fits = counts.size() < SOURCES_MAX || counts.containsKey(one.refusal);
      if (fits && !one.refusal.source.equals(REST)) {
        counts.merge(one.refusal, one.count, Long::sum);
      } else {
        rest += one.count;
      }
    }
  }
}
