package africa.soko.platform.redis;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.RedisOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Redis as all connections of this process see it. Its loss is logged once, for the first one
/// that loses it, and its return for the last one that has it back.
public final class RedisServer {
  private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);

  private static final int CONNECT_MILLIS_MAX = 1_000;

  private final RedisOptions options;
  private final Duration answerMax;
  private final Set<RedisLink> without = new HashSet<>();
  private long sinceNanos;

  /// @param answerMax how long it may take to answer, before everybody goes on without it
  public RedisServer(String uri, Duration answerMax) {
    this(new RedisOptions().setConnectionString(uri), answerMax, Optional.empty());
  }

  private RedisServer(RedisOptions options, Duration answerMax, Optional<String> authorities) {
    this.options = options;
    this.answerMax = answerMax;
    var net = new NetClientOptions().setConnectTimeout(CONNECT_MILLIS_MAX);
    if (options.getEndpoint().startsWith("rediss:")) {
      net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
      authorities.ifPresent(file -> net.setTrustOptions(new PemTrustOptions().addCertPath(file)));
    }
    options.setNetClientOptions(net);
  }

  /// The configured Redis. `soko.redis.password` goes with the user of the URI.
  public static RedisServer from(Config config) {
    var options = new RedisOptions().setConnectionString(config.text(Setting.REDIS_URI));
    config.optional(Setting.REDIS_PASSWORD).ifPresent(options::setPassword);
    return new RedisServer(
        options, config.duration(Setting.REDIS_TIMEOUT), config.optional(Setting.REDIS_CA_FILE));
  }

  /// How to connect, for the caller to add to.
  RedisOptions options() {
    // A copy has the name of its pool as well, which meters need to be one alone's.
    return new RedisOptions(options).setPoolName(UUID.randomUUID().toString());
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
