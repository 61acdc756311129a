package africa.soko.status;

import africa.soko.edge.Environment;
import africa.soko.edge.request.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts answers until they are written.
public final class ServedCounts implements Served {
  private final Map<Owner, Count> counts = new ConcurrentHashMap<>();

  private record Owner(String partnerId, Environment environment) {}

  private record Count(LongAdder requests, LongAdder failed) {
    Count() {
      this(new LongAdder(), new LongAdder());
    }
  }

  /// @param requests all of them
  record Some(String partnerId, Environment environment, long requests, long failed) {}

  @Override
  public void count(String partnerId, Environment environment, boolean failed) {
    add(new Owner(partnerId, environment), 1, failed ? 1 : 0);
  }

  private void add(Owner owner, long requests, long failed) {
    var count = counts.get(owner);
    if (count == null) count = counts.computeIfAbsent(owner, _ -> new Count());
    // In this order: never more that failed than there were.
    count.requests.add(requests);
    if (failed != 0) count.failed.add(failed);
  }

  /// Hands out what was counted since the last time.
  List<Some> take() {
    var all = new ArrayList<Some>();
    counts.forEach(
        (owner, count) -> {
          long failed = count.failed.sumThenReset();
          long requests = count.requests.sumThenReset();
          if (requests == 0 && failed == 0) return;
          all.add(new Some(owner.partnerId, owner.environment, requests, failed));
        });
    return all;
  }

  /// Takes back what could not be written.
  void putBack(List<Some> all) {
    for (var one : all) {
      add(new Owner(one.partnerId, one.environment), one.requests, one.failed);
    }
  }
}
