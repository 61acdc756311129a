package africa.soko.access;

import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import africa.soko.edge.RateLimit;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.Script;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// The sliding minute of each partner and environment, shared by all its keys and by all nodes; and
/// that of each identity, which is there before there is a partner. Requests of one partner that
/// come in one tick of the event loop are one call to Redis.
///
/// One belongs to one event loop.
public final class RateLimiter implements RateLimit {
  /// The script that Redis has to know.
  public static final Script SCRIPT = Script.named("window");

  private static final long WINDOW_MILLIS = LocalWindows.WINDOW_MILLIS;

  private static final class Batch {
    private final List<Promise<Admission>> waiting = new ArrayList<>();
    private int limit;
  }

  private final Vertx vertx;
  private final RedisLink redis;
  private final LocalWindows local;
  private final Counter withoutRedis;
  private final int identityLimit;
  private Map<String, Batch> batches = new HashMap<>();

  /// @param identityLimit requests a minute of one holder of ID tokens
  public RateLimiter(
      Vertx vertx, RedisLink redis, LocalWindows local, MeterRegistry registry, int identityLimit) {
    this.vertx = vertx;
    this.redis = redis;
    this.local = local;
    this.identityLimit = identityLimit;
    withoutRedis = registry.counter("soko.limiter.local");
  }

  @Override
  public Future<Admission> take(Caller caller) {
    var bucket = caller.environment().schema() + ":" + caller.partnerId();
    return take(bucket, caller.terms().requestsPerMinute());
  }

  /// The subject comes from outside and may be long: its hash names the bucket.
  @Override
  public Future<Admission> take(Identity identity, Environment environment) {
    var hash = Sha256.of(identity.subject().getBytes(StandardCharsets.UTF_8));
    var bucket = environment.schema() + ":identity:" + HexFormat.of().formatHex(hash);
    return take(bucket, identityLimit);
  }

  private Future<Admission> take(String bucket, int limit) {
    if (!redis.isUp()) {
      withoutRedis.increment();
      return Future.succeededFuture(admission(local.take(bucket, limit, 1), limit, 0));
    }
    if (batches.isEmpty()) vertx.runOnContext(tick -> flush());
    var batch = batches.computeIfAbsent(bucket, b -> new Batch());
    batch.limit = limit;
    var admission = Promise.<Admission>promise();
    batch.waiting.add(admission);
    return admission.future();
  }

  private void flush() {
    var all = batches;
    batches = new HashMap<>();
    all.forEach(this::ask);
  }

  private void ask(String bucket, Batch batch) {
    int want = batch.waiting.size();
    redis
        .run(SCRIPT, "limit:{" + bucket + "}", batch.limit, want, WINDOW_MILLIS)
        .onComplete(
            answer -> {
              var taken = taken(answer);
              local.follow(bucket, taken.granted());
              settle(batch, taken);
            },
            fault -> {
              withoutRedis.increment(want);
              settle(batch, local.take(bucket, batch.limit, want));
            });
  }

  private static SlidingWindow.Taken taken(List<Long> answer) {
    return new SlidingWindow.Taken(
        Math.toIntExact(answer.get(0)),
        Math.toIntExact(answer.get(1)),
        answer.get(2),
        answer.get(3));
  }

  private static void settle(Batch batch, SlidingWindow.Taken taken) {
    for (int i = 0; i < batch.waiting.size(); i++) {
      batch.waiting.get(i).complete(admission(taken, batch.limit, i));
    }
  }

  /// How the one at `position` of a batch fared: the first ones are granted.
  static Admission admission(SlidingWindow.Taken taken, int limit, int position) {
    boolean granted = position < taken.granted();
    int used = taken.before() + Math.min(position + 1, taken.granted());
    long leaves = taken.oldestMillis() + WINDOW_MILLIS;
    return new Admission(
        granted,
        limit,
        Math.max(0, limit - used),
        Math.ceilDiv(leaves, 1_000L),
        granted ? 0 : (int) Math.max(1, Math.ceilDiv(leaves - taken.nowMillis(), 1_000L)));
  }
}
