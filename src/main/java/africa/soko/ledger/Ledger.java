package africa.soko.ledger;

import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.edge.Origin;
import africa.soko.platform.bus.LocalCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;

/// The way to the ledger from anywhere in the process: one message, one answer, after COMMIT.
public final class Ledger {
  // Longer than the ledger itself ever waits for the database.
  private static final DeliveryOptions OPTIONS =
      new DeliveryOptions().setLocalOnly(true).setSendTimeout(20_000);

  private final Vertx vertx;
  private final Environment environment;
  private final int partitions;

  /// Lets submissions and answers pass over the bus; once for a process.
  public static void registerMessages(Vertx vertx) {
    LocalCodec.register(vertx, Submission.class);
    LocalCodec.register(vertx, Answer.class);
  }

  public Ledger(Vertx vertx, Environment environment, int partitions) {
    this.vertx = vertx;
    this.environment = environment;
    this.partitions = partitions;
  }

  /// Submits a change. The future fails only when the outcome is unknown.
  public Future<Answer> send(Command command, Origin origin) {
    var partition = Math.floorMod(command.lane().hashCode(), partitions);
    return vertx
        .eventBus()
        .<Answer>request(address(environment, partition), new Submission(command, origin), OPTIONS)
        .map(Message::body);
  }

  /// Submits what became due by itself: a fill, an expiry, a settlement.
  public Future<Answer> send(Command command) {
    return send(command, Origin.SERVICE);
  }

  static String address(Environment environment, int partition) {
    return "ledger." + environment.schema() + "." + partition;
  }
}
