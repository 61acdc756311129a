package africa.soko.market.feed;

import africa.soko.market.MarketView;
import africa.soko.market.SharedMarket;
import africa.soko.market.feed.SessionBars.Bars;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.price.MarketQuote;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings real prices in: looks at their source, lets what has come be judged and published, and
/// records what sessions were. It waits for the source and for the database, and so belongs on a
/// virtual thread; one caller at a time.
public final class FeedService {
  private static final Logger LOG = LoggerFactory.getLogger(FeedService.class);
  private static final Duration DATABASE_WAIT_MAX = Duration.ofSeconds(10);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final int ROWS_WAITING_MAX = 500_000;

  /// How many candles of the past are written in one look.
  private static final int CANDLES_MAX = 10_000;

  /// How a feed is looked at and judged.
  ///
  /// @param name of the feed, as its setting calls it
  /// @param pause from one look to the next
  /// @param movePercentMax how far a price may be from the close before it, in percent, where no
  ///   band is known
  public record Terms(String name, Duration pause, int movePercentMax) {}

  private final SharedMarket market;
  private final PriceSource source;
  private final FeedStore store;
  private final Terms terms;
  private final FeedMeters meters;
  private final InstantSource clock;
  private final PriceJudge judge;
  private final SessionBars bars;
  private final List<FeedRow> waiting = new ArrayList<>();
  private final Deque<SymbolCandle> past = new ArrayDeque<>();
  private boolean isFailing;
  private boolean saidEmpty;

  public FeedService(
      SharedMarket market,
      PriceSource source,
      FeedStore store,
      Terms terms,
      FeedMeters meters,
      InstantSource clock) {
    this.market = market;
    this.source = source;
    this.store = store;
    this.terms = terms;
    this.meters = meters;
    this.clock = clock;
    judge = new PriceJudge(terms.movePercentMax);
    bars = new SessionBars(market.calendars());
  }

  /// What a look has done.
  ///
  /// @param changed whether there is something new for the views of the nodes
  /// @param next when to come again
  public record Looked(boolean changed, Instant next) {}

  /// Looks, publishes and records. Where the source fails, the prices stay as they are; where the
  /// database does, what has come is kept for the next look.
  public Looked look() {
    var now = clock.instant();
    collect(now);
    var published = publish(now);
    var recorded = record(now);
    var recalled = recall(now);
    if (!published) sayIfEmpty();
    var complete = waiting.isEmpty() && past.isEmpty();
    var next = now.plus(complete ? terms.pause : LOOK_AGAIN);
    return new Looked(published || recorded || recalled, next);
  }

  private void collect(Instant now) {
    // What has come before is written first.
    if (!waiting.isEmpty() || !past.isEmpty()) return;
    if (source.isShared() && !await(store.claimLook(terms.name, now, terms.pause))) return;
    try {
      for (var arrived : source.look()) {
        meters.refused(arrived.faults().size());
        tell(arrived.name(), arrived.faults(), arrived.count());
        take(arrived);
      }
      if (isFailing) LOG.info("The price feed can be read again");
      isFailing = false;
    } catch (IOException e) {
      if (!isFailing) LOG.warn("The price feed cannot be read: {}", e.getMessage());
      isFailing = true;
      meters.failed();
    }
  }

  private void take(FeedRows arrived) {
    if (waiting.size() + past.size() + arrived.count() > ROWS_WAITING_MAX) {
      LOG.warn("{} is left out: too much has come at once", arrived.name());
      return;
    }
    waiting.addAll(arrived.rows());
    past.addAll(arrived.candles());
  }

  private boolean publish(Instant now) {
    if (waiting.isEmpty()) return false;
    var rows = List.copyOf(waiting);
    var done =
        await(
            store.publish(
                known ->
                    new Judging(market.view().catalogue(), market.calendars(), known)
                        .judge(rows, judge, now),
                now));
    if (done.isEmpty()) return false;
    waiting.clear();
    meters.judged(done.get());
    tell("The price feed", done.get().faults(), rows.size() - done.get().faults().size());
    return !done.get().changesNothing();
  }

  private boolean record(Instant now) {
    var latest = market.view().snapshot().quotes().stream().map(MarketQuote::latest).toList();
    if (bars.due(market.view().catalogue(), latest, now).isEmpty()) return false;
    var written =
        await(
            store.record(
                known ->
                    bars.due(
                        market.view().catalogue(),
                        known.values().stream().map(Known::price).toList(),
                        now),
                now));
    written.ifPresent(bars::recorded);
    return written.isPresent();
  }

  /// Writes candles that a file has told, some at a time.
  private boolean recall(Instant now) {
    if (past.isEmpty()) return false;
    var some = past.stream().limit(CANDLES_MAX).toList();
    var written =
        await(
            store.record(
                known ->
                    new Bars(bars.past(market.view().catalogue(), known, some, now), List.of()),
                now));
    if (written.isEmpty()) return false;
    for (var each = some.size(); each > 0; each--) past.removeFirst();
    return true;
  }

  private void sayIfEmpty() {
    if (saidEmpty || !isWithoutPrices(market.view())) return;
    saidEmpty = true;
    LOG.info(
        "No price has come from the feed ({}) yet; until one does, instruments have none",
        terms.name);
  }

  private static boolean isWithoutPrices(MarketView view) {
    return view.snapshot().quotes().isEmpty();
  }

  private static void tell(String name, List<String> faults, int others) {
    if (faults.isEmpty()) return;
    LOG.warn(
        "{}: {} rows are refused and {} are not; the first: {}",
        name,
        faults.size(),
        others,
        faults.getFirst());
  }

  private static <T> T await(Future<T> step) {
    return step.timeout(DATABASE_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS).await();
  }
}
