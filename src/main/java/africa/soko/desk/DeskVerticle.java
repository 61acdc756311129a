package africa.soko.desk;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;

/// Looks again and again for what has become due and has it done. One node at a time does; were it
/// two, what came first would win, and the rest would find nothing to do.
public final class DeskVerticle extends RepeatedWork {
  private final DueStore store;
  private final Desk desk;
  private final PartnerClocks clocks;
  private final InstantSource clock;
  private final Duration pause;

  /// @param clocks the partners whose time runs ahead
  /// @param pause between the end of one look and the next
  public DeskVerticle(
      DueStore store, Desk desk, PartnerClocks clocks, InstantSource clock, Duration pause) {
    super("Due orders are executed", pause);
    this.store = store;
    this.desk = desk;
    this.clocks = clocks;
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  protected Future<Duration> work() {
    return tick().map(_ -> pause);
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
}
