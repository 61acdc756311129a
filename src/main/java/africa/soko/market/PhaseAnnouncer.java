package africa.soko.market;

import africa.soko.edge.Environment;
import africa.soko.market.exchange.PhaseChange;
import africa.soko.market.exchange.PhaseStore;
import africa.soko.market.exchange.PhaseStore.Announced;
import africa.soko.market.exchange.PhaseStore.Place;
import africa.soko.market.exchange.TradingPhase;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Has the partners of each environment told when an exchange goes from one phase to another, by
/// the hour or because an operator halts it: each once over all nodes.
final class PhaseAnnouncer {
  private final SharedMarket market;
  private final PhaseStore store;

  /// What this node has seen announced.
  private final Map<Place, TradingPhase> seen = new HashMap<>();

  PhaseAnnouncer(SharedMarket market, PhaseStore store) {
    this.market = market;
    this.store = store;
  }

  /// Adds what is not there yet: a first phase is no change.
  Future<?> seed(Instant now) {
    return store.add(phasesAt(now), now);
  }

  Future<?> announce(Instant now) {
    var news = new HashMap<>(phasesAt(now));
    news.entrySet().removeAll(seen.entrySet());
    if (news.isEmpty()) return Future.succeededFuture();
    return store
        .announce(Set.copyOf(news.keySet()), now, announced -> changes(news, announced, now))
        .onSuccess(_ -> seen.putAll(news));
  }

  private Map<Place, PhaseChange> changes(
      Map<Place, TradingPhase> news, Map<Place, Announced> announced, Instant now) {
    var changes = new HashMap<Place, PhaseChange>();
    for (var place : places()) {
      var next = news.get(place);
      var last = announced.get(place);
      if (next == null || last == null || last.phase() == next) continue;
      if (!now.isAfter(last.observedAt())) {
        // The clock of this node is behind: it looks again.
        news.remove(place);
        continue;
      }
      var exchange = place.exchange();
      changes.put(place, new PhaseChange(exchange, last.phase(), next, nextTransition(place, now)));
    }
    return changes;
  }

  private Map<Place, TradingPhase> phasesAt(Instant now) {
    var phases = new HashMap<Place, TradingPhase>();
    for (var place : places()) {
      var phase = market.calendars().of(market.exchange(place.exchange())).phaseAt(now);
      phases.put(place, MarketView.phase(phase, isHalted(place)));
    }
    return phases;
  }

  /// Who is told of a halt is told when the exchange would open again, not when it would close.
  private Instant nextTransition(Place place, Instant now) {
    var calendar = market.calendars().of(market.exchange(place.exchange()));
    var next = calendar.nextTransition(now);
    return isHalted(place) && calendar.isOpen(now) ? calendar.nextTransition(next) : next;
  }

  private boolean isHalted(Place place) {
    return market.declared(place.environment()).halted().contains(place.exchange());
  }

  private List<Place> places() {
    var places = new ArrayList<Place>();
    for (var environment : Environment.values()) {
      for (var each : market.exchanges().all()) places.add(new Place(environment, each.code()));
    }
    return places;
  }
}
