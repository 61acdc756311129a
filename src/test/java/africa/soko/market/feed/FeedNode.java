package africa.soko.market.feed;

import static africa.soko.market.MarketFixture.at;

import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.MarketService;
import africa.soko.market.SharedMarket;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.MarketQuote;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// One node of several that share a database, whose looks and time a test drives.
final class FeedNode {
  static final Duration PAUSE = Duration.ofSeconds(30);

  final SharedMarket market = SharedMarket.load(at("2026-07-01T00:00:00Z"), _ -> PriceHistory.NONE);
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final MarketService service;
  final FeedService feed;
  final HeldPriceStore held;
  final FeedStore store;
  private final InstantSource clock;

  FeedNode(BooksOnDisk books, PriceSource source, InstantSource clock) {
    this.clock = clock;
    service = MarketService.reading(market, books.platform(), clock);
    held = new HeldPriceStore(books.platform(), books.ids());
    store = new FeedStore(books.platform(), held);
    var terms = new FeedService.Terms("http", PAUSE, 50);
    feed = new FeedService(market, source, store, terms, new FeedMeters(meters), clock);
    FeedMeters.age(meters, market, clock);
  }

  /// A look, and what this node sees after it.
  ///
  /// @return whether this node sees a set of prices that it did not see before
  boolean look() {
    var set = market.view().set();
    feed.look();
    service.tick();
    return market.view().set() > set;
  }

  Optional<MarketQuote> quote(String symbol) {
    return market.view().snapshot().quote(symbol);
  }

  String price(String symbol) {
    return quote(symbol).map(each -> each.price().toPlainString()).orElse("none");
  }

  /// The days and closes of the candles of an instrument, the latest 30 days.
  List<String> candles(String symbol) {
    var view = market.view();
    var instrument = view.catalogue().find(symbol).orElseThrow();
    var now = clock.instant();
    var last = view.past().lastDay(view, instrument, now);
    return view.past().daily(view, instrument, last.minusDays(30), last, now).stream()
        .map(each -> each.date() + " " + each.close().toPlainString())
        .toList();
  }

  double age(String exchange) {
    return meters.get("soko.feed.age.seconds").tag("exchange", exchange).gauge().value();
  }

  double failures() {
    return meters.get("soko.feed.failures").counter().count();
  }
}
