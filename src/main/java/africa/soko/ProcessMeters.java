package africa.soko;

import africa.soko.edge.server.ConnectionLimit;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;

/// What an operator asks of the process as a whole: which build it is, how the JVM fares, and what
/// it has of PostgreSQL and Redis.
public final class ProcessMeters {
  /// The version of this build.
  public static final String VERSION = "1.0.0";

  private ProcessMeters() {}

  /// A Vert.x that tells how long its pools let others wait. Its other meters stay off: requests
  /// are counted by operation, at the edge.
  static Vertx measured(MeterRegistry registry) {
    var options = new MicrometerMetricsOptions().setEnabled(true);
    for (var domain : MetricsDomain.values()) {
      if (domain != MetricsDomain.NAMED_POOLS) options.addDisabledMetricsCategory(domain);
    }
    for (var client : List.of("redis", "sql")) options.addDisabledMetricsCategory(client);
    return Vertx.builder()
        .with(new VertxOptions().setPreferNativeTransport(true).setMetricsOptions(options))
        .withMetrics(new MicrometerMetricsFactory(registry))
        .build();
  }

  /// @param pools by the schema that their connections see
  @SuppressWarnings("resource") // The collector's listeners live as long as the process does.
  static void register(MeterRegistry registry, Map<String, Pool> pools, PublicPort port) {
    Gauge.builder("soko.build", () -> 1)
        .description("Always 1; the version is a label")
        .tag("version", VERSION)
        .register(registry);
    pools.forEach(
        (schema, pool) ->
            Gauge.builder("soko.postgresql.connections", pool::size)
                .description("Connections that a pool holds")
                .tag("schema", schema)
                .register(registry));
    Gauge.builder("soko.redis.up", () -> port.seesRedis() ? 1 : 0)
        .description("1 while every event loop has its connection to Redis")
        .register(registry);
    FunctionCounter.builder("soko.redis.losses", port, PublicPort::redisLosses)
        .description("Connections to Redis that were lost, or given up as too slow")
        .register(registry);
    Gauge.builder("soko.connections.open", port.connections()::open)
        .description("Connections of clients to the public port")
        .register(registry);
    FunctionCounter.builder(
            "soko.connections.refused", port.connections(), ConnectionLimit::refused)
        .description("Connections that were closed at once, for there were too many")
        .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmGcMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }
}
