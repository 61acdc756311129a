package africa.soko.edge.request;

import static net.logstash.logback.argument.StructuredArguments.kv;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One line for each request: failures of the service and slow answers always, the rest only when
/// debugging. No header and no body is ever written: they carry secrets.
final class AccessLog {
  private static final Logger LOG = LoggerFactory.getLogger("africa.soko.requests");
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private AccessLog() {}

  static void answered(Pending pending, int status, long nanos) {
    boolean notable = status >= 500 || (nanos > SLOW_NANOS && !pending.isStream());
    if (!notable && !LOG.isDebugEnabled()) return;
    var caller = pending.caller();
    var route = pending.route();
    var fields =
        new Object[] {
          kv("requestId", pending.name().id()),
          kv("operationId", route == null ? "none" : route.operation().operationId()),
          kv("partnerId", caller == null ? "none" : caller.partnerId()),
          kv("status", status),
          kv("micros", TimeUnit.NANOSECONDS.toMicros(nanos))
        };
    if (notable) LOG.info("Request {} {} {} {} {}", fields);
    else LOG.debug("Request {} {} {} {} {}", fields);
  }

  static void fault(Pending pending, Throwable fault) {
    var route = pending.route();
    LOG.error(
        "Request failed {} {}",
        kv("requestId", pending.name().id()),
        kv("operationId", route == null ? "none" : route.operation().operationId()),
        fault);
  }
}
