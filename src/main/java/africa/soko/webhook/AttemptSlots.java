package africa.soko.webhook;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// How many attempts may run at a time: in all, of one partner, and to one endpoint. An endpoint
/// whose last attempt failed gets one at a time, so that those that are dead or slow take little
/// from the others.
final class AttemptSlots {
  /// The most that may run to one endpoint.
  static final int PER_ENDPOINT_MAX = 8;

  private static final int FAILING_MAX = 1_000;

  private final int total;
  private final int perPartner;
  private final int perEndpoint;
  private final Map<String, Integer> ofPartners = new HashMap<>();
  private final Map<String, Integer> toEndpoints = new HashMap<>();
  private final LinkedHashSet<String> failing = new LinkedHashSet<>();
  private int taken;

  /// @param perEndpoint at most [#PER_ENDPOINT_MAX]
  AttemptSlots(int total, int perPartner, int perEndpoint) {
    this.total = total;
    this.perPartner = perPartner;
    this.perEndpoint = perEndpoint;
  }

  /// What may be begun now.
  ///
  /// @param free how many attempts in all
  /// @param perPartner how many may run of one partner
  /// @param perEndpoint how many may run to an endpoint that is not among the given ones
  /// @param partners how many run, of partners of which any do
  /// @param endpoints those that are busy or failing
  record Room(
      int free,
      int perPartner,
      int perEndpoint,
      Map<String, Integer> partners,
      List<Endpoint> endpoints) {}

  /// @param running how many attempts run
  /// @param room how many more may
  record Endpoint(String webhookId, int running, int room) {}

  Room room() {
    var endpoints =
        Stream.concat(failing.stream(), toEndpoints.keySet().stream())
            .distinct()
            .map(this::endpoint)
            .toList();
    return new Room(total - taken, perPartner, perEndpoint, Map.copyOf(ofPartners), endpoints);
  }

  boolean isIdle() {
    return taken == 0;
  }

  int taken() {
    return taken;
  }

  void take(String partnerId, String webhookId) {
    ofPartners.merge(partnerId, 1, Integer::sum);
    toEndpoints.merge(webhookId, 1, Integer::sum);
    taken++;
  }

  void release(String partnerId, String webhookId, boolean success) {
    releaseOne(ofPartners, partnerId);
    releaseOne(toEndpoints, webhookId);
    taken--;
    if (success) {
      failing.remove(webhookId);
    } else if (failing.add(webhookId) && failing.size() > FAILING_MAX) {
      failing.removeFirst();
    }
  }

  private Endpoint endpoint(String webhookId) {
    int running = toEndpoints.getOrDefault(webhookId, 0);
    int most = failing.contains(webhookId) ? 1 : perEndpoint;
    return new Endpoint(webhookId, running, Math.max(0, most - running));
  }

  private static void releaseOne(Map<String, Integer> running, String key) {
    running.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
  }
}
