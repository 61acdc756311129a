package africa.soko.market;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.PhaseStore;
import africa.soko.market.fx.FxStore;
import africa.soko.market.fx.FxTable;
import africa.soko.market.history.CandleStore;
import africa.soko.market.history.HistoryReader;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.MarketSnapshot;
import africa.soko.market.price.PriceFeed;
import africa.soko.market.price.PriceStore;
import africa.soko.market.words.ArticleStore;
import africa.soko.market.words.Articles;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps the market of this node up to date: polls the simulated feed where this node comes first,
/// takes over what was published, and announces phases. It waits for the database, and so belongs
/// on a virtual thread; one caller at a time.
public final class MarketService {
  /// How long what an operator changes on another node can go unseen.
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final Duration READ_ALL_EVERY = Duration.ofSeconds(30);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration DATABASE_WAIT_MAX = Duration.ofSeconds(10);

  private final SharedMarket market;
  private final PriceStore prices;
  private final FxStore rates;
  private final DeclarationStore declarations;
  private final PhaseAnnouncer announcer;
  private final ArticleStore articleStore;
  private final @Nullable PriceFeed feed;
  private final HistoryReader past;
  private final String node;
  private final InstantSource clock;
  private final Map<String, Instant> slots = new HashMap<>();
  private Instant readAllAt = Instant.MIN;
  private boolean seeded;

  /// A market whose prices are polled slot by slot.
  ///
  /// @param pool connections with the schema `platform` in their search path
  /// @param node a name of this process, for the record of who polled
  public MarketService(
      SharedMarket market, Pool pool, PriceFeed feed, String node, InstantSource clock) {
    this(market, pool, clock, feed, node);
  }

  /// A market whose prices, and whose past, somebody else writes as they come.
  public static MarketService reading(SharedMarket market, Pool pool, InstantSource clock) {
    return new MarketService(market, pool, clock, null, "");
  }

  private MarketService(
      SharedMarket market, Pool pool, InstantSource clock, @Nullable PriceFeed feed, String node) {
    this.market = market;
    this.prices = new PriceStore(pool);
    this.rates = new FxStore(pool);
    this.declarations = new DeclarationStore(pool);
    this.announcer = new PhaseAnnouncer(market, new PhaseStore(pool));
    this.articleStore = new ArticleStore(pool);
    this.past = new HistoryReader(new CandleStore(pool));
    this.feed = feed;
    this.node = node;
    this.clock = clock;
  }

  /// Does all that is due. Where it fails, the market stays as it was.
  ///
  /// @return when to come again
  public Instant tick() {
    var now = clock.instant();
    market.declare(await(declarations.all()));
    if (!seeded) seed(now);
    var complete = feed == null || poll(feed, now);
    if (feed == null) recall();
    // Asked for first: the prices that are read after it are at least as new.
    long set = await(prices.lastSet());
    var snapshot = priced(set, now).with(await(rates.rates()));
    market.publish(set, snapshot, slots, articles());
    await(announcer.announce(now));
    return complete ? nextLook(now) : now.plus(LOOK_AGAIN);
  }

  /// The latest prices. They change with a set alone, so that without one they are seldom read.
  private MarketSnapshot priced(long set, Instant now) {
    var known = market.view();
    if (set == known.set() && now.isBefore(readAllAt)) return known.snapshot();
    var snapshot = known.snapshot().with(await(prices.prices(feed != null)));
    if (feed == null) slots.putAll(published());
    readAllAt = now.plus(READ_ALL_EVERY);
    return snapshot;
  }

  private Articles articles() {
    var known = market.view().articles();
    var revision = await(articleStore.revision());
    if (revision.equals(known.revision())) return known;
    return new Articles(revision, await(articleStore.all()));
  }

  /// Reads on what was recorded of the past.
  private void recall() {
    var isMore = true;
    while (isMore) isMore = await(past.readOn());
    market.remember(past.history());
    seeded = true;
  }

