package africa.soko.broadcast;

import africa.soko.broadcast.BroadcastStore.Broadcast;
import africa.soko.ledger.Ledger;
import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/// Tells the partners of one environment what is to be told to all, page by page. One node at a
/// time does; one that dies in the middle of a page leaves it to the next.
public final class BroadcastVerticle extends RepeatedWork {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Less than a batch of the ledger, so that changes of the partners themselves come in between.
  static final int PAGE_MAX = 250;

  private final BroadcastStore store;
  private final Ledger ledger;

  public BroadcastVerticle(Pool books, Ledger ledger) {
    super("Broadcasts are told", PAUSE);
    this.store = new BroadcastStore(books);
    this.ledger = ledger;
  }

  @Override
  protected Future<Duration> work() {
    return tick().map(isMore -> isMore ? Duration.ZERO : PAUSE);
  }

  /// Tells one page.
  ///
  /// @return whether there was anything to tell, so that there may be more
  Future<Boolean> tick() {
    return store.page(PAGE_MAX, this::tell);
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
