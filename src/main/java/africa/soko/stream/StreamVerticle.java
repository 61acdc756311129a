package africa.soko.stream;

import africa.soko.edge.Environment;
import africa.soko.edge.Refused;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.event.EventWatch;
import africa.soko.event.Place;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the event log for all streams of this node and environment. Subscribers of a partner that
/// are at the same place share one read and one encoding. It runs on a virtual thread.
public final class StreamVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(StreamVerticle.class);
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);

  private final boolean sandbox;
  private final EventStore events;
  private final Function<Set<String>, Future<Map<String, Refused>>> refusedKeys;
  private final EventHints hints;
  private final InstantSource clock;
  private final StreamMetrics metrics;
  private final Set<Subscriber> subscribers = new LinkedHashSet<>();
  private Instant sweptAt = Instant.EPOCH;
  private boolean stopped;
  private @Nullable EventWatch watch;

  /// @param refusedKeys says which keys of a set no longer count, and why
  public StreamVerticle(
      Environment environment,
      EventStore events,
      Function<Set<String>, Future<Map<String, Refused>>> refusedKeys,
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

  /// Ends every stream in order.
  @Override
  public Future<?> stop() {
    return watch()
        .stop()
        .onSuccess(
            _ -> {
              stopped = true;
              subscribers.forEach(s -> s.outlet().end());
              subscribers.clear();
              metrics.open(0);
            });
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
          subscribers.add(subscriber);
          metrics.open(subscribers.size());
          wake();
        });
  }

  /// Its connection is gone. May be called from any thread.
  void remove(Subscriber subscriber) {
    context.runOnContext(
        _ -> {
          subscribers.remove(subscriber);
          metrics.open(subscribers.size());
        });
  }

  private EventWatch watch() {
    return Objects.requireNonNull(watch, "not started");
  }

  /// Sends each subscriber at most one page; returns whether there may be more.
  private boolean pass() {
    sweep(clock.instant());
    if (subscribers.isEmpty()) return false;
    var partners = subscribers.stream().map(Subscriber::partnerId).collect(Collectors.toSet());
    var ends = events.endsOf(partners).await();
    var behind = new HashMap<Read, List<Subscriber>>();
    for (var subscriber : subscribers) {
      var end = ends.get(subscriber.partnerId());
      if (end == null) continue;
      subscriber.follow(end.beganAt());
      if (!subscriber.wantsMore(end.last())) continue;
      var read = new Read(subscriber.partnerId(), subscriber.place(), end.last());
      behind.computeIfAbsent(read, _ -> new ArrayList<>()).add(subscriber);
    }
    behind.forEach(this::send);
    return !behind.isEmpty();
  }

  private record Read(String partnerId, Place from, long last) {}

  private void send(Read read, List<Subscriber> there) {
    var page = events.after(read.partnerId(), read.from()).await();
    var frames = Frames.of(page, sandbox);
    // Nothing after the place: it was pruned meanwhile, or there is another log by now.
    var sequence = page.isEmpty() ? read.last() : page.getLast().sequence();
    var reached = new Place(sequence, read.from().logBeganAt());
    for (var subscriber : there) subscriber.send(frames, reached, clock.instant());
    metrics.sent(page.size() * there.size());
  }

  private void sweep(Instant now) {
    // A clock that was set back must not keep the sweep waiting until it has caught up.
    if (Duration.between(sweptAt, now).abs().compareTo(SWEEP_EVERY) < 0) return;
    sweptAt = now;
    var slow = subscribers.stream().filter(s -> s.isTooSlow(now)).toList();
    for (var subscriber : slow) {
      LOG.info("Cut off a stream of {} that is not read", subscriber.partnerId());
      metrics.cut();
      subscriber.outlet().cut();
      subscribers.remove(subscriber);
    }
    subscribers.forEach(s -> s.keepAlive(now));
    endRefused();
  }

  /// Ends the streams whose key was revoked, has ended, or whose partner was suspended.
  private void endRefused() {
    if (subscribers.isEmpty()) return;
    var keyIds = subscribers.stream().map(Subscriber::keyId).collect(Collectors.toSet());
    var refused = refusedKeys.apply(keyIds).await();
    for (var subscriber : List.copyOf(subscribers)) {
      var why = refused.get(subscriber.keyId());
      if (why == null) continue;
      subscriber.outlet().write(Frames.ended(why));
      subscriber.outlet().end();
      subscribers.remove(subscriber);
    }
    metrics.open(subscribers.size());
  }
}
