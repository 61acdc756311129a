package africa.soko.trading.order;

import africa.soko.edge.Answer;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import africa.soko.market.price.MarketQuote;
import africa.soko.market.price.PriceSets;
import africa.soko.trading.Price;
import africa.soko.trading.Venue;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Holds prices against the orders that rest: each new set once over all nodes, and the latest ones
/// again every [#AGAIN], for what a set found frozen or halted, and for an order that was on its
/// way while a set was published.
///
/// It remembers nothing that must not be lost: what a set has reached stays to be found until the
/// order's row says so.
public final class PriceWatch {
  /// More than twice the longest that a command is on its way.
  static final Duration AGAIN = Duration.ofSeconds(30);

  private static final int PAGE_MAX = 500;
  private static final int PAGES_MAX = 20;

  private final RestingStore store;
  private final PriceSets sets;
  private final Ledger ledger;
  private final Venue venue;
  private long seen;
  private Instant again = Instant.MIN;

  public PriceWatch(RestingStore store, PriceSets sets, Ledger ledger, Venue venue) {
    this.store = store;
    this.sets = sets;
    this.ledger = ledger;
    this.venue = venue;
  }

  /// Does what is due at a moment of the real time. One caller at a time.
  Future<?> look(Instant now) {
    var set = venue.view().set();
    if (set > seen) {
      return sets.take(set, (_, _) -> all(now, PAGES_MAX)).onSuccess(_ -> seen = set);
    }
    if (now.isBefore(again)) return Future.succeededFuture();
    again = now.plus(AGAIN);
    return all(now, PAGES_MAX);
  }

  /// Triggers what the latest prices have reached.
  Future<?> all(Instant now, int pages) {
    return store
        .reached(prices(now), PAGE_MAX)
        .compose(
            page ->
                send(page, now)
                    .compose(
                        done ->
                            done && page.size() == PAGE_MAX && pages > 1
                                ? all(now, pages - 1)
                                : Future.succeededFuture()));
  }

  /// Of what can be dealt at the moment, by symbol.
  private Map<String, BigDecimal> prices(Instant now) {
    var view = venue.view();
    var open = new HashSet<>(venue.open(now));
    var prices = new LinkedHashMap<String, BigDecimal>();
    for (MarketQuote quote : view.snapshot().quotes()) {
      var instrument = quote.instrument();
      if (open.contains(instrument.exchange().code()) && view.takesOrders(instrument)) {
        prices.put(quote.symbol(), quote.price());
      }
    }
    return prices;
  }

  /// Whether all of a page was done; what was not is found again.
  private Future<Boolean> send(List<OrderRef> page, Instant now) {
    var sent =
        page.stream()
            .map(order -> command(order, now))
            .flatMap(Optional::stream)
            .map(ledger::send)
            .toList();
    return Future.join(sent)
        .transform(
            _ ->
                Future.succeededFuture(
                    sent.size() == page.size() && sent.stream().allMatch(PriceWatch::isDone)));
  }

  private static boolean isDone(Future<Answer> answer) {
    return answer.succeeded() && answer.result().status() < 500;
  }

  private Optional<Command> command(OrderRef order, Instant now) {
    var market = venue.of(order.partnerId());
    return market
        .catalogue()
        .find(order.symbol())
        .filter(market::takesOrders)
        .map(
            instrument ->
                Price.latest(market, instrument, now)
                    .map(price -> new TriggerOrder(order, price, venue.session(instrument)))
                    .orElse(null))
        .filter(Objects::nonNull)
        .map(Command.class::cast);
  }
}
