package africa.soko.access;

import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Refused;
import africa.soko.edge.request.IdempotencyTurns;
import africa.soko.platform.redis.RedisLink;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Idempotency as far as it can be told fast: who runs now, on this node and on the others, and
/// what was answered in the last ten minutes. Without Redis only this node's runners are known; the
/// row that commits with the effect decides in any case.
///
/// One belongs to one event loop.
public final class IdempotencyGate implements IdempotencyTurns {
  private static final String RUN_MILLIS = "10000";
  private static final String KEEP_SECONDS = "600";

  /// Longer than an answer is kept and a request runs: no answer outlives the era it is of.
  private static final String ERA_SECONDS = "1200";

  private static final String FIRST_ERA = "0".repeat(16);
  private static final int HASH_BYTES = 32;
  private static final int ERA_AT = HASH_BYTES + Short.BYTES;
  private static final int HEAD_BYTES = ERA_AT + FIRST_ERA.length();

  private final RedisLink redis;
  private final Runners runners;

  /// Which keys run on this node; all its event loops share it.
  public static final class Runners {
    private final String node;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    /// Whose answers Redis still holds, for it was away when they were to be forgotten.
    private final Set<String> unforgotten = ConcurrentHashMap.newKeySet();

    /// @param node a name that no other process has, nor had
    public Runners(String node) {
      this.node = node;
    }
  }

  public IdempotencyGate(RedisLink redis, Runners runners) {
    this.redis = redis;
    this.runners = runners;
  }

  @Override
  public Future<Turn> enter(String owner, Idempotency idempotency) {
    var name = prefix(owner) + HexFormat.of().formatHex(idempotency.keyHash().getBytes());
    if (!runners.names.add(name)) return Future.failedFuture(busy());
    var own = new Own(name, idempotency);
    if (!redis.isUp()) return Future.succeededFuture(own);
    if (runners.unforgotten.contains(owner)) {
      // What Redis says counts again from the next request on.
      return forget(owner).transform(_ -> Future.succeededFuture(own));
    }
    // The mark comes first: whoever finds none finds the answer of the one who had it.
    var mark =
        redis.send(
            Request.cmd(Command.SET)
                .arg(name + ":run")
                .arg(runners.node)
                .arg("NX")
                .arg("PX")
                .arg(RUN_MILLIS));
    return redis
        .send(Request.cmd(Command.MGET).arg(eraOf(owner)).arg(name + ":done").arg(name + ":run"))
        .transform(known -> verdict(own, mark, known));
  }

  /// Forgets every answer of an owner, also those of requests that still run: a new era begins, and
  /// what is of an earlier one counts for nothing. Fails while Redis is away: then this node asks
  /// it for no answer of the owner before it has made up for that.
  public Future<Void> forget(String owner) {
    var era = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return redis
        .send(Request.cmd(Command.SET).arg(eraOf(owner)).arg(era).arg("EX").arg(ERA_SECONDS))
        .onSuccess(_ -> runners.unforgotten.remove(owner))
        .onFailure(_ -> runners.unforgotten.add(owner))
        .mapEmpty();
  }

  private static String eraOf(String owner) {
    return prefix(owner) + "era";
  }

  private static String prefix(String owner) {
    return "idem:{" + owner + "}:";
  }

  private Future<Turn> verdict(
      Own own, Future<@Nullable Response> mark, AsyncResult<@Nullable Response> known) {
    var found = known.result();
    if (found == null) return Future.succeededFuture(own);
    own.era = found.get(0) == null ? FIRST_ERA : found.get(0).toString();
    // A Redis that takes no writes (a replica, or out of memory) knows of no runner.
    boolean taken = mark.succeeded() && mark.result() == null && isOfAnotherNode(found.get(2));
    var stored = found.get(1) == null ? null : found.get(1).toBuffer();
    if (stored == null || !isOfEra(stored, own.era)) {
      if (!taken) return Future.succeededFuture(own);
      runners.names.remove(own.name);
      return Future.failedFuture(busy());
    }
    if (sameUse(stored, own.idempotency)) {
      own.answered = answer(stored);
      return Future.succeededFuture(own);
    }
    own.end(null);
    return Future.failedFuture(
        Refused.of(ErrorCode.CONFLICT, "The Idempotency-Key was used for another request")
            .asException());
  }

  /// Who runs on this node is known here: a mark of its own is that of a request whose end is on
  /// its way to Redis, behind the answer that its caller already has.
  private boolean isOfAnotherNode(@Nullable Response mark) {
    return mark != null && !mark.toString().equals(runners.node);
  }

  private static boolean isOfEra(Buffer stored, String era) {
    return stored.getString(ERA_AT, HEAD_BYTES).equals(era);
  }

  private static boolean sameUse(Buffer stored, Idempotency idempotency) {
    return MessageDigest.isEqual(
        stored.getBytes(0, HASH_BYTES), idempotency.fingerprint().getBytes());
  }

  private static Answer answer(Buffer stored) {
    return Answer.replayed(
        stored.getShort(HASH_BYTES), stored.getBuffer(HEAD_BYTES, stored.length()), false);
  }

  private static boolean isKept(Answer answer) {
    return answer.storable() && !answer.secret() && !answer.replayed();
  }

  private static RuntimeException busy() {
    return Refused.of(ErrorCode.CONFLICT, "A request with this Idempotency-Key is still running")
        .asException();
  }

  private final class Own implements Turn {
    private final String name;
    private final Idempotency idempotency;
    private @Nullable Answer answered;
    private @Nullable String era;

    Own(String name, Idempotency idempotency) {
      this.name = name;
      this.idempotency = idempotency;
    }

    @Override
    public @Nullable Answer answered() {
      return answered;
    }

    @Override
    public void end(@Nullable Answer answer) {
      if (answer != null && isKept(answer) && era != null && redis.isUp()) {
        var stored =
            Buffer.buffer()
                .appendBuffer(idempotency.fingerprint())
                .appendShort((short) answer.status())
                .appendString(era)
                .appendBuffer(answer.body());
        redis.send(
            Request.cmd(Command.SET).arg(name + ":done").arg(stored).arg("EX").arg(KEEP_SECONDS));
      }
      if (redis.isUp()) redis.send(Request.cmd(Command.DEL).arg(name + ":run"));
      runners.names.remove(name);
    }
  }
}
