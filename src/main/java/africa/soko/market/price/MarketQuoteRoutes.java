package africa.soko.market.price;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.Market;
import africa.soko.market.MarketMeta;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.exchange.Exchange;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Delayed prices, one or up to fifty (SPEC "Market quote").
public final class MarketQuoteRoutes {
  private record Single(QuoteBody data, MarketMeta meta) {}

  private record Batch(
      List<QuoteBody> data, @JsonProperty("not_found") List<String> notFound, MarketMeta meta) {}

  private final Market market;
  private final MarketParameters parameters;

  public MarketQuoteRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("getMarketQuotes", this::quotes);
    contract.hot("getMarketDataQuotes", this::quotes);
  }

  Answer quotes(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> read(call.query(), view, now));
  }

  private Prepared.Body read(Query query, MarketView view, Instant now) {
    return parameters.isBatch(query) ? batch(query, view, now) : single(query, view, now);
  }

  private Prepared.Body single(Query query, MarketView view, Instant now) {
    var one = parameters.required(query);
    var exchange = one.exchange();
    var instrument = view.catalogue().named(one.symbol(), exchange);
    var quote = view.snapshot().quote(instrument.symbol()).orElse(null);
    if (quote == null) {
      throw Refused.of(ErrorCode.NOT_FOUND, "%s has no price yet", instrument.symbol())
          .asException();
    }
    return new Prepared.Body(
        new Single(quote.bodyAt(now), view.meta(exchange)),
        view.refreshDue(exchange),
        quote.changesAt(now));
  }

  private Prepared.Body batch(Query query, MarketView view, Instant now) {
    var exchange = parameters.exchange(query);
    var asked = view.catalogue().batch(parameters.batch(query), exchange);
    var data = new ArrayList<QuoteBody>();
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
      data.add(quote.bodyAt(now));
      var next = quote.changesAt(now);
      if (next.isBefore(changesAt)) changesAt = next;
    }
    return new Prepared.Body(
        new Batch(data, notFound, view.meta()), view.refreshDue(exchanges), changesAt);
  }
}
