package africa.soko.bench;

import africa.soko.edge.Calls;
import africa.soko.edge.Environment;
import africa.soko.market.Market;
import africa.soko.market.MarketFixture;
import africa.soko.market.Overlay;
import africa.soko.market.catalogue.AssetType;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.MarketQuoteRoutes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a larger catalogue costs: the answer to one quote, prepared and not, in this process alone.
final class Growth {
  private static final Instant NOW = Instant.parse("2026-07-15T09:05:00Z");
  private static final int ROUNDS = 7;
  private static final int ANSWERS = 400_000;
  private static final int FIRST_ANSWERS = 20_000;

  /// @param preparedNanos of an answer that was given before
  /// @param firstNanos of one that is made
  /// @param viewMillis for the view of an environment after a new set of prices
  record Cost(int instruments, double preparedNanos, double firstNanos, double viewMillis) {}

  private Growth() {}

  /// The costs with the catalogue that ships, and with so many more at each exchange.
  static List<Cost> measure(int morePerExchange) {
    var costs = new ArrayList<Cost>();
    // Once more than is told, for the first warms up.
    for (int more : List.of(0, morePerExchange, 0, morePerExchange)) costs.add(cost(more));
    return costs.subList(2, 4);
  }

  private static Cost cost(int more) {
    var shared = MarketFixture.priced(NOW);
    var market = new Market(shared, Environment.LIVE);
    var overlay = new Overlay(Set.of(), Map.of(), Map.of(), listings(more));
    market.overlay(overlay, Map.of());
    var routes = new MarketQuoteRoutes(market);
    var call = Calls.get("/q?symbol=SCOM&exchange=NSE", Map.of(), null, NOW);
    var prepared = new ArrayList<Double>();
    var first = new ArrayList<Double>();
    var views = new ArrayList<Double>();
    for (int round = 0; round < ROUNDS; round++) {
      MarketFixture.publish(shared, NOW);
      long begin = System.nanoTime();
      market.view();
      views.add((System.nanoTime() - begin) / 1e6);
      begin = System.nanoTime();
      for (int i = 0; i < ANSWERS; i++) routes.quotes(call);
      prepared.add((System.nanoTime() - begin) / (double) ANSWERS);
      begin = System.nanoTime();
      for (int i = 0; i < FIRST_ANSWERS; i++) {
        routes.quotes(
            Calls.get("/q?symbol=SCOM&exchange=NSE&n=" + round + "." + i, Map.of(), null, NOW));
      }
      first.add((System.nanoTime() - begin) / (double) FIRST_ANSWERS);
    }
    return new Cost(
        market.view().catalogue().all().size(), middle(prepared), middle(first), middle(views));
  }

  private static List<Overlay.Listing> listings(int perExchange) {
    var listings = new ArrayList<Overlay.Listing>();
    for (var exchange : MarketFixture.EXCHANGES.all()) {
      for (int number = 0; number < perExchange; number++) {
        var instrument =
            new Instrument(
                "ZZ" + number,
                exchange,
                "Growth " + number,
                "None",
                AssetType.STOCK,
                BigDecimal.TEN,
                null,
                InstrumentStatus.ACTIVE);
        var price =
            new FeedPrice(
                instrument.symbol(),
                BigDecimal.TEN,
                BigDecimal.ONE,
                number,
                NOW,
                DataQuality.SIMULATED);
        listings.add(new Overlay.Listing(instrument, price));
      }
    }
    return listings;
  }

  private static double middle(List<Double> figures) {
    return Report.middle(figures.stream().sorted().toList());
  }
}
