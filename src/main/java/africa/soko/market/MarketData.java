package africa.soko.market;

import africa.soko.edge.Contract;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.market.fx.FxStore;
import africa.soko.platform.config.Setting;

/// The market data of one environment, put together.
public final class MarketData implements Feature {
  private final Core core;
  private final Market market;

  public MarketData(Core core, Market market) {
    this.core = core;
    this.market = market;
  }

  @Override
  public void bind(Contract contract) {
    var fills = core.config().range(Setting.DESK_LIVE_FILL_SECONDS);
    new MarketRoutes(market, new FxStore(core.pool()), fills).bind(contract);
  }
}
