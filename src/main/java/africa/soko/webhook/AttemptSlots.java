package africa.soko.webhook;

import java.util.HashMap;
import java.util.Map;

/// How many attempts may run at a time: in all, of one partner, and to one endpoint. Once half of
/// all are taken, an endpoint may have one only, and those whose last attempt did not succeed have
/// no more than half of all together: whoever does not answer leaves room for whoever does.
final class AttemptSlots {
  /// The most that may run to one endpoint.
  static final int PER_ENDPOINT_MAX = 16;

  private final int total;
  private final int perPartner;
  private final int perEndpoint;
  private final Map<String, Integer> ofPartners = new HashMap<>();
  private final Map<String, Integer> toEndpoints = new HashMap<>();
  private int taken;
  private int takenByUnknown;

  /// @param perEndpoint at most [#PER_ENDPOINT_MAX]
  AttemptSlots(int total, int perPartner, int perEndpoint) {
    this.total = total;
    this.perPartner = perPartner;
    this.perEndpoint = perEndpoint;
  }

  /// What may be begun now.
  ///
  /// @param free how many attempts in all
  /// @param freeToUnknown how many of these may go to endpoints whose last attempt did not succeed
  /// @param perPartner how many may run of one partner
  /// @param perEndpoint how many may run to one endpoint
  /// @param partners how many run, of partners of which any do
  /// @param endpoints how many run, to endpoints to which any do
  record Room(
      int free,
      int freeToUnknown,
      int perPartner,
      int perEndpoint,
      Map<String, Integer> partners,
      Map<String, Integer> endpoints) {}

  Room room() {
    return new Room(
        total - taken,
        Math.max(0, total / 2 - takenByUnknown),
        perPartner,
        taken * 2 < total ? perEndpoint : 1,
        Map.copyOf(ofPartners),
        Map.copyOf(toEndpoints));
  }

  boolean isIdle() {
    return taken == 0;
  }

  int taken() {
    return taken;
  }

  /// @param answers whether the last attempt before had succeeded
  void take(String partnerId, String webhookId, boolean answers) {
    ofPartners.merge(partnerId, 1, Integer::sum);
    toEndpoints.merge(webhookId, 1, Integer::sum);
    taken++;
    if (!answers) takenByUnknown++;
  }

  /// Of what was taken, with the same arguments.
  void release(String partnerId, String webhookId, boolean answers) {
    releaseOne(ofPartners, partnerId);
    releaseOne(toEndpoints, webhookId);
    taken--;
    if (!answers) takenByUnknown--;
  }

  private static void releaseOne(Map<String, Integer> running, String key) {
    running.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
  }
}
