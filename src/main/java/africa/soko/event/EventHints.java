package africa.soko.event;

import africa.soko.edge.Environment;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.function.Consumer;

/// Says on this node that events were written, here or on another node. Nothing depends on it: who
/// listens looks by itself once a second as well.
public final class EventHints {
  private static final DeliveryOptions LOCAL = new DeliveryOptions().setLocalOnly(true);

  private final Vertx vertx;
  private final String address;

  /// Where events were written.
  enum Origin {
    THIS_NODE,
    ANOTHER_NODE
  }

  public EventHints(Vertx vertx, Environment environment) {
    this.vertx = vertx;
    this.address = "events." + environment.schema();
  }

  /// Events were written on this node. May be called from any thread.
  public void written() {
    publish(Origin.THIS_NODE);
  }

  void writtenElsewhere() {
    publish(Origin.ANOTHER_NODE);
  }

  /// The name of the bus address, and of the channel between nodes.
  String address() {
    return address;
  }

  MessageConsumer<String> listen(Consumer<Origin> listener) {
    return vertx
        .eventBus()
        .localConsumer(address, message -> listener.accept(Origin.valueOf(message.body())));
  }

  private void publish(Origin origin) {
    vertx.eventBus().publish(address, origin.name(), LOCAL);
  }
}
