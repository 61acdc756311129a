package africa.soko.platform.redis;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listens to channels of Redis on a connection of its own, which is made anew when it is lost.
/// What is said while there is none is never heard.
///
/// It is made, and called, on its event loop.
public final class RedisChannels {
  private static final Logger LOG = LoggerFactory.getLogger(RedisChannels.class);
  private static final long PAUSE_MILLIS = 1_000;

  private final Vertx vertx;
  private final Redis redis;
  private final List<String> names;
  private final BiConsumer<String, String> listener;
  private @Nullable RedisConnection connection;
  private boolean closed;

  /// @param listener gets the channel and the message
  public RedisChannels(
      Vertx vertx, RedisServer server, List<String> names, BiConsumer<String, String> listener) {
    this.vertx = vertx;
    this.redis = Redis.createClient(vertx, server.options());
    this.names = List.copyOf(names);
    this.listener = listener;
  }

  /// Begins to connect, and never ends trying. The future tells of the first attempt alone.
  public Future<Void> start() {
    return connect().transform(_ -> Future.succeededFuture());
  }

  public void close() {
    closed = true;
    redis.close();
  }

  private Future<?> connect() {
    if (closed) return Future.succeededFuture();
    return redis.connect().compose(this::subscribe).onFailure(_ -> later());
  }

  private Future<?> subscribe(RedisConnection fresh) {
    fresh.handler(this::receive);
    fresh.exceptionHandler(_ -> lost(fresh));
    fresh.endHandler(_ -> lost(fresh));
    var subscribe = Request.cmd(Command.SUBSCRIBE);
    names.forEach(subscribe::arg);
    // Until it listens it is nobody's: one that ends before is given up by the attempt alone.
    return fresh.send(subscribe).onSuccess(_ -> connection = fresh).onFailure(_ -> fresh.close());
  }

  private void receive(@Nullable Response message) {
    if (message == null || message.size() != 3) return;
    if (!"message".equals(message.get(0).toString())) return;
    listener.accept(message.get(1).toString(), message.get(2).toString());
  }

  @SuppressWarnings("ReferenceEquality") // which connection it is, not what it is like
  private void lost(RedisConnection gone) {
    if (connection != gone) return;
    connection = null;
    LOG.debug("The channels of Redis are lost");
    gone.close();
    later();
  }

  private void later() {
    if (!closed) vertx.setTimer(PAUSE_MILLIS, _ -> connect());
  }
}
