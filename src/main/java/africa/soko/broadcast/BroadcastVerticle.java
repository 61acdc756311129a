package africa.soko.broadcast;

import africa.soko.broadcast.BroadcastStore.Broadcast;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the partners of one environment what is to be told to all, page by page. One node at a
/// time does; one that dies in the middle of a page leaves it to the next.
public final class BroadcastVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(BroadcastVerticle.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Less than a batch of the ledger, so that changes of the partners themselves come in between.
  static final int PAGE_MAX = 250;

  private final BroadcastStore store;
  private final Ledger ledger;
  private long timer;
  private boolean stopped;

  public BroadcastVerticle(Pool books, Ledger ledger) {
    this.store = new BroadcastStore(books);
    this.ledger = ledger;
  }

  @Override
  public Future<?> start() {
    rearm(PAUSE);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  /// Tells one page.
  ///
  /// @return whether there was anything to tell, so that there may be more
  Future<Boolean> tick() {
    return store.page(PAGE_MAX, this::tell);
  }

  private void work() {
    tick()
        .onSuccess(isMore -> rearm(isMore ? Duration.ofMillis(1) : PAUSE))
        .onFailure(
            e -> {
              if (!stopped) LOG.warn("Broadcasts will be tried again: {}", e.toString());
              rearm(PAUSE);
            });
  }

  private void rearm(Duration pause) {
    if (!stopped) timer = vertx.setTimer(pause.toMillis(), _ -> work());
  }

  private Future<?> tell(Broadcast broadcast, List<String> partnerIds) {
    return Future.join(partnerIds.stream().map(partner -> tell(broadcast, partner)).toList());
  }

  private Future<?> tell(Broadcast broadcast, String partnerId) {
    return ledger
        .send(new Tell(partnerId, broadcast))
        .compose(
            answer ->
                answer.status() < 300
                    ? Future.succeededFuture()
                    : Future.failedFuture("The ledger did not take a " + broadcast.event()));
  }
}
