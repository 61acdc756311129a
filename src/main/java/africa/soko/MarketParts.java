package africa.soko;

import africa.soko.feature.Worker;
import africa.soko.market.DeclarationOperators;
import africa.soko.market.DeclarationStore;
import africa.soko.market.MarketOperators;
import africa.soko.market.MarketService;
import africa.soko.market.MarketVerticle;
import africa.soko.market.SharedMarket;
import africa.soko.market.fx.FxStore;
import africa.soko.market.history.SimulatedHistory;
import africa.soko.market.price.SimulatedFeed;
import africa.soko.market.words.ArticleOperators;
import africa.soko.market.words.ArticleStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;

/// The market of this process, put together: what it is, what keeps it up to date, and what
/// operators change of it.
final class MarketParts {
  private final Pool platform;
  private final Ids ids;
  private final SharedMarket market;
  private final MarketVerticle verticle;

  MarketParts(Config config, Pool platform, Ids ids, InstantSource clock) {
    this.platform = platform;
    this.ids = ids;
    long seed = config.number(Setting.FEED_SEED);
    market = SharedMarket.load(clock.instant(), all -> new SimulatedHistory(seed, all));
    var feed = new SimulatedFeed(seed, market.calendars());
    var service = new MarketService(market, platform, feed, ids.next("node_"), clock);
    verticle = new MarketVerticle(service, clock);
  }

  SharedMarket market() {
    return market;
  }

  /// What keeps the market of this node up to date.
  Worker worker() {
    return Worker.onVirtualThread(verticle);
  }

  MarketOperators operators() {
    var articles =
        new ArticleOperators(
            new ArticleStore(platform), market.exchanges(), market.view().catalogue(), ids);
    var declarations = new DeclarationOperators(market, new DeclarationStore(platform));
    return new MarketOperators(
        market, new FxStore(platform), articles, declarations, verticle::wake);
  }
}
