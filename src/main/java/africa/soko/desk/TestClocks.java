package africa.soko.desk;

import africa.soko.edge.Answer;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;

/// Moves the clock of a sandbox partner ahead, from one due time to the next, so that everything on
/// the way happens at its own moment.
public final class TestClocks {
  /// So many moments may lie on one way; a longer one is walked in parts.
  static final int STEPS_MAX = 10_000;

  private final TestClockStore store;
  private final Ledger ledger;
  private final Desk desk;
  private final InstantSource clock;

  public TestClocks(TestClockStore store, Ledger ledger, Desk desk, InstantSource clock) {
    this.store = store;
    this.ledger = ledger;
    this.desk = desk;
    this.clock = clock;
  }

  /// What time it is for a partner.
  public Future<Instant> now(String partnerId) {
    return store.offset(partnerId).map(clock.instant()::plus);
  }

  /// Moves a partner's clock to a time, or leaves it where it is beyond that; the future completes
  /// when everything that became due on the way is done. Whoever comes meanwhile waits.
  public Future<?> advance(String partnerId, Instant target) {
    return store.alone(
        partnerId, () -> now(partnerId).compose(now -> walk(partnerId, now, target, STEPS_MAX)));
  }

  private Future<?> walk(String partnerId, Instant from, Instant target, int left) {
    if (left == 0) return Future.failedFuture("Too much becomes due until " + target);
    return desk.next(partnerId, from)
        .compose(
            next -> {
              var to = next.filter(time -> time.isBefore(target)).orElse(target);
              return set(partnerId, to)
                  .compose(_ -> desk.of(partnerId, to))
                  .compose(
                      _ ->
                          to.equals(target)
                              ? Future.succeededFuture()
                              : walk(partnerId, to, target, left - 1));
            });
  }

  private Future<?> set(String partnerId, Instant to) {
    return ledger.send(new MoveClock(partnerId, to)).compose(TestClocks::done);
  }

  private static Future<?> done(Answer answer) {
    return answer.status() < 300
        ? Future.succeededFuture()
        : Future.failedFuture("The ledger did not move the clock");
  }
}
