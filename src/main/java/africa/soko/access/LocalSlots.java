package africa.soko.access;

import java.util.concurrent.ConcurrentHashMap;

/// The streams that are open on this node, by partner and environment.
public final class LocalSlots {
  private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

  /// Counts one more and gives how many there are then.
  int open(String bucket) {
    return open.merge(bucket, 1, Integer::sum);
  }

  void close(String bucket) {
    open.computeIfPresent(bucket, (b, count) -> count == 1 ? null : count - 1);
  }
}
