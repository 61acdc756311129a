package africa.soko.market.price;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
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
import org.jspecify.annotations.Nullable;

/// Delayed prices, one or up to fifty (SPEC "Market quote").
public final class MarketQuoteRoutes {
  private static final int BATCH_MAX = 50;

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
  }

  Answer quotes(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> read(call.query(), view, now));
  }

  private Prepared.Body read(Query query, MarketView view, Instant now) {
    var symbol = query.text("symbol");
    if (!query.has("symbols")) return single(query, symbol, view, now);
    if (symbol == null) return batch(query, view, now);
    throw Refused.invalid("symbols", "Send symbol or symbols, not both").asException();
  }

  private Prepared.Body single(Query query, @Nullable String symbol, MarketView view, Instant now) {
    var exchange = parameters.exchange(query);
    if (symbol == null || exchange == null) throw missing(symbol, exchange);
    var instrument = view.catalogue().named(symbol, exchange);
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

  private static RefusedException missing(@Nullable String symbol, @Nullable Exchange exchange) {
    if (symbol == null && exchange == null) {
      return Refused.of(ErrorCode.MISSING_PARAM, "symbol and exchange, or symbols, are required")
          .with("params", List.of("symbol", "exchange"))
          .asException();
    }
    var name = symbol == null ? "symbol" : "exchange";
    return Refused.of(ErrorCode.MISSING_PARAM, "%s is required", name)
        .with("param", name)
        .asException();
  }

  private Prepared.Body batch(Query query, MarketView view, Instant now) {
    var exchange = parameters.exchange(query);
    var asked = view.catalogue().batch(symbols(query), exchange);
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

  private static List<String> symbols(Query query) {
    var symbols = query.list("symbols");
    if (symbols.isEmpty()) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "symbols names no symbol")
          .with("param", "symbols")
          .asException();
    }
    if (symbols.size() <= BATCH_MAX) return symbols;
    throw Refused.of(ErrorCode.BATCH_LIMIT_EXCEEDED, "A batch has at most %d symbols", BATCH_MAX)
        .with("max", BATCH_MAX)
        .with("received", symbols.size())
        .asException();
  }
}
