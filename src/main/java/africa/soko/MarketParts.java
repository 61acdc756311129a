package africa.soko;

import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.market.DeclarationOperators;
import africa.soko.market.DeclarationStore;
import africa.soko.market.MarketOperators;
import africa.soko.market.MarketService;
import africa.soko.market.MarketVerticle;
import africa.soko.market.SharedMarket;
import africa.soko.market.feed.FeedMeters;
import africa.soko.market.feed.FeedService;
import africa.soko.market.feed.FeedStore;
import africa.soko.market.feed.FeedVerticle;
import africa.soko.market.feed.FolderSource;
import africa.soko.market.feed.HeldPriceOperators;
import africa.soko.market.feed.HeldPriceStore;
import africa.soko.market.feed.HttpSource;
import africa.soko.market.feed.PriceSource;
import africa.soko.market.fx.FxStore;
import africa.soko.market.history.CandleStore;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.history.SimulatedHistory;
import africa.soko.market.price.PriceSets;
import africa.soko.market.price.SimulatedFeed;
import africa.soko.market.words.ArticleOperators;
import africa.soko.market.words.ArticleStore;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The market of this process, put together: what it is, what keeps it up to date, and what
/// operators change of it.
final class MarketParts {
  private static final String SIMULATED = "simulated";
  private static final String FILES = "files";

  /// How many looks a server is left alone that has failed several times in a row.
  private static final int RESTED_LOOKS = 4;

  /// How long candles are kept: twice the longest period that is asked for, but `max`.
  private static final Duration HISTORY_KEPT = Duration.ofDays(3_660);

  private final Config config;
  private final Pool platform;
  private final Ids ids;
  private final InstantSource clock;
  private final SharedMarket market;
  private final MarketVerticle verticle;
  private final FeedStore feed;
  private final HeldPriceStore held;
  private final List<Worker> workers = new ArrayList<>();

  MarketParts(Config config, Pool platform, Ids ids, InstantSource clock, MeterRegistry metrics) {
    this.config = config;
    this.platform = platform;
    this.ids = ids;
    this.clock = clock;
    held = new HeldPriceStore(platform, ids);
    feed = new FeedStore(platform, held);
    if (isSimulated()) {
      long seed = config.number(Setting.FEED_SEED);
      market = SharedMarket.load(clock.instant(), all -> new SimulatedHistory(seed, all));
      var simulated = new SimulatedFeed(seed, market.calendars());
      verticle =
          new MarketVerticle(
              new MarketService(market, platform, simulated, ids.next("node_"), clock), clock);
      workers.add(Worker.onVirtualThread(verticle));
    } else {
      market = SharedMarket.load(clock.instant(), _ -> PriceHistory.NONE);
      verticle = new MarketVerticle(MarketService.reading(market, platform, clock), clock);
      workers.add(Worker.onVirtualThread(verticle));
      var service =
          new FeedService(market, source(), feed, terms(), new FeedMeters(metrics), clock);
      workers.add(Worker.onVirtualThread(new FeedVerticle(service, clock, verticle::wake)));
    }
    FeedMeters.age(metrics, market, clock);
  }

  SharedMarket market() {
    return market;
  }

  /// Whether prices are made by the service itself, so that none can be missing.
  boolean isSimulated() {
    return config.text(Setting.FEED).equals(SIMULATED);
  }

  /// Starts what keeps the market of this node up to date, one after the other: prices are brought
  /// in when there is a market to see them.
  Future<?> start(Function<Worker, Future<?>> starting) {
    Future<?> started = Future.succeededFuture();
    for (var worker : workers) started = started.compose(_ -> starting.apply(worker));
    return started;
  }

  /// What is forgotten of the market, and after how long.
  List<Retention> retention() {
    return List.of(
        new Retention(
            clock,
            Retention.PUBLISHED_KEPT,
            List.of(
                (before, rowsMax) -> PriceSets.prune(platform, before, rowsMax),
                (before, rowsMax) -> HeldPriceStore.prune(platform, before, rowsMax))),
        new Retention(
            clock,
            HISTORY_KEPT,
            List.of(
                (before, rowsMax) ->
                    CandleStore.prune(
                        platform, LocalDate.ofInstant(before, ZoneOffset.UTC), rowsMax))));
  }

  MarketOperators operators() {
    var articles =
        new ArticleOperators(
            new ArticleStore(platform), market.exchanges(), market.view().catalogue(), ids);
    var declarations = new DeclarationOperators(market, new DeclarationStore(platform));
    return new MarketOperators(
        market, new FxStore(platform), articles, declarations, verticle::wake);
  }

  HeldPriceOperators heldPrices() {
    return new HeldPriceOperators(market, feed, held, verticle::wake);
  }

  private FeedService.Terms terms() {
    return new FeedService.Terms(
        config.text(Setting.FEED),
        config.duration(Setting.FEED_PAUSE),
        config.integer(Setting.FEED_MOVE_MAX_PERCENT));
  }

  private PriceSource source() {
    var bytesMax = config.integer(Setting.FEED_BYTES_MAX);
    if (config.text(Setting.FEED).equals(FILES)) {
      return new FolderSource(config.path(Setting.FEED_FOLDER), bytesMax);
    }
    var terms =
        new HttpSource.Terms(
            config.uri(Setting.FEED_URL),
            config.optional(Setting.FEED_HEADER).orElse(null),
            config.duration(Setting.FEED_TIMEOUT),
            bytesMax,
            config.duration(Setting.FEED_PAUSE).multipliedBy(RESTED_LOOKS));
    return new HttpSource(terms, clock);
  }
}
