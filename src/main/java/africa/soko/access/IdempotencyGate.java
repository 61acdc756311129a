package africa.soko.access;

import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Refused;
import africa.soko.edge.Turns;
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
import org.jspecify.annotations.Nullable;

/// Idempotency as far as it can be told fast: who runs now, on this node and on the others, and
/// what was answered in the last ten minutes. Without Redis only this node's runners are known; the
/// row that commits with the effect decides in any case.
///
/// One belongs to one event loop.
public final class IdempotencyGate implements Turns {
  private static final String RUN_MILLIS = "10000";
  private static final String KEEP_SECONDS = "600";
  private static final int HASH_BYTES = 32;
  private static final int HEAD_BYTES = HASH_BYTES + Short.BYTES;
  private static final int SCAN_ROUNDS_MAX = 10_000;

  private final RedisLink redis;
  private final Set<String> running;

  /// @param running the keys that run on this node, shared by all its event loops
  public IdempotencyGate(RedisLink redis, Set<String> running) {
    this.redis = redis;
    this.running = running;
  }

  @Override
  public Future<Turn> enter(String owner, Idempotency idempotency) {
    var name = "idem:{" + owner + "}:" + HexFormat.of().formatHex(idempotency.keyHash().getBytes());
    if (!running.add(name)) return Future.failedFuture(busy());
    if (!redis.isUp()) return Future.succeededFuture(new Own(name, idempotency, null));
    // The mark comes first: whoever finds none finds the answer of the one who had it.
    var mark =
        redis.send(
            Request.cmd(Command.SET)
                .arg(name + ":run")
                .arg("1")
                .arg("NX")
                .arg("PX")
                .arg(RUN_MILLIS));
    return redis
        .send(Request.cmd(Command.GET).arg(name + ":done"))
        .transform(done -> verdict(name, idempotency, mark, done));
  }

  /// Forgets every answer of an owner.
  public Future<Void> forget(String owner) {
    return forget("idem:{" + owner + "}:*", "0", SCAN_ROUNDS_MAX);
  }

  private Future<Void> forget(String pattern, String cursor, int rounds) {
    var scan = Request.cmd(Command.SCAN).arg(cursor).arg("MATCH").arg(pattern);
    return redis
        .send(scan.arg("COUNT").arg("1000"))
        .compose(
            found -> {
              if (found == null) return Future.succeededFuture();
              var unlink = Request.cmd(Command.UNLINK);
              found.get(1).forEach(key -> unlink.arg(key.toString()));
              Future<@Nullable Response> removed =
                  found.get(1).size() == 0 ? Future.succeededFuture() : redis.send(unlink);
              var next = found.get(0).toString();
              if (next.equals("0") || rounds == 0) return removed.mapEmpty();
              return removed.compose(gone -> forget(pattern, next, rounds - 1));
            });
  }

  private Future<Turn> verdict(
      String name,
      Idempotency idempotency,
      Future<@Nullable Response> mark,
      AsyncResult<@Nullable Response> done) {
    if (done.failed()) return Future.succeededFuture(new Own(name, idempotency, null));
    // A Redis that takes no writes (a replica, or out of memory) knows of no runner.
    boolean taken = mark.succeeded() && mark.result() == null;
    var stored = done.result();
    if (stored == null) {
      if (!taken) return Future.succeededFuture(new Own(name, idempotency, null));
      running.remove(name);
      return Future.failedFuture(busy());
    }
    var bytes = stored.toBuffer();
    if (sameUse(bytes, idempotency)) {
      return Future.succeededFuture(new Own(name, idempotency, answer(bytes)));
    }
    new Own(name, idempotency, null).end(null);
    return Future.failedFuture(
        Refused.of(ErrorCode.CONFLICT, "The Idempotency-Key was used for another request")
            .asException());
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
    private final @Nullable Answer answered;

    Own(String name, Idempotency idempotency, @Nullable Answer answered) {
      this.name = name;
      this.idempotency = idempotency;
      this.answered = answered;
    }

    @Override
    public @Nullable Answer answered() {
      return answered;
    }

    @Override
    public void end(@Nullable Answer answer) {
      if (answer != null && isKept(answer) && redis.isUp()) {
        var stored =
            Buffer.buffer()
                .appendBuffer(idempotency.fingerprint())
                .appendShort((short) answer.status())
                .appendBuffer(answer.body());
        redis.send(
            Request.cmd(Command.SET).arg(name + ":done").arg(stored).arg("EX").arg(KEEP_SECONDS));
      }
      if (redis.isUp()) redis.send(Request.cmd(Command.DEL).arg(name + ":run"));
      running.remove(name);
    }
  }
}
