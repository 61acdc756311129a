package africa.soko.webhook;

import africa.soko.event.EventHints;
import africa.soko.event.EventWatch;
import africa.soko.webhook.DeliveryStore.Settled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings events to webhooks: queues what is new in the log, leases what is due, lets it be posted,
/// and logs the outcome. Any number of nodes run it side by side. It runs on a virtual thread.
public final class WebhookVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookVerticle.class);

  /// Longer than an attempt can take, so that a lease ends only when its node is gone.
  static final Duration LEASE = Duration.ofSeconds(30);

  static final int ATTEMPTS_MAX = 256;

  /// A quarter, so that it takes several partners whose endpoints are slow to use up all attempts.
  static final int ATTEMPTS_PER_PARTNER_MAX = 64;

  private static final int FAN_OUT_EVENTS_MAX = 500;
  private static final int FAN_OUT_WEBHOOKS_MAX = 200;
  private static final int REPLAYS_MAX = 20;

  /// An endpoint for which this much waits gets no more of a replay for now.
  private static final int REPLAY_WAITING_MAX = 1_000;

  private static final int SETTLE_MAX = 256;
  private static final Duration BACKLOG_LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration WANTED_ASKED_EVERY = Duration.ofMillis(900);

  private final DeliveryStore store;
  private final ReplayStore replays;
  private final DueDeliveries due;
  private final FailingWebhooks failing;
  private final Courier courier;
  private final InstantSource clock;
  private final WebhookMetrics metrics;
  private final EventHints hints;
  private final AttemptSlots slots =
      new AttemptSlots(ATTEMPTS_MAX, ATTEMPTS_PER_PARTNER_MAX, AttemptSlots.PER_ENDPOINT_MAX);
  private final Queue<Settled> made = new ArrayDeque<>();
  private final List<Promise<Void>> askedForQuiet = new ArrayList<>();
  private long backlogSeenNanos = System.nanoTime() - BACKLOG_LOOK_EVERY.toNanos();
  private boolean wanted;
  private long wantedAskedNanos = System.nanoTime() - WANTED_ASKED_EVERY.toNanos();
  private final Promise<Void> drained = Promise.promise();
  private boolean settling;
  private boolean stopping;
  private @Nullable EventWatch watch;

  WebhookVerticle(
      DeliveryStore store,
      ReplayStore replays,
      DueDeliveries due,
      FailingWebhooks failing,
      Courier courier,
      InstantSource clock,
      WebhookMetrics metrics,
      EventHints hints) {
    this.store = store;
    this.replays = replays;
    this.due = due;
    this.failing = failing;
    this.courier = courier;
    this.clock = clock;
    this.metrics = metrics;
    this.hints = hints;
  }

  @Override
  public Future<?> start() {
    watch = EventWatch.start(vertx, hints, this::pass);
    return Future.succeededFuture();
  }

  /// Takes nothing new, and waits for the attempts that run.
  @Override
  public Future<?> stop() {
    return watch()
        .stop()
        .compose(
            _ -> {
              stopping = true;
              if (slots.isIdle()) drained.tryComplete();
              return drained.future();
            });
  }

  /// Runs now. Succeeds when nothing is due any more and no attempt runs.
  Future<Void> tick() {
    var quiet = Promise.<Void>promise();
    context.runOnContext(
        _ -> {
          askedForQuiet.add(quiet);
          watch().wake();
        });
    return quiet.future();
  }

  /// Queues and claims once; returns whether there may be more at once.
  private boolean pass() {
    var asked = List.copyOf(askedForQuiet);
    var now = clock.instant();
    // Where nobody has a webhook, not every commit is worth a look.
    if (asked.isEmpty() && !isWanted()) return false;
    int moved = store.fanOut(now, FAN_OUT_EVENTS_MAX, FAN_OUT_WEBHOOKS_MAX).await();
    moved += replays.step(now, FAN_OUT_EVENTS_MAX, REPLAYS_MAX, REPLAY_WAITING_MAX).await();
    // As it was before: what is released during the claim leaves room that the claim did not see.
    var idle = slots.isIdle();
    var claimed = claim();
    claimed.forEach(this::attempt);
    lookAtBacklog(now);
    var more = moved > 0 || !claimed.isEmpty();
    if (!more && idle) answer(asked);
    return more;
  }

  /// Whether there is any webhook, as it was within the last second.
  private boolean isWanted() {
    if (System.nanoTime() - wantedAskedNanos >= WANTED_ASKED_EVERY.toNanos()) {
      wanted = due.isWanted().await();
      wantedAskedNanos = System.nanoTime();
    }
    return wanted;
  }

  private List<DueDelivery> claim() {
    var now = clock.instant();
    return due.claim(now, now.plus(LEASE), slots.room()).await();
  }

  private void attempt(DueDelivery delivery) {
    slots.take(delivery.event().partnerId(), delivery.webhookId(), delivery.answers());
    metrics.running(slots.taken());
    try {
      courier.deliver(delivery).onSuccess(attempt -> finished(new Settled(delivery, attempt)));
    } catch (Exception e) {
      LOG.error("Cannot deliver {} to {}", delivery.event().eventId(), delivery.webhookId(), e);
      released(delivery);
    }
  }

  private void finished(Settled attempt) {
    metrics.attempted(attempt.attempt());
    made.add(attempt);
    if (settling) return;
    settling = true;
    context.runOnContext(_ -> settle());
  }

  /// Writes whatever has finished while the last batch was written.
  private void settle() {
    try {
      while (!made.isEmpty()) {
        var batch = new ArrayList<Settled>();
        while (batch.size() < SETTLE_MAX && !made.isEmpty()) batch.add(made.remove());
        settle(batch);
      }
    } finally {
      settling = false;
    }
    watch().wake();
  }

  private void settle(List<Settled> batch) {
    try {
      store.settle(batch).await();
    } catch (Throwable e) {
      // Also the pool's time-out, a bare Throwable. Their leases end, and they are delivered again.
      LOG.warn("Cannot log {} attempts now: {}", batch.size(), e.toString());
    }
    batch.forEach(s -> released(s.delivery()));
  }

  private void released(DueDelivery delivery) {
    slots.release(delivery.event().partnerId(), delivery.webhookId(), delivery.answers());
    metrics.running(slots.taken());
    if (stopping && slots.isIdle()) drained.tryComplete();
  }

  private void lookAtBacklog(Instant now) {
    // Not by the clock, which may be put back.
    if (System.nanoTime() - backlogSeenNanos < BACKLOG_LOOK_EVERY.toNanos()) return;
    backlogSeenNanos = System.nanoTime();
    metrics.backlog(due.backlogAge(now).await());
    failing.disable(now);
  }

  private void answer(List<Promise<Void>> asked) {
    askedForQuiet.removeAll(asked);
    asked.forEach(Promise::complete);
  }

  private EventWatch watch() {
    return Objects.requireNonNull(watch, "not started");
  }
}
