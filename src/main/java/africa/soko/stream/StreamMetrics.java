package africa.soko.stream;

import africa.soko.edge.Environment;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/// What an operator asks of streams: how many are open, and how many readers were too slow.
public final class StreamMetrics {
  private final AtomicInteger open = new AtomicInteger();
  private final Counter cut;
  private final Counter events;

  public StreamMetrics(MeterRegistry registry, Environment environment) {
    Gauge.builder("soko.stream.open", open::get)
        .description("Streams that are open on this node")
        .tag("environment", environment.schema())
        .register(registry);
    cut =
        Counter.builder("soko.stream.cut")
            .description("Streams that were cut off because their reader was too slow")
            .tag("environment", environment.schema())
            .register(registry);
    events =
        Counter.builder("soko.stream.events")
            .description("Events sent to streams")
            .tag("environment", environment.schema())
            .register(registry);
  }

  void open(int streams) {
    open.set(streams);
  }

  void cut() {
    cut.increment();
  }

  void sent(int count) {
    events.increment(count);
  }
}
