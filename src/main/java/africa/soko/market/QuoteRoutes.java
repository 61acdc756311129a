package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Encoded;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.exchange.Exchange;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Delayed prices, one or up to fifty (SPEC "Market quote").
final class QuoteRoutes {
  private static final int BATCH_MAX = 50;

  private record Batch(
      List<QuoteBody> data, @JsonProperty("not_found") List<String> notFound, MarketMeta meta) {}

  private final Market market;
  private final MarketParameters parameters;

  QuoteRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market);
  }

  Answer quotes(Call call) {
    var known = market.view().quotes().byQuery(call);
    return known == null ? read(call) : known;
  }

  private Answer read(Call call) {
    var query = call.query();
    var symbol = query.text("symbol");
    if (!query.has("symbols")) return single(call, symbol);
    if (symbol == null) return batch(call);
    throw Refused.invalid("symbols", "Send symbol or symbols, not both").asException();
  }

  private Answer single(Call call, @Nullable String symbol) {
    var exchange = parameters.exchange(call.query());
    if (symbol == null || exchange == null) throw missing(symbol, exchange);
    var instrument = parameters.instrument(symbol, exchange);
    var answer = market.view().quotes().bySymbol(instrument.symbol(), call);
    if (answer != null) return answer;
    throw Refused.of(ErrorCode.NOT_FOUND, "%s has no price yet", instrument.symbol()).asException();
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

  private Answer batch(Call call) {
    var exchange = parameters.exchange(call.query());
    var asked = parameters.batch(symbols(call.query()), exchange);
    var view = market.view();
    var data = new ArrayList<QuoteBody>();
    var notFound = new ArrayList<>(asked.notFound());
    var maxAge = Expiring.MAX_AGE_SECONDS;
    for (var instrument : asked.found()) {
      var quote = view.snapshot().quote(instrument.symbol());
      if (quote.isPresent()) data.add(quote.get().bodyAt(call.now()));
      else notFound.add(instrument.symbol());
      maxAge = Math.min(maxAge, view.maxAgeSeconds(instrument.exchange(), call.now()));
    }
    return Encoded.of(new Batch(data, notFound, view.meta()), maxAge).answer(call);
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
