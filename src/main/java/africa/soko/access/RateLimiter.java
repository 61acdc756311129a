package africa.soko.access;

import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import africa.soko.edge.Principal;
import africa.soko.edge.RateLimit;
import africa.soko.edge.Visitor;
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
/// that of each identity, which is there before there is a partner, and of each network, before
/// there is either. Requests of one partner that come in one tick of the event loop are one call to
/// Redis, which decides; without it this node does, from what it knows of the minute.
///
/// One belongs to one event loop.
public final class RateLimiter implements RateLimit {
  /// The script that Redis has to know.
  public static final Script SCRIPT = Script.named("window");

  /// How often Redis is asked, if this JVM was too slow to ask in time or was just telling it of
  /// what it granted alone.
  private static final int ATTEMPTS = 3;

  /// Few enough for Redis to hear all of them within its time.
  private static final int TOLD_AT_ONCE = 200;

  private static final int REDIS_CLOCK = 0;

  private static final class Batch {
    private final List<Promise<Admission>> waiting = new ArrayList<>();
    private int limit;
  }

  private final Vertx vertx;
  private final RedisLink redis;
  private final LocalWindows local;
  private final Counter withoutRedis;
  private final int identityLimit;
  private final int visitorLimit;
  private Map<String, Batch> batches = new HashMap<>();

  /// @param identityLimit requests a minute of one holder of ID tokens
  /// @param visitorLimit requests a minute from one network of whoever is not known yet
  public RateLimiter(
      Vertx vertx,
      RedisLink redis,
      LocalWindows local,
      MeterRegistry registry,
      int identityLimit,
      int visitorLimit) {
    this.vertx = vertx;
    this.redis = redis;
    this.local = local;
    this.identityLimit = identityLimit;
    this.visitorLimit = visitorLimit;
    withoutRedis = registry.counter("soko.limiter.local");
    redis.whenBack(this::tellOwed);
  }

  @Override
  public Future<Admission> take(Principal principal, Environment environment) {
    return switch (principal) {
      case Caller caller -> take(caller);
      case Identity identity -> take(identity, environment);
      case Visitor visitor -> take("from:" + visitor.network(), visitorLimit);
      case Principal.Operator _, Principal.Nobody _, Principal.Service _ ->
          Future.succeededFuture(Admission.UNCOUNTED);
    };
  }

  private Future<Admission> take(Caller caller) {
    var bucket = caller.environment().schema() + ":" + caller.partnerId();
    return take(bucket, caller.terms().requestsPerMinute());
  }

  /// The subject comes from outside and may be long: its hash names the bucket.
  private Future<Admission> take(Identity identity, Environment environment) {
    var hash = Sha256.of(identity.subject().getBytes(StandardCharsets.UTF_8));
    var bucket = environment.schema() + ":identity:" + HexFormat.of().formatHex(hash);
    return take(bucket, identityLimit);
  }

  private Future<Admission> take(String bucket, int limit) {
    if (!redis.isUp()) {
      return Future.succeededFuture(admission(alone(bucket, limit, 1), limit, 0));
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
    all.forEach(
        (bucket, batch) -> {
          int want = batch.waiting.size();
          ask(bucket, batch.limit, want, ATTEMPTS)
              .onComplete(
                  taken -> answer(batch, taken),
                  fault -> answer(batch, alone(bucket, batch.limit, want)));
        });
  }

  private LocalWindow.Taken alone(String bucket, int limit, int want) {
    withoutRedis.increment(want);
    return local.of(bucket).take(limit, want, local.nowMillis());
  }

  private Future<LocalWindow.Taken> ask(String bucket, int limit, int want, int attempts) {
    var window = local.of(bucket);
    long now = local.nowMillis();
    var told = Promise.<Void>promise();
    var here = vertx.getOrCreateContext();
    var ask = window.ask(now, () -> here.runOnContext(told::complete));
    if (ask == null) {
      return told.future().compose(_ -> again(bucket, limit, want, attempts));
    }
    // Redis does nothing that this node does itself because it heard no answer in time.
    long deadline = now + redis.answerMillisMax();
    var arguments = new ArrayList<Object>();
    arguments.addAll(List.of(limit - ask.apart(), want, local.lengthMillis(), deadline));
    arguments.addAll(List.of(ask.birth(), ask.held(), REDIS_CLOCK));
    ask.owed().appendTo(arguments);
    return redis
        .run(SCRIPT, "window:{" + bucket + "}", arguments)
        .map(LocalWindow.Reply::of)
        .onFailure(_ -> window.unanswered(ask))
        .compose(
            reply -> {
              local.follow(reply.nowMillis());
              if (!reply.isLate()) {
                return Future.succeededFuture(window.answered(ask, reply, limit));
              }
              window.unanswered(ask);
              return again(bucket, limit, want, attempts);
            });
  }

  private Future<LocalWindow.Taken> again(String bucket, int limit, int want, int attempts) {
    return attempts == 1
        ? Future.failedFuture("Redis is asked too late")
        : ask(bucket, limit, want, attempts - 1);
  }

  /// Tells Redis what was granted without it, before other nodes grant the same again.
  private void tellOwed() {
    var owing = local.owing(TOLD_AT_ONCE);
    if (owing.isEmpty()) return;
    Future.join(owing.stream().map(bucket -> ask(bucket, 0, 0, ATTEMPTS)).toList())
        .onSuccess(_ -> tellOwed());
  }

  private void answer(Batch batch, LocalWindow.Taken taken) {
    for (int i = 0; i < batch.waiting.size(); i++) {
      batch.waiting.get(i).complete(admission(taken, batch.limit, i));
    }
  }

  private Admission admission(LocalWindow.Taken taken, int limit, int position) {
    return admission(taken, limit, position, local.lengthMillis());
  }

  /// How the one at `position` of a batch fared: the first ones are granted.
  static Admission admission(LocalWindow.Taken taken, int limit, int position, long lengthMillis) {
    boolean granted = position < taken.granted();
    int used = taken.before() + Math.min(position + 1, taken.granted());
    long opensMillis = taken.opensMillis() + lengthMillis - taken.nowMillis();
    return new Admission(
        granted,
        limit,
        Math.max(0, limit - used),
        Math.ceilDiv(taken.oldestMillis() + lengthMillis, 1_000L),
        granted ? 0 : (int) Math.max(1, Math.ceilDiv(opensMillis, 1_000L)));
  }
}
