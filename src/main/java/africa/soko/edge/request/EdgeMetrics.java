package africa.soko.edge.request;

import africa.soko.edge.Route;
import africa.soko.edge.Routes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Counts and times requests by operation, environment and class of status. A meter exists from the
/// first request on that it counts: most operations never answer in most classes, and each meter is
/// a dozen series.
public final class EdgeMetrics {
  private static final int STATUS_CLASSES = 6;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
    Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
    Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5)
  };

  // By identity: the hash of a route covers all of its operation.
  private final IdentityHashMap<Route, Timers> byRoute = new IdentityHashMap<>();
  private final Timers withoutRoute;
  private final Counter limited;
  private final Counter replayed;

  public EdgeMetrics(MeterRegistry registry, Routes routes) {
    for (var route : routes.all()) {
      var operation = route.operation().operationId();
      byRoute.put(route, new Timers(registry, operation, place(route)));
    }
    withoutRoute = new Timers(registry, "none", "none");
    limited = registry.counter("soko.requests.limited");
    replayed = registry.counter("soko.requests.replayed");
  }

  private static String place(Route route) {
    var environment = route.environment();
    return environment == null ? "none" : environment.schema();
  }

  void answered(@Nullable Route route, int status, long nanos) {
    var timers = route == null ? withoutRoute : byRoute.getOrDefault(route, withoutRoute);
    timers.of(Math.min(status / 100, STATUS_CLASSES - 1)).record(nanos, TimeUnit.NANOSECONDS);
  }

  void limited() {
    limited.increment();
  }

  void replayed() {
    replayed.increment();
  }

  /// The timers of one operation in one environment, by class of status.
  private static final class Timers {
    private final MeterRegistry registry;
    private final String operation;
    private final String environment;
    private final AtomicReferenceArray<@Nullable Timer> byClass =
        new AtomicReferenceArray<>(STATUS_CLASSES);

    Timers(MeterRegistry registry, String operation, String environment) {
      this.registry = registry;
      this.operation = operation;
      this.environment = environment;
    }

    Timer of(int statusClass) {
      var known = byClass.get(statusClass);
      if (known != null) return known;
      // Two event loops that come at once are given the same one.
      var timer =
          Timer.builder("soko.requests")
              .description("Requests by operation, with the time to the answer")
              .tag("operation", operation)
              .tag("environment", environment)
              .tag("status", statusClass + "xx")
              .serviceLevelObjectives(BUCKETS)
              .register(registry);
      byClass.set(statusClass, timer);
      return timer;
    }
  }
}
