package africa.soko.alert;

import africa.soko.edge.Answer;
import africa.soko.ledger.Command;
import africa.soko.market.Market;
import africa.soko.market.MarketView;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.market.price.MarketQuote;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Finds the alerts that new prices change and has them changed. Alerts of an exchange that is not
/// open are left alone (SPEC, price alert: exchange open).
final class AlertEvaluation {
  private final Market market;
  private final AlertStore store;
  private final Function<Command, Future<Answer>> ledger;
  private final InstantSource clock;

  AlertEvaluation(
      Market market,
      AlertStore store,
      Function<Command, Future<Answer>> ledger,
      InstantSource clock) {
    this.market = market;
    this.store = store;
    this.ledger = ledger;
    this.clock = clock;
  }

  /// Evaluates one page of alerts. Fails if one of them could not be, which then is still to do.
  ///
  /// @param exchanges those with new prices
  /// @return whether there may be more
  Future<Boolean> page(MarketView view, Set<String> exchanges) {
    var apart = market.partnersApart();
    return store
        .crossed(prices(view, exchanges, clock.instant()), view.set(), apart)
        .compose(
            found ->
                send(found.stream().map(one -> evaluation(one, view.set())).toList())
                    .compose(
                        _ ->
                            found.size() == AlertStore.CROSSED_MAX
                                ? Future.succeededFuture(true)
                                : apart(apart, view.set(), exchanges).map(false)));
  }

  private static Map<String, BigDecimal> prices(
      MarketView view, Set<String> exchanges, Instant now) {
    var prices = new LinkedHashMap<String, BigDecimal>();
    for (var quote : view.snapshot().quotes()) {
      if (isOpen(view, quote, exchanges, now)) prices.put(quote.symbol(), quote.price());
    }
    return prices;
  }

  private static boolean isOpen(
      MarketView view, MarketQuote quote, Set<String> exchanges, Instant now) {
    var exchange = quote.instrument().exchange();
    return exchanges.contains(exchange.code()) && view.phaseAt(exchange, now) == TradingPhase.OPEN;
  }

  private static EvaluateAlert evaluation(AlertStore.Crossed one, long set) {
    return new EvaluateAlert(one.partnerId(), one.alertId(), set, one.price());
  }

  /// The alerts of those few who see other prices: each against its partner's own.
  private Future<?> apart(Set<String> partnerIds, long set, Set<String> exchanges) {
    if (partnerIds.isEmpty()) return Future.succeededFuture();
    var now = clock.instant();
    return store
        .activeOf(partnerIds, set)
        .compose(
            alerts ->
                send(
                    alerts.stream()
                        .flatMap(alert -> evaluation(alert, set, exchanges, now).stream())
                        .toList()));
  }

  private Optional<EvaluateAlert> evaluation(
      PriceAlert alert, long set, Set<String> exchanges, Instant now) {
    var own = market.of(alert.partnerId());
    return own.snapshot()
        .quote(alert.symbol())
        .filter(quote -> isOpen(own, quote, exchanges, now))
        .map(MarketQuote::price)
        .filter(price -> alert.at(price, set, now).state() != alert.state())
        .map(price -> new EvaluateAlert(alert.partnerId(), alert.alertId(), set, price));
  }

  private Future<?> send(List<EvaluateAlert> evaluations) {
    return Future.join(evaluations.stream().map(this::send).toList());
  }

  private Future<?> send(EvaluateAlert evaluation) {
    return ledger
        .apply(evaluation)
        .compose(
            answer ->
                answer.status() < 500
                    ? Future.succeededFuture()
                    : Future.failedFuture("The ledger did not take an evaluation"));
  }
}
