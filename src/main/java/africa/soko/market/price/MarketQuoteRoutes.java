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
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
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

  public Answer quotes(Call call) {
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
    var batch = QuoteBatch.of(parameters, query, view, now);
    var data = batch.found().stream().map(quote -> quote.bodyAt(now)).toList();
    return batch.answer(new Batch(data, batch.notFound(), view.meta()));
  }
}
