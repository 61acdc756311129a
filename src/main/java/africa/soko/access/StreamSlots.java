package africa.soko.access;

import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.platform.id.Ids;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.Script;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;

/// How many streams a partner holds at a time (SPEC "Rate limits" 4). A slot is a lease of 45 s,
/// renewed every 15 s, so that a node that dies gives its slots back.
///
/// One belongs to one event loop.
public final class StreamSlots {
  /// The script that Redis has to know.
  public static final Script SCRIPT = Script.named("lease");

  private static final Duration LEASE = Duration.ofSeconds(45);

  // Two may be lost before the slot is.
  private static final int RENEWALS = 3;

  private final Vertx vertx;
  private final RedisLink redis;
  private final LocalSlots local;
  private final Ids ids;
  private final long leaseMillis;

  /// @param local the slots of all event loops of this node
  public StreamSlots(Vertx vertx, RedisLink redis, LocalSlots local, Ids ids) {
    this(vertx, redis, local, ids, LEASE);
  }

  /// @param lease how long a slot is held that is not renewed
  StreamSlots(Vertx vertx, RedisLink redis, LocalSlots local, Ids ids, Duration lease) {
    this.vertx = vertx;
    this.redis = redis;
    this.local = local;
    this.ids = ids;
    leaseMillis = lease.toMillis();
  }

  /// Takes a slot. Over the limit the future fails with RATE_LIMITED, which tells the number of
  /// streams and the limit.
  public Future<Lease> open(Caller caller) {
    var bucket = caller.environment().schema() + ":" + caller.partnerId();
    int limit = caller.terms().streams();
    int here = local.open(bucket);
    var lease = new Lease(bucket, ids.next().toString(), limit);
    if (here > limit) {
      local.close(bucket);
      return Future.failedFuture(refused(here - 1, limit));
    }
    return redis
        .run(SCRIPT, lease.key(), List.of(limit, lease.id, leaseMillis, 0))
        .transform(
            asked -> {
              // Without Redis the count of this node decides.
              if (asked.succeeded()) {
                var answer = asked.result();
                if (answer.get(0) == 0) {
                  local.close(bucket);
                  return Future.failedFuture(refused(answer.get(1), limit));
                }
              }
              lease.keep();
              return Future.succeededFuture(lease);
            });
  }

  /// A slot that nobody holds any more, for its connection or its node was lost, is free again at
  /// the latest when its lease ends.
  private RuntimeException refused(long active, int limit) {
    return Refused.of(ErrorCode.RATE_LIMITED, "At most %d streams at a time", limit)
        .with("activeConnections", active)
        .with("limit", limit)
        .retryAfter((int) Math.ceilDiv(leaseMillis, 1_000L))
        .asException();
  }

  /// A slot in use. It is closed once the stream has ended.
  public final class Lease {
    private final String bucket;
    private final String id;
    private final int limit;
    private long timer;
    private boolean closed;

    private Lease(String bucket, String id, int limit) {
      this.bucket = bucket;
      this.id = id;
      this.limit = limit;
    }

    public void close() {
      if (closed) return;
      closed = true;
      vertx.cancelTimer(timer);
      local.close(bucket);
      redis.send(Request.cmd(Command.ZREM).arg(key()).arg(id));
    }

    private String key() {
      return "streams:{" + bucket + "}";
    }

    private void keep() {
      timer =
          vertx.setTimer(
              leaseMillis / RENEWALS,
              due -> {
                redis.run(SCRIPT, key(), List.of(limit, id, leaseMillis, 1));
                keep();
              });
    }
  }
}
