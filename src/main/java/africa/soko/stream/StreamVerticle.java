package africa.soko.stream;

import africa.soko.edge.Environment;
import africa.soko.edge.Refused;
import africa.soko.edge.ShownKey;
import africa.soko.edge.http.Chunk;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.event.EventWatch;
import africa.soko.event.LoggedEvent;
import africa.soko.event.Place;
import africa.soko.stream.Readers.Crowd;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the event log for all streams of this node and environment. Subscribers of a partner that
/// are at the same place share one read and one encoding, and those of one event loop one task. It
/// runs on a virtual thread.
public final class StreamVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(StreamVerticle.class);
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);

  /// A pass has no more for its event loops than this and one page.
  private static final int PASS_BYTES_MAX = 8_000_000;

  private final boolean sandbox;
  private final EventStore events;
  private final Function<Set<ShownKey>, Future<Map<ShownKey, Refused>>> refusedKeys;
  private final EventHints hints;
  private final InstantSource clock;
  private final StreamMetrics metrics;
  private final Readers readers = new Readers();
  private final Map<EventLoop, Lane> lanes = new ConcurrentHashMap<>();
  private Instant sweptAt = Instant.EPOCH;
  private boolean stopped;
  private @Nullable EventWatch watch;

  /// @param refusedKeys says which keys of a set no longer count, and why
  public StreamVerticle(
      Environment environment,
      EventStore events,
      Function<Set<ShownKey>, Future<Map<ShownKey, Refused>>> refusedKeys,
      EventHints hints,
      InstantSource clock,
      StreamMetrics metrics) {
    this.sandbox = environment == Environment.SANDBOX;
    this.events = events;
    this.refusedKeys = refusedKeys;
    this.hints = hints;
    this.clock = clock;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    watch = EventWatch.start(vertx, hints, this::pass);
    return Future.succeededFuture();
  }

  /// Ends every stream in order, with a word of when to come again: not all at once.
  @Override
  public Future<?> stop() {
    return watch()
        .stop()
        .onSuccess(
            _ -> {
              stopped = true;
              int number = 0;
              for (var subscriber : readers.all()) end(subscriber, Frames.goodbye(number++));
              lanes.values().forEach(Lane::send);
              metrics.open(0);
            });
  }

  /// The way to the streams of an event loop. May be called from any thread.
  Lane lane(EventLoop loop) {
    return lanes.computeIfAbsent(loop, _ -> new Lane(loop, this::wake));
  }

  /// Looks at the log now. May be called from any thread.
  void wake() {
    watch().wake();
  }

  /// Sends this subscriber what it has not had, from now on. May be called from any thread.
  void add(Subscriber subscriber) {
    context.runOnContext(
        _ -> {
          if (stopped) {
            subscriber.outlet().end();
            return;
          }
          readers.add(subscriber);
          metrics.open(readers.count());
          wake();
        });
  }

  /// Its connection is gone. May be called from any thread.
  void remove(Subscriber subscriber) {
    context.runOnContext(
        _ -> {
          readers.remove(subscriber);
          metrics.open(readers.count());
        });
  }

  private EventWatch watch() {
    return Objects.requireNonNull(watch, "not started");
  }

  /// Sends each subscriber at most one page; returns whether there may be more.
  private boolean pass() {
    try {
      sweep(clock.instant());
      return readers.count() > 0 && serveAll();
    } finally {
      lanes.values().forEach(Lane::send);
    }
  }

  private boolean serveAll() {
    var partners = readers.partners();
    var ends = events.endsOf(partners).await();
    boolean isMore = false;
    int bytes = 0;
    for (var partnerId : partners) {
      if (bytes > PASS_BYTES_MAX) return true;
      var end = ends.get(partnerId);
      if (end == null) continue;
      for (var crowd : readers.behind(partnerId, end)) {
        var page = events.after(partnerId, crowd.place()).await();
        // Nothing after the place: it was pruned meanwhile, or there is another log by now.
        long reached = page.isEmpty() ? end.last() : page.getLast().sequence();
        bytes += send(crowd, page, new Place(reached, crowd.place().logBeganAt()));
        isMore |= reached < end.last();
      }
      if (isMore) readers.served(partnerId);
    }
    return isMore;
  }

  /// Lays a page out once for each choice of events; returns how many bytes that came to.
  private int send(Crowd crowd, List<LoggedEvent> page, Place reached) {
    var now = clock.instant();
    var lastId = page.isEmpty() ? null : page.getLast().eventId();
    int bytes = 0;
    for (var alike : byTypes(crowd).entrySet()) {
      var wanted = alike.getKey().among(page);
      if (wanted.isEmpty()) {
        alike.getValue().forEach(subscriber -> subscriber.pass(lastId, reached));
        continue;
      }
      var frames = Chunk.of(Frames.of(wanted, sandbox));
      for (var subscriber : alike.getValue()) subscriber.send(frames, reached, now);
      frames.release();
      bytes += frames.length();
      metrics.sent(wanted.size() * alike.getValue().size());
    }
    return bytes;
  }

  private static Map<Types, List<Subscriber>> byTypes(Crowd crowd) {
    var byTypes = new LinkedHashMap<Types, List<Subscriber>>();
    for (var subscriber : crowd.members()) {
      byTypes.computeIfAbsent(subscriber.types(), _ -> new ArrayList<>()).add(subscriber);
    }
    return byTypes;
  }

  private void sweep(Instant now) {
    // A clock that was set back must not keep the sweep waiting until it has caught up.
    if (Duration.between(sweptAt, now).abs().compareTo(SWEEP_EVERY) < 0) return;
    sweptAt = now;
    for (var subscriber : readers.all()) {
      if (subscriber.isTooSlow(now)) cut(subscriber);
      else subscriber.keepAlive(now);
    }
    endRefused();
    metrics.open(readers.count());
  }

  private void cut(Subscriber subscriber) {
    LOG.info("Cut off a stream of {} that is not read", subscriber.partnerId());
    metrics.cut();
    subscriber.outlet().cut();
    readers.remove(subscriber);
  }

  /// Ends the streams whose key was revoked, has ended, or whose partner was suspended or demands
  /// something else by now.
  private void endRefused() {
    if (readers.count() == 0) return;
    var all = readers.all();
    var keys = all.stream().map(Subscriber::key).collect(Collectors.toSet());
    var refused = refusedKeys.apply(keys).await();
    for (var subscriber : all) {
      var why = refused.get(subscriber.key());
      if (why != null) end(subscriber, Frames.ended(why));
    }
  }

  private void end(Subscriber subscriber, Buffer words) {
    var chunk = Chunk.of(words);
    subscriber.lane().addLast(subscriber.outlet(), chunk);
    chunk.release();
    readers.remove(subscriber);
  }
}
