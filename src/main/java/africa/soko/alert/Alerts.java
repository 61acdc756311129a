package africa.soko.alert;

import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.market.Market;
import africa.soko.market.price.PriceSetWatch;
import java.time.Duration;
import java.util.List;

/// The price alerts of one environment, put together.
public final class Alerts implements Feature {
  private static final Duration REMOVED_KEPT = Duration.ofHours(1);

  private final Core core;
  private final Market market;
  private final AlertStore store;

  public Alerts(Core core, Market market) {
    this.core = core;
    this.market = market;
    store = new AlertStore(core.pool());
  }

  @Override
  public void bind(Contract contract) {
    new AlertRoutes(store, core.ledger(), market).bind(contract);
  }

  @Override
  public List<Retention> retention() {
    return List.of(new Retention(core.clock(), REMOVED_KEPT, List.of(store::prune)));
  }

  @Override
  public List<Worker> workers() {
    var evaluation = new AlertEvaluation(market, store, core.ledger()::send, core.clock());
    return List.of(
        Worker.onEventLoop(new PriceSetWatch(core.pool(), "alerts", market, evaluation::page)));
  }
}
