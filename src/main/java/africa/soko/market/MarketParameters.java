package africa.soko.market;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what most requests for market data have in common.
public final class MarketParameters {
  private static final int TEXT_CHARS_MAX = 64;
  private static final int BATCH_MAX = 50;

  private final Exchanges exchanges;

  public MarketParameters(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  /// The exchange of the parameter `exchange`, or null where there is none; else UNKNOWN_EXCHANGE.
  public @Nullable Exchange exchange(Query query) {
    var code = query.text("exchange");
    return code == null ? null : exchange(code);
  }

  /// The exchange of a code, else UNKNOWN_EXCHANGE.
  public Exchange exchange(String code) {
    return exchanges
        .byCode(code)
        .orElseThrow(
            () ->
                Refused.of(ErrorCode.UNKNOWN_EXCHANGE, "%s is not a supported exchange", code)
                    .with("param", "exchange")
                    .asException());
  }

  /// One instrument, as a request names it.
  public record One(String symbol, Exchange exchange) {}

  /// Whether several symbols are asked for; one of the two ways, not both.
  public boolean isBatch(Query query) {
    var symbol = query.text("symbol");
    if (!query.has("symbols")) return false;
    if (symbol == null) return true;
    throw Refused.invalid("symbols", "Send symbol or symbols, not both").asException();
  }

  /// The parameters `symbol` and `exchange`, both of which are required.
  public One required(Query query) {
    var symbol = query.text("symbol");
    var exchange = exchange(query);
    if (symbol != null && exchange != null) return new One(symbol, exchange);
    if (symbol == null && exchange == null) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "symbol and exchange are required")
          .with("params", List.of("symbol", "exchange"))
          .asException();
    }
    var name = symbol == null ? "symbol" : "exchange";
    throw Refused.of(ErrorCode.MISSING_PARAM, "%s is required", name)
        .with("param", name)
        .asException();
  }

  /// The parameter `symbols`, at most 50.
  public List<String> batch(Query query) {
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

  /// Those exchanges that a request is about.
  public List<Exchange> exchanges(@Nullable Exchange only) {
    return only == null ? exchanges.all() : List.of(only);
  }

  /// A text of at most 64 characters, or null.
  public static @Nullable String shortText(Query query, String name) {
    var text = query.text(name);
    if (text == null || text.length() <= TEXT_CHARS_MAX) return text;
    var fault = "%s has more than %d characters".formatted(name, TEXT_CHARS_MAX);
    throw Refused.invalid(name, fault).asException();
  }
}
