package africa.soko.platform.redis;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Redis as all connections of this process see it. Its loss is logged once, for the first one
/// that loses it, and its return for the last one that has it back.
public final class RedisServer {
  private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);

  private final String uri;
  private final Duration answerMax;
  private final Set<RedisLink> without = new HashSet<>();
  private long sinceNanos;

  /// @param answerMax how long it may take to answer, before everybody goes on without it
  public RedisServer(String uri, Duration answerMax) {
    this.uri = uri;
    this.answerMax = answerMax;
  }

  public String uri() {
    return uri;
  }

  Duration answerMax() {
    return answerMax;
  }

  synchronized void lost(RedisLink link, String reason) {
    boolean isFirst = without.isEmpty();
    without.add(link);
    if (!isFirst) return;
    sinceNanos = System.nanoTime();
    LOG.warn("Redis is away ({}); going on without it", reason);
  }

  synchronized void found(RedisLink link) {
    if (!without.remove(link) || !without.isEmpty()) return;
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    LOG.info("Redis is there again after {} ms", millis);
  }
}
