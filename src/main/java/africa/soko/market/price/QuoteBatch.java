package africa.soko.market.price;

import africa.soko.edge.Query;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.exchange.Exchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The quotes of the symbols that a request names, each once and in its order.
///
/// @param notFound the symbols, as they were sent, that are no instrument or have no price
/// @param refreshDue when the first of them is to be replaced
/// @param changesAt from when on one of them can read otherwise although nothing new has come
public record QuoteBatch(
    List<MarketQuote> found, List<String> notFound, Instant refreshDue, Instant changesAt) {

  public static QuoteBatch of(
      MarketParameters parameters, Query query, MarketView view, Instant now) {
    var asked = view.catalogue().batch(parameters.batch(query), parameters.exchange(query));
    var found = new ArrayList<MarketQuote>();
    var notFound = new ArrayList<>(asked.notFound());
    var exchanges = new ArrayList<Exchange>();
    var changesAt = Instant.MAX;
    for (var instrument : asked.found()) {
      exchanges.add(instrument.exchange());
      var quote = view.snapshot().quote(instrument.symbol()).orElse(null);
      if (quote == null) {
        notFound.add(instrument.symbol());
        continue;
      }
      found.add(quote);
      var next = quote.changesAt(now);
      if (next.isBefore(changesAt)) changesAt = next;
    }
    return new QuoteBatch(found, notFound, view.refreshDue(exchanges), changesAt);
  }

  /// What it is answered with.
  public Prepared.Body answer(Object json) {
    return new Prepared.Body(json, refreshDue, changesAt);
  }
}
