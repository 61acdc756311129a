package africa.soko.event;

import africa.soko.event.EventHints.Origin;
import africa.soko.platform.redis.RedisChannels;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Carries hints between nodes over Redis. While Redis is away, nodes see each other's events a
/// second later. It runs on an event loop, once for each node.
public final class EventBridge extends VerticleBase {
  private final RedisServer redis;
  private final String nodeId;
  private final List<EventHints> hints;
  private @Nullable RedisLink link;
  private @Nullable RedisChannels channels;

  /// @param nodeId by which a node knows its own hints when they come back
  public EventBridge(RedisServer redis, String nodeId, List<EventHints> hints) {
    this.redis = redis;
    this.nodeId = nodeId;
    this.hints = List.copyOf(hints);
  }

  @Override
  public Future<?> start() {
    link = new RedisLink(vertx, redis, List.of());
    channels =
        new RedisChannels(
            vertx, redis, hints.stream().map(EventHints::address).toList(), this::heard);
    hints.forEach(one -> one.listen(new Sender(one)::written));
    channels.start();
    return link.start();
  }

  @Override
  public Future<?> stop() {
    Objects.requireNonNull(channels).close();
    Objects.requireNonNull(link).close();
    return Future.succeededFuture();
  }

  private void heard(String channel, String sender) {
    if (sender.equals(nodeId)) return;
    for (var one : hints) {
      if (one.address().equals(channel)) one.writtenElsewhere();
    }
  }

  /// Publishes one hint at a time; those that come meanwhile become one more.
  private final class Sender {
    private final EventHints source;
    private boolean sending;
    private boolean again;

    private Sender(EventHints source) {
      this.source = source;
    }

    void written(Origin origin) {
      if (origin != Origin.THIS_NODE) return;
      again = true;
      if (!sending) send();
    }

    private void send() {
      sending = true;
      again = false;
      Objects.requireNonNull(link)
          .send(Request.cmd(Command.PUBLISH).arg(source.address()).arg(nodeId))
          .onComplete(
              sent -> {
                sending = false;
                if (again && sent.succeeded()) send();
              });
    }
  }
}
