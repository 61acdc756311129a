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

  private final Exchanges exchanges;

  public MarketParameters(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  /// The exchange of the parameter `exchange`, or null where there is none; else UNKNOWN_EXCHANGE.
  public @Nullable Exchange exchange(Query query) {
    var code = query.text("exchange");
    if (code == null) return null;
    return exchanges
        .byCode(code)
        .orElseThrow(
            () ->
                Refused.of(ErrorCode.UNKNOWN_EXCHANGE, "%s is not a supported exchange", code)
                    .with("param", "exchange")
                    .asException());
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
