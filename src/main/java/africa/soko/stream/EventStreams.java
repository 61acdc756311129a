package africa.soko.stream;

import africa.soko.edge.Environment;
import africa.soko.edge.ShownKey;
import africa.soko.event.EventStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens streams: finds the place, takes a slot, begins the response, hands over to the hub.
public final class EventStreams {
  private final Vertx vertx;
  private final boolean sandbox;
  private final StreamStart start;
  private final StreamVerticle hub;
  private final InstantSource clock;

  public EventStreams(
      Vertx vertx,
      Environment environment,
      EventStore events,
      StreamVerticle hub,
      InstantSource clock) {
    this.vertx = vertx;
    this.sandbox = environment == Environment.SANDBOX;
    this.start = new StreamStart(events, clock);
    this.hub = hub;
    this.clock = clock;
  }

  /// Who asks for a stream, and from where.
  record Asked(
      HttpServerRequest request,
      String partnerId,
      ShownKey key,
      Types types,
      @Nullable String lastEventId,
      @Nullable String since) {}

  /// Runs on the event loop of the connection. Fails, before anything was written, where the place
  /// or the slot is refused.
  ///
  /// @param slot takes a slot of the partner and gives what returns it
  Future<Void> open(Asked asked, Supplier<Future<Runnable>> slot) {
    var context = vertx.getOrCreateContext();
    return start
        .find(asked.partnerId(), asked.lastEventId(), asked.since())
        .compose(from -> slot.get().compose(release -> begin(context, asked, from, release)));
  }

  private Future<Void> begin(
      Context context, Asked asked, StreamStart.Start from, Runnable release) {
    var response = asked.request().response();
    if (response.closed()) {
      release.run();
      return Future.succeededFuture();
    }
    response
        .putHeader("content-type", "text/event-stream")
        .putHeader("cache-control", "no-store")
        // Proxies that would wait for more tell each other by this header not to.
        .putHeader("x-accel-buffering", "no")
        .setChunked(true);
    response.closeHandler(_ -> release.run());
    return response
        .write(first(from))
        .onFailure(_ -> release.run())
        .onSuccess(_ -> goOn(context, asked, from, release))
        .otherwiseEmpty();
  }

  /// Hands over to the hub, once all that Vert.x writes is written.
  private void goOn(Context context, Asked asked, StreamStart.Start from, Runnable release) {
    var response = asked.request().response();
    if (response.closed()) return;
    // Said and done: thousands of silent streams would hold on to it.
    asked.request().headers().clear();
    response.headers().clear();
    var outlet = new Outlet(context, asked.request(), hub::wake, release);
    var subscriber =
        new Subscriber(
            asked.partnerId(),
            asked.key(),
            asked.types(),
            from.place(),
            outlet,
            hub.lane(outlet.loop()),
            clock.instant());
    response.closeHandler(
        _ -> {
          release.run();
          hub.remove(subscriber);
        });
    response.exceptionHandler(_ -> hub.remove(subscriber));
    hub.add(subscriber);
  }

  private Buffer first(StreamStart.Start from) {
    if (!from.gap()) return Frames.RETRY;
    var gap = Frames.gap(from.place().sequence() + 1, clock.instant(), sandbox);
    return Buffer.buffer().appendBuffer(Frames.RETRY).appendBuffer(gap);
  }
}
