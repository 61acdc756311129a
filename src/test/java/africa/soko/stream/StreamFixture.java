package africa.soko.stream;

import africa.soko.edge.Environment;
import africa.soko.edge.RefusedException;
import africa.soko.edge.ShownKey;
import africa.soko.event.Event;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.platform.id.Ids;
import africa.soko.stream.EventStreams.Asked;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.SettableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.Channel;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Streams of one partner on an empty database, served on a loopback port.
final class StreamFixture {
  static final String PARTNER = "prt_1";

  final Vertx vertx = Vertx.vertx();
  final BooksDatabase database = new BooksDatabase(vertx);
  final SettableClock clock = new SettableClock();
  final Ids ids = new Ids(clock);
  final EventStore events = new EventStore(database.pool());
  final EventHints hints = new EventHints(vertx, Environment.SANDBOX);
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final AtomicInteger slots = new AtomicInteger();
  final BlockingQueue<String> released = new LinkedBlockingQueue<>();
  final StreamVerticle hub;
  final String hubId;
  final int port;

  /// What happens after a stream's place was found and before it begins.
  volatile Runnable whileOpening = () -> {};

  private final EventStreams streams;
  private final List<Channel> channels = new CopyOnWriteArrayList<>();

  StreamFixture() {
    hub =
        new StreamVerticle(
            Environment.SANDBOX,
            events,
            _ -> Future.succeededFuture(Map.of()),
            hints,
            clock,
            new StreamMetrics(registry, Environment.SANDBOX));
    hubId =
        vertx
            .deployVerticle(
                hub, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
            .await();
    streams = new EventStreams(vertx, Environment.SANDBOX, events, hub, clock);
    port =
        vertx
            .createHttpServer()
            .requestHandler(this::open)
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
  }

  /// Writes events and says so.
  List<Event> append(String... names) {
    var events = database.append(PARTNER, clock, ids, names);
    hints.written();
    return events;
  }

  /// What a reset does to the log, and the first events after it.
  List<Event> replaceLog(String... names) {
    database.run("DELETE FROM event; DELETE FROM event_counter");
    return append(names);
  }

  double cut() {
    return registry.get("soko.stream.cut").counter().count();
  }

  double open() {
    return registry.get("soko.stream.open").gauge().value();
  }

  /// How many bytes wait in this process for the network to take them, of the connection that asked
  /// first, second and so on.
  long waiting(int connection) {
    return channels.get(connection).unsafe().outboundBuffer().totalPendingWriteBytes();
  }

  void close() {
    vertx.close().await();
  }

  private void open(HttpServerRequest request) {
    var connection = (HttpServerConnection) request.connection();
    channels.add(connection.channelHandlerContext().channel());
    var asked =
        new Asked(
            request,
            PARTNER,
            new ShownKey("key_1", 0),
            Types.ALL,
            request.getHeader("Last-Event-ID"),
            request.getParam("since"));
    streams
        .open(asked, this::slot)
        .onFailure(
            fault ->
                request
                    .response()
                    .setStatusCode(((RefusedException) fault).refused().code().status())
                    .end(fault.getMessage()));
  }

  private Future<Runnable> slot() {
    slots.incrementAndGet();
    var meanwhile = CompletableFuture.runAsync(whileOpening);
    return Future.fromCompletionStage(meanwhile, vertx.getOrCreateContext())
        .map(_ -> () -> released.add("released"));
  }
}
