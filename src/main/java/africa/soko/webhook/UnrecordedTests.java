package africa.soko.webhook;

import africa.soko.edge.Idempotency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Test deliveries that went out while the database was away to record them: whoever repeats the
/// request is not posted to again. Another node does not know of them.
final class UnrecordedTests {
  private static final int KEPT_MAX = 1_000;

  private final Map<Use, DeliveryAttempt> attempts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Use, DeliveryAttempt> eldest) {
          return size() > KEPT_MAX;
        }
      };

  private record Use(String partnerId, Idempotency idempotency) {}

  synchronized Optional<DeliveryAttempt> find(String partnerId, Idempotency idempotency) {
    return Optional.ofNullable(attempts.get(new Use(partnerId, idempotency)));
  }

  synchronized void keep(DeliveryAttempt attempt, Idempotency idempotency) {
    attempts.put(new Use(attempt.partnerId(), idempotency), attempt);
  }

  synchronized void recorded(DeliveryAttempt attempt, Idempotency idempotency) {
    attempts.remove(new Use(attempt.partnerId(), idempotency));
  }
}
