package africa.soko.market;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.market.history.History;
import africa.soko.market.price.MarketSnapshot;
import africa.soko.market.price.PriceFeed;
import africa.soko.market.words.Articles;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Everything that a reader sees at one moment, and the answers that were made of it.
///
/// @param set the last published set of prices that is in it; 0 before the first
/// @param slots the slot of which each exchange's prices are, by its start
/// @param refreshDue when each exchange's prices are to be replaced
/// @param halted the exchanges that are kept closed
/// @param past what prices were
/// @param articles what operators have published
public record MarketView(
    long set,
    MarketSnapshot snapshot,
    TradingCalendars calendars,
    Map<String, Instant> slots,
    Map<String, Instant> refreshDue,
    Set<String> halted,
    History past,
    Articles articles,
    Prepared prepared) {

  static MarketView of(
      long set,
      MarketSnapshot snapshot,
      TradingCalendars calendars,
      Map<String, Instant> slots,
      History past,
      Articles articles) {
    var due = new HashMap<String, Instant>();
    for (var quote : snapshot.quotes()) {
      var exchange = quote.instrument().exchange();
      var slot = slots.get(exchange.code());
      if (slot == null) continue;
      due.computeIfAbsent(
          exchange.code(), _ -> calendars.of(exchange).slotAfter(slot, PriceFeed.REFRESH));
    }
    return new MarketView(
        set,
        snapshot,
        calendars,
        Map.copyOf(slots),
        Map.copyOf(due),
        Set.of(),
        past,
        articles,
        new Prepared(Prepared.BYTES_MAX));
  }

  @SuppressWarnings("ReferenceEquality") // a snapshot, and a past, that say the same are the same
  boolean shows(
      long set,
      MarketSnapshot snapshot,
      Map<String, Instant> slots,
      History past,
      Articles articles) {
    return this.set == set
        && this.past == past
        && this.snapshot == snapshot
        && this.slots.equals(slots)
        && this.articles.revision().equals(articles.revision());
  }

  /// The same market with what is different for some; this very view where nothing is.
  ///
  /// @param preparedBytesMax of the answers that it keeps
  MarketView with(Overlay overlay, long preparedBytesMax) {
    if (overlay.equals(Overlay.NONE)) return this;
    var closed = new HashSet<>(halted);
    closed.addAll(overlay.halted());
    return new MarketView(
        set,
        overlay.on(snapshot),
        calendars,
        slots,
        refreshDue,
        Set.copyOf(closed),
        past.with(overlay.adjustments(), overlay.symbols()),
        articles,
        new Prepared(preparedBytesMax));
  }

  public InstrumentCatalogue catalogue() {
    return snapshot.catalogue();
  }

  public boolean isHalted(Exchange exchange) {
    return halted.contains(exchange.code());
  }

  /// False while the exchange is halted, and for an instrument that is suspended. An exchange that
  /// is merely closed takes orders and queues them.
  public boolean takesOrders(Instrument instrument) {
    return instrument.tradable() && !isHalted(instrument.exchange());
  }

  /// The phase as callers see it: a halted exchange counts as closed.
  public TradingPhase phaseAt(Exchange exchange, Instant at) {
    return phase(calendars.of(exchange).phaseAt(at), isHalted(exchange));
  }

  /// What a phase of the calendar is while the exchange is halted, or is not.
  static TradingPhase phase(TradingPhase phase, boolean isHalted) {
    return phase == TradingPhase.OPEN && isHalted ? TradingPhase.CLOSED : phase;
  }

  /// When the prices of an exchange are to be replaced: long ago if it has none.
  public Instant refreshDue(Exchange exchange) {
    return refreshDue.getOrDefault(exchange.code(), Instant.EPOCH);
  }

  /// The first refresh of several exchanges; without one, none is ever due.
  public Instant refreshDue(List<Exchange> exchanges) {
    return exchanges.stream()
        .map(this::refreshDue)
        .min(Comparator.naturalOrder())
        .orElse(Instant.MAX);
  }

  /// When prices were last refreshed, of any exchange.
  public MarketMeta meta() {
    var newest = slots.values().stream().max(Comparator.naturalOrder());
    return MarketMeta.at(newest.orElse(snapshot.asOf()));
  }

  /// When the prices of an exchange were.
  public MarketMeta meta(Exchange exchange) {
    return MarketMeta.at(slots.getOrDefault(exchange.code(), snapshot.asOf()));
  }
}
