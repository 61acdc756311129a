package africa.soko.webhook;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/// How many attempts may run at a time: in all, and to one endpoint. An endpoint whose last attempt
/// failed gets one at a time, so that those that are dead or slow take little from the others.
final class EndpointSlots {
  private static final int FAILING_MAX = 1_000;

  private final int total;
  private final int perEndpoint;
  private final Map<String, Integer> inFlight = new HashMap<>();
  private final LinkedHashSet<String> failing = new LinkedHashSet<>();
  private int taken;

  EndpointSlots(int total, int perEndpoint) {
    this.total = total;
    this.perEndpoint = perEndpoint;
  }

  int free() {
    return total - taken;
  }

  boolean isIdle() {
    return taken == 0;
  }

  int taken() {
    return taken;
  }

  /// How many more each endpoint may get that is busy or failing; any other may get
  /// [#roomWhenIdle()].
  Map<String, Integer> room() {
    var room = new LinkedHashMap<String, Integer>();
    failing.forEach(webhookId -> room.put(webhookId, 1));
    inFlight.forEach(
        (webhookId, running) ->
            room.put(webhookId, (failing.contains(webhookId) ? 1 : perEndpoint) - running));
    return room;
  }

  int roomWhenIdle() {
    return perEndpoint;
  }

  void take(String webhookId) {
    inFlight.merge(webhookId, 1, Integer::sum);
    taken++;
  }

  void release(String webhookId, boolean success) {
    inFlight.computeIfPresent(webhookId, (_, running) -> running > 1 ? running - 1 : null);
    taken--;
    if (success) {
      failing.remove(webhookId);
    } else if (failing.add(webhookId) && failing.size() > FAILING_MAX) {
      failing.removeFirst();
    }
  }
}
