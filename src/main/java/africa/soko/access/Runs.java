package africa.soko.access;

import java.util.List;
import java.util.TreeMap;

/// Requests by the millisecond that they count from, and their total. It is not safe for two
/// threads.
final class Runs {
  private final TreeMap<Long, Integer> counts = new TreeMap<>();
  private int total;

  int total() {
    return total;
  }

  void add(long millis, int count) {
    if (count <= 0) return;
    counts.merge(millis, count, Integer::sum);
    total += count;
  }

  void addAll(Runs others) {
    others.counts.forEach(this::add);
  }

  /// Takes the others away, as far as they are there.
  void removeAll(Runs others) {
    others.counts.forEach(this::remove);
  }

  private void remove(long millis, int count) {
    int there = counts.getOrDefault(millis, 0);
    int gone = Math.min(there, count);
    if (gone == there) counts.remove(millis);
    else counts.put(millis, there - gone);
    total -= gone;
  }

  /// Drops what came up to this time.
  void dropUntil(long millis) {
    while (total > 0 && counts.firstKey() <= millis) remove(counts.firstKey(), total);
  }

  void dropOldest(int count) {
    int left = count;
    while (left > 0 && total > 0) {
      int before = total;
      remove(counts.firstKey(), left);
      left -= before - total;
    }
  }

  void clear() {
    counts.clear();
    total = 0;
  }

  Runs copy() {
    var copy = new Runs();
    copy.addAll(this);
    return copy;
  }

  /// When the oldest but so many came, 1 for the oldest; far away if there are fewer.
  long oldest(int nth) {
    if (nth > total) return Long.MAX_VALUE;
    int left = nth;
    for (var run : counts.entrySet()) {
      left -= run.getValue();
      if (left <= 0) return run.getKey();
    }
    return Long.MAX_VALUE;
  }

  /// When the newest came; long ago if there is none.
  long newest() {
    return total == 0 ? Long.MIN_VALUE : counts.lastKey();
  }

  /// Each millisecond and its count, the oldest first.
  void appendTo(List<Object> list) {
    counts.forEach(
        (millis, count) -> {
          list.add(millis);
          list.add(count);
        });
  }
}
