package africa.soko.market;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.price.FeedPrice;
import africa.soko.market.price.MarketSnapshot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is different for one environment, or for one partner, from the market below it. A symbol
/// that the market below does not have is passed over.
///
/// @param halted the exchanges, by code, that are kept closed as well
/// @param statuses by symbol, for example of an instrument that is suspended
/// @param adjustments by symbol, what a price is multiplied by: 0.5 after a split of 2:1
/// @param listings instruments that are only here, or replace the one of the same symbol
public record Overlay(
    Set<String> halted,
    Map<String, InstrumentStatus> statuses,
    Map<String, BigDecimal> adjustments,
    List<Listing> listings) {
  public static final Overlay NONE = new Overlay(Set.of(), Map.of(), Map.of(), List.of());

  /// @param price null for an instrument that has none yet
  public record Listing(Instrument instrument, @Nullable FeedPrice price) {}

  public Overlay {
    halted = Set.copyOf(halted);
    statuses = Map.copyOf(statuses);
    adjustments = Map.copyOf(adjustments);
    listings = List.copyOf(listings);
  }

  /// The same with one more listing.
  public Overlay listing(Instrument instrument, @Nullable FeedPrice price) {
    var all = new ArrayList<>(listings);
    all.add(new Listing(instrument, price));
    return new Overlay(halted, statuses, adjustments, all);
  }

  /// The symbols of the instruments that are only here.
  Set<String> symbols() {
    return listings.stream().map(each -> each.instrument().symbol()).collect(Collectors.toSet());
  }

  /// The same prices with what is different here.
  MarketSnapshot on(MarketSnapshot below) {
    var instruments = new LinkedHashMap<String, Instrument>();
    for (var each : below.catalogue().all()) {
      var status = statuses.getOrDefault(each.symbol(), each.status());
      instruments.put(each.symbol(), each.with(status));
    }
    var prices = new LinkedHashMap<String, FeedPrice>();
    for (var quote : below.quotes()) {
      var factor = adjustments.get(quote.symbol());
      var latest = quote.latest();
      prices.put(quote.symbol(), factor == null ? latest : latest.times(factor));
    }
    for (var listing : listings) {
      var symbol = listing.instrument().symbol();
      instruments.put(symbol, listing.instrument());
      prices.remove(symbol);
      if (listing.price() != null) prices.put(symbol, listing.price());
    }
    var catalogue = new InstrumentCatalogue(new ArrayList<>(instruments.values()));
    return below.of(catalogue, prices.values());
  }
}