  /// When prices of each exchange were last published.
  private Map<String, Instant> published() {
    var newest = new HashMap<String, Instant>();
    await(prices.published())
        .forEach(
            (symbol, at) ->
                market
                    .view()
                    .catalogue()
                    .find(symbol)
                    .ifPresent(
                        each ->
                            newest.merge(
                                each.exchange().code(), at, (a, b) -> a.isAfter(b) ? a : b)));
    return newest;
  }

  /// True once this node has the prices of every slot that was due, or those that have come.
  boolean isPriced() {
    return seeded;
  }

  private void seed(Instant now) {
    await(rates.add(FxTable.load(now)));
    await(announcer.seed(now));
  }

  /// Polls the exchanges whose slot no node has polled. The slots and their prices commit together,
  /// so that a node that dies, or a feed that fails, leaves the slot to the next one.
  ///
  /// @return false while another node is polling
  private boolean poll(PriceFeed from, Instant now) {
    var due = dueSlots(now);
    if (due.isEmpty()) return true;
    var polled = inTransaction(transaction -> pollIn(from, transaction, due, now));
    if (polled) {
      slots.putAll(due);
      seeded = true;
    }
    return polled;
  }

  private boolean pollIn(
      PriceFeed from, SqlConnection transaction, Map<String, Instant> due, Instant now) {
    if (!await(prices.lockPolling(transaction))) return false;
    var won = await(prices.claim(transaction, due, node));
    // An instrument that is new in this version of the program does not wait for the next slot.
    var priced = seeded ? Set.<String>of() : symbols(await(prices.prices(transaction, true)));
    var wanted =
        market.view().catalogue().all().stream()
            .filter(
                each ->
                    won.contains(each.exchange().code())
                        || (!seeded && !priced.contains(each.symbol())))
            .toList();
    if (wanted.isEmpty()) return true;
    var exchanges = wanted.stream().map(each -> each.exchange().code()).distinct().toList();
    await(prices.publish(transaction, read(from, wanted, now), exchanges, now));
    return true;
  }

  private static List<FeedPrice> read(PriceFeed from, List<Instrument> instruments, Instant now) {
    try {
      return from.poll(instruments, now);
    } catch (IOException e) {
      throw new UncheckedIOException("The price feed is away", e);
    }
  }

  private Map<String, Instant> dueSlots(Instant now) {
    var due = new HashMap<String, Instant>();
    for (var exchange : market.exchanges().all()) {
      var slot = market.calendars().of(exchange).slotAt(now, PriceFeed.REFRESH);
      var known = slots.get(exchange.code());
      if (known == null || slot.isAfter(known)) due.put(exchange.code(), slot);
    }
    return due;
  }

  private Instant nextLook(Instant now) {
    var next = now.plus(LOOK_EVERY);
    for (var exchange : market.exchanges().all()) {
      var calendar = market.calendars().of(exchange);
      var refresh = calendar.slotAfter(calendar.slotAt(now, PriceFeed.REFRESH), PriceFeed.REFRESH);
      var transition = calendar.nextTransition(now);
      if (refresh.isBefore(next)) next = refresh;
      if (transition.isBefore(next)) next = transition;
    }
    return next;
  }

  private <T> T inTransaction(Function<SqlConnection, T> work) {
    var connection = await(prices.connect());
    try {
      var transaction = await(connection.begin());
      try {
        var result = work.apply(connection);
        await(transaction.commit());
        return result;
      } catch (Throwable e) {
        transaction.rollback();
        throw e;
      }
    } finally {
      connection.close();
    }
  }

  private static Set<String> symbols(List<FeedPrice> prices) {
    var symbols = new HashSet<String>();
    for (var price : prices) symbols.add(price.symbol());
    return symbols;
  }

  private static <T> T await(Future<T> step) {
    return step.timeout(DATABASE_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS).await();
  }
}
