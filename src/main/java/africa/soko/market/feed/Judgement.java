package africa.soko.market.feed;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.price.FeedPrice;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/// What becomes of all prices that have come at a time.
///
/// @param published at most one of each instrument, the newest
/// @param held at most one of each instrument, the newest
/// @param ended the candles of sessions that are behind the published prices
/// @param exchanges whose prices are published, by code
/// @param repeated how many were known
/// @param faults what is wrong with those that were refused
record Judgement(
    List<Known> published,
    List<Hold> held,
    List<SymbolCandle> ended,
    Set<String> exchanges,
    int repeated,
    List<String> faults) {

  /// A price that is held.
  record Hold(Instrument instrument, LocalDate session, Verdict.Held verdict) {}

  Judgement {
    published = List.copyOf(published);
    held = List.copyOf(held);
    ended = List.copyOf(ended);
    exchanges = Set.copyOf(exchanges);
    faults = List.copyOf(faults);
  }

  List<FeedPrice> prices() {
    return published.stream().map(Known::price).toList();
  }

  boolean changesNothing() {
    return published.isEmpty() && held.isEmpty();
  }
}
