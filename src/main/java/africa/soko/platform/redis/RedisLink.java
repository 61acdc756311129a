package africa.soko.platform.redis;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One connection of one event loop to Redis. Commands of one tick go out together; a connection
/// that is lost, or too slow, is given up and made anew with growing pauses. A Redis that takes no
/// writes, as a replica or one without memory, is as good as none. That it is too slow is believed
/// only of Redis itself, not where this JVM stood still.
///
/// It is made, and called, on its event loop.
public final class RedisLink {
  private static final long PAUSE_MILLIS_MIN = 100;
  private static final long PAUSE_MILLIS_MAX = 2_000;
  private static final Duration SETUP_MAX = Duration.ofSeconds(2);
  private static final String PROBE_MILLIS = "1000";
  private static final int WAITING_MAX = 65_536;

  private record Pending(Request request, Promise<@Nullable Response> answer) {}

  private static final class Away extends RuntimeException {
    Away() {
      super("Redis is away", null, false, false);
    }
  }

  private final Vertx vertx;
  private final Context context;
  private final Redis redis;
  private final RedisServer server;
  private final List<Script> scripts;
  private List<Pending> pending = new ArrayList<>();
  private @Nullable RedisConnection connection;
  private Runnable whenBack = () -> {};
  private boolean proven;
  private long pauseMillis = PAUSE_MILLIS_MIN;
  private final AtomicLong losses = new AtomicLong();
  private volatile boolean retired;

  public RedisLink(Vertx vertx, RedisServer server, List<Script> scripts) {
    this.vertx = vertx;
    this.server = server;
    this.scripts = List.copyOf(scripts);
    context = vertx.getOrCreateContext();
    redis =
        Redis.createClient(
            vertx,
            server
                .options()
                .setMaxWaitingHandlers(WAITING_MAX)
                .setMaxPoolSize(1)
                .setPoolRecycleTimeout(0));
  }

  /// Begins to connect, and never ends trying. The future tells of the first attempt alone.
  public Future<Void> start() {
    return connect().transform(first -> Future.succeededFuture());
  }

  /// What is done each time that Redis is there, on the event loop.
  public void whenBack(Runnable action) {
    whenBack = action;
  }

  /// How long Redis may take to answer, before everybody goes on without it.
  public long answerMillisMax() {
    return server.answerMax().toMillis();
  }

  /// From now on a connection that ends is no news, and is not made anew. May be called from any
  /// thread.
  public void retire() {
    retired = true;
  }

  public void close() {
    retire();
    connection = null;
    redis.close();
  }

  public boolean isUp() {
    return connection != null;
  }

  /// How often a connection was lost or given up.
  public long losses() {
    return losses.get();
  }

  /// Sends one command with the others of this tick. The answer is null where Redis says so.
  public Future<@Nullable Response> send(Request request) {
    if (connection == null) return Future.failedFuture(new Away());
    var answer = Promise.<@Nullable Response>promise();
    pending.add(new Pending(request, answer));
    if (pending.size() == 1) context.runOnContext(tick -> flush());
    return answer.future();
  }

  /// Runs a script that the link was made with and that answers with a list of numbers.
  public Future<List<Long>> run(Script script, String key, List<?> arguments) {
    var request = Request.cmd(Command.EVALSHA).arg(script.sha()).arg(1).arg(key);
    for (var argument : arguments) request.arg(argument.toString());
    return send(request).map(RedisLink::numbers);
  }

  private static List<Long> numbers(@Nullable Response answer) {
    var numbers = new ArrayList<Long>();
    if (answer != null) answer.forEach(one -> numbers.add(Long.valueOf(one.toString())));
    return numbers;
  }

  private void flush() {
    var batch = pending;
    pending = new ArrayList<>();
    var used = connection;
    if (used == null) {
      fail(batch);
      return;
    }
    var patience =
        new Patience(vertx, server.answerMax(), () -> giveUp(used, batch, "no answer in time"));
    used.batch(batch.stream().map(Pending::request).toList())
        .onComplete(
            answers -> {
              patience.cancel();
              if (!proven) prove(used);
              for (int i = 0; i < batch.size(); i++) {
                batch.get(i).answer.tryComplete(answers.get(i));
              }
            },
            fault -> {
              patience.cancel();
              giveUp(used, batch, String.valueOf(fault.getMessage()));
            });
  }

  /// One that connects, and is too slow every time, is asked ever less often and is no news.
  @SuppressWarnings("ReferenceEquality") // this very connection, not one like it
  private void prove(RedisConnection used) {
    if (connection != used) return;
    proven = true;
    pauseMillis = PAUSE_MILLIS_MIN;
    server.found(this);
  }

  private void giveUp(RedisConnection used, List<Pending> batch, String reason) {
    lost(used, reason);
    fail(batch);
  }

  private static void fail(List<Pending> batch) {
    batch.forEach(one -> one.answer.tryFail(new Away()));
  }

  @SuppressWarnings("ReferenceEquality") // this very connection, not one like it
  private void lost(RedisConnection used, String reason) {
    if (connection != used) return;
    connection = null;
    proven = false;
    losses.incrementAndGet();
    used.close();
    later(reason);
  }

  private void later(String reason) {
    if (retired) return;
    server.lost(this, reason);
    vertx.setTimer(pauseMillis, timer -> connect());
    pauseMillis = Math.min(pauseMillis * 2, PAUSE_MILLIS_MAX);
  }

  private Future<Void> connect() {
    if (retired) return Future.succeededFuture();
    var ready = redis.connect().compose(this::load);
    var inTime = Promise.<RedisConnection>promise();
    var patience = new Patience(vertx, SETUP_MAX, () -> inTime.tryFail("no connection in time"));
    ready.onComplete(inTime::tryComplete, inTime::tryFail);
    return inTime
        .future()
        .onSuccess(this::take)
        .onFailure(
            fault -> {
              // One that comes too late would keep the pool's only place for ever.
              ready.onSuccess(RedisConnection::close);
              later(String.valueOf(fault.getMessage()));
            })
        .onComplete(_ -> patience.cancel())
        .mapEmpty();
  }

  private Future<RedisConnection> load(RedisConnection fresh) {
    var loads = new ArrayList<Request>();
    loads.add(Request.cmd(Command.SET).arg("soko:probe").arg("1").arg("PX").arg(PROBE_MILLIS));
    for (var script : scripts) {
      loads.add(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.text()));
    }
    return fresh.batch(loads).map(loaded -> fresh).onFailure(fault -> fresh.close());
  }

  private void take(RedisConnection fresh) {
    fresh.exceptionHandler(fault -> lost(fresh, String.valueOf(fault.getMessage())));
    fresh.endHandler(end -> lost(fresh, "the connection ended"));
    connection = fresh;
    // An answer in time is the proof, also where nobody has anything to ask.
    send(Request.cmd(Command.PING));
    whenBack.run();
  }
}
