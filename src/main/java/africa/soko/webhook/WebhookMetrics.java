package africa.soko.webhook;

import africa.soko.edge.Environment;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// What an operator asks of webhooks: how attempts end and how long they take, and how far
/// deliveries are behind.
public final class WebhookMetrics {
  private final MeterRegistry registry;
  private final String environment;
  private final AtomicLong backlogAgeMs = new AtomicLong();
  private final AtomicLong inFlight = new AtomicLong();

  public WebhookMetrics(MeterRegistry registry, Environment environment) {
    this.registry = registry;
    this.environment = environment.schema();
    Gauge.builder("soko.webhook.backlog.age", () -> backlogAgeMs.get() / 1_000.0)
        .description("How long the oldest due delivery has been waiting")
        .baseUnit("seconds")
        .tag("environment", this.environment)
        .register(registry);
    Gauge.builder("soko.webhook.attempts.running", inFlight::get)
        .description("Attempts that wait for an endpoint")
        .tag("environment", this.environment)
        .register(registry);
  }

  void attempted(DeliveryAttempt attempt) {
    var failure = attempt.failure();
    Timer.builder("soko.webhook.attempts")
        .description("Attempts by how they ended")
        .tag("environment", environment)
        .tag("outcome", failure == null ? "delivered" : failure.name().toLowerCase(Locale.ROOT))
        .register(registry)
        .record(Duration.ofMillis(attempt.durationMs()));
  }

  void running(int attempts) {
    inFlight.set(attempts);
  }

  void backlog(Duration age) {
    backlogAgeMs.set(age.toMillis());
  }
}
