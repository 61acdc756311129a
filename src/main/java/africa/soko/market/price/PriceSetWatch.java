package africa.soko.market.price;

import africa.soko.market.Market;
import africa.soko.market.MarketView;
import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// Has something done with each new set of prices, page by page, by one node at a time and at the
/// prices that this node's market shows. It runs on an event loop, on every node: whichever sees a
/// set first works for it, and what one leaves undone another takes up.
public final class PriceSetWatch extends RepeatedWork {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /// What is done.
  public interface Work {
    /// Does one page, which may be done again; fails if it could not be done.
    ///
    /// @param view the market with the new prices
    /// @param exchanges those that have new prices, by code
    /// @return whether there is more to do
    Future<Boolean> page(MarketView view, Set<String> exchanges);
  }

  private final PriceSets sets;
  private final Market market;
  private final Work work;
  private long doneSet;

  /// @param books whose connections look into the schema of the environment
  /// @param consumer a name for the work, the same on every node
  public PriceSetWatch(Pool books, String consumer, Market market, Work work) {
    super("New prices are looked at for " + consumer, LOOK_EVERY);
    this.sets = new PriceSets(books, consumer);
    this.market = market;
    this.work = work;
  }

  @Override
  protected Future<Duration> work() {
    return tick().map(_ -> LOOK_EVERY);
  }

  /// Works for the sets that this node sees, unless they are done or another node is at it.
  public Future<?> tick() {
    var view = market.view();
    if (view.set() == doneSet) return Future.succeededFuture();
    return sets.take(view.set(), taken -> pages(view, exchanges(taken)))
        .compose(_ -> sets.done())
        .onSuccess(done -> doneSet = done >= view.set() ? view.set() : doneSet);
  }

  private static Set<String> exchanges(Iterable<PriceSets.PriceSet> sets) {
    var all = new HashSet<String>();
    for (var set : sets) all.addAll(set.exchanges());
    return all;
  }

  private Future<?> pages(MarketView view, Set<String> exchanges) {
    if (isStopped()) return Future.failedFuture("This node stops");
    return work.page(view, exchanges)
        .compose(isMore -> isMore ? pages(view, exchanges) : Future.succeededFuture());
  }
}
