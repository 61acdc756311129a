package africa.soko.market;

import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.TradingCalendars;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Everything that a reader sees at one moment, and what is encoded of it.
///
/// @param slots the slot of which each exchange's prices are, by its start
/// @param refreshDue when each exchange's prices are to be replaced
/// @param halted the exchanges that an operator keeps closed
record MarketView(
    MarketSnapshot snapshot,
    Map<String, Instant> slots,
    Map<String, Instant> refreshDue,
    Set<String> halted,
    QuoteAnswers quotes) {

  static MarketView of(
      MarketSnapshot snapshot,
      TradingCalendars calendars,
      Map<String, Instant> slots,
      Set<String> halted) {
    var due = new HashMap<String, Instant>();
    for (var instrument : snapshot.quotes()) {
      var exchange = instrument.instrument().exchange();
      var slot = slots.get(exchange.code());
      if (slot == null) continue;
      due.computeIfAbsent(
          exchange.code(), _ -> calendars.of(exchange).slotAfter(slot, Market.REFRESH));
    }
    return new MarketView(
        snapshot,
        Map.copyOf(slots),
        Map.copyOf(due),
        Set.copyOf(halted),
        new QuoteAnswers(snapshot, slots, due));
  }

  @SuppressWarnings("ReferenceEquality") // a snapshot that says the same is the same
  boolean shows(MarketSnapshot snapshot, Map<String, Instant> slots, Set<String> halted) {
    return this.snapshot == snapshot && this.slots.equals(slots) && this.halted.equals(halted);
  }

  /// For how long an answer with the prices of an exchange holds.
  int maxAgeSeconds(Exchange exchange, Instant now) {
    var due = refreshDue.get(exchange.code());
    return due == null ? 0 : Expiring.secondsBetween(now, due);
  }

  int maxAgeSeconds(List<Exchange> exchanges, Instant now) {
    return exchanges.stream().mapToInt(each -> maxAgeSeconds(each, now)).min().orElse(0);
  }

  /// When prices were last refreshed, of any exchange.
  MarketMeta meta() {
    var newest = slots.values().stream().max(Comparator.naturalOrder());
    return MarketMeta.at(newest.orElse(snapshot.asOf()));
  }
}
