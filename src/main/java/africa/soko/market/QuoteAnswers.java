package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.platform.json.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answers to requests for one quote, encoded when their snapshot is made.
final class QuoteAnswers {
  private record Single(QuoteBody data, MarketMeta meta) {}

  private final EncodedQuotes<Expiring> encoded;
  private final Map<String, String> symbolByQuery = new HashMap<>();

  /// @param refreshDue when the prices of an exchange are to be replaced
  QuoteAnswers(
      MarketSnapshot snapshot, Map<String, Instant> slots, Map<String, Instant> refreshDue) {
    encoded =
        new EncodedQuotes<>(
            snapshot,
            body -> {
              var refreshed = slots.getOrDefault(body.exchange(), body.asOf());
              var single = new Single(body, MarketMeta.at(refreshed));
              var due = refreshDue.getOrDefault(body.exchange(), refreshed);
              return new Expiring(Json.encode(single), due);
            });
    for (var quote : snapshot.quotes()) {
      var symbol = "symbol=" + quote.symbol();
      var exchange = "exchange=" + quote.instrument().exchange().code();
      symbolByQuery.put(symbol + "&" + exchange, quote.symbol());
      symbolByQuery.put(exchange + "&" + symbol, quote.symbol());
    }
  }

  /// The answer to a query in the form that nearly all have, found without taking it apart; null
  /// for any other form.
  @Nullable Answer byQuery(Call call) {
    var query = call.request().query();
    var symbol = query == null ? null : symbolByQuery.get(query);
    return symbol == null ? null : bySymbol(symbol, call);
  }

  /// The answer with the quote of a full symbol; null where there is no price.
  @Nullable Answer bySymbol(String symbol, Call call) {
    var answer = encoded.quote(symbol, call.now()).orElse(null);
    return answer == null ? null : answer.to(call);
  }
}
