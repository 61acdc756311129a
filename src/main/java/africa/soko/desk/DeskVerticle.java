package africa.soko.desk;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks again and again for what has become due and has it done. One node at a time does; were it
/// two, what came first would win, and the rest would find nothing to do.
public final class DeskVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(DeskVerticle.class);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);

  private final DueStore store;
  private final Desk desk;
  private final PartnerClocks clocks;
  private final InstantSource clock;
  private final Duration pause;
  private long timer;
  private boolean stopped;
  private Future<?> working = Future.succeededFuture();

  /// @param clocks the partners whose time runs ahead
  /// @param pause between the end of one look and the next
  public DeskVerticle(
      DueStore store, Desk desk, PartnerClocks clocks, InstantSource clock, Duration pause) {
    this.store = store;
    this.desk = desk;
    this.clocks = clocks;
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  public Future<?> start() {
    rearm(pause);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return working.transform(_ -> Future.succeededFuture());
  }

  /// Has everything done that is due now, unless another node does. Fails when the database is
  /// away.
  public Future<?> tick() {
    return store.alone(() -> desk.all(clock.instant()).compose(_ -> ahead()));
  }

  /// What is due only by the clock of its partner.
  private Future<?> ahead() {
    return clocks
        .ahead()
        .compose(
            offsets -> {
              Future<?> done = Future.succeededFuture();
              for (var one : offsets.entrySet()) {
                done =
                    done.compose(_ -> desk.of(one.getKey(), clock.instant().plus(one.getValue())));
              }
              return done;
            });
  }

  private void rearm(Duration delay) {
    if (!stopped) timer = vertx.setTimer(delay.toMillis(), _ -> work());
  }

  private void work() {
    working = tick();
    working
        .onSuccess(_ -> rearm(pause))
        .onFailure(
            e -> {
              if (!stopped) LOG.warn("The desk will try again: {}", e.toString());
              rearm(PAUSE_AFTER_FAULT);
            });
  }
}
