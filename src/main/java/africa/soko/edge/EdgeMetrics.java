package africa.soko.edge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Counts and times requests by operation, environment and class of status. All meters exist from
/// the start, so that a request only looks its own up.
public final class EdgeMetrics {
  private static final int STATUS_CLASSES = 6;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
    Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
    Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5)
  };

  // By identity: the hash of a route covers all of its operation.
  private final IdentityHashMap<Route, Timer[]> byRoute = new IdentityHashMap<>();
  private final Timer[] withoutRoute;
  private final Counter limited;
  private final Counter replayed;

  public EdgeMetrics(MeterRegistry registry, Routes routes) {
    for (var route : routes.all()) {
      byRoute.put(
          route, timers(registry, route.operation().operationId(), route.environment().schema()));
    }
    withoutRoute = timers(registry, "none", "none");
    limited = registry.counter("soko.requests.limited");
    replayed = registry.counter("soko.requests.replayed");
  }

  void answered(@Nullable Route route, int status, long nanos) {
    var timers = route == null ? withoutRoute : byRoute.getOrDefault(route, withoutRoute);
    timers[Math.min(status / 100, STATUS_CLASSES - 1)].record(Duration.ofNanos(nanos));
  }

  void limited() {
    limited.increment();
  }

  void replayed() {
    replayed.increment();
  }

  private static Timer[] timers(MeterRegistry registry, String operation, String environment) {
    var timers = new Timer[STATUS_CLASSES];
    for (int i = 0; i < STATUS_CLASSES; i++) {
      timers[i] =
          Timer.builder("soko.requests")
              .description("Requests by operation, with the time to the answer")
              .tag("operation", operation)
              .tag("environment", environment)
              .tag("status", String.format(Locale.ROOT, "%dxx", i))
              .serviceLevelObjectives(BUCKETS)
              .register(registry);
    }
    return timers;
  }
}
