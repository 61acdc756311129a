package africa.soko.market;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.exchange.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what requests for market data name: exchanges and symbols. Each reader refuses as SPEC
/// "Error codes" says.
final class MarketParameters {
  private static final int TEXT_CHARS_MAX = 64;

  private final Market market;

  MarketParameters(Market market) {
    this.market = market;
  }

  /// The exchange of the parameter `exchange`, or null where there is none; else UNKNOWN_EXCHANGE.
  @Nullable Exchange exchange(Query query) {
    var code = query.text("exchange");
    return code == null ? null : exchange(code);
  }

  Exchange exchange(String code) {
    return market
        .exchanges()
        .byCode(code)
        .orElseThrow(
            () ->
                Refused.of(ErrorCode.UNKNOWN_EXCHANGE, "%s is not a supported exchange", code)
                    .with("param", "exchange")
                    .asException());
  }

  /// Those exchanges that a request is about.
  List<Exchange> exchanges(@Nullable Exchange only) {
    return only == null ? market.exchanges().all() : List.of(only);
  }

  /// A text of at most 64 characters, or null.
  static @Nullable String shortText(Query query, String name) {
    var text = query.text(name);
    if (text == null || text.length() <= TEXT_CHARS_MAX) return text;
    var fault = "%s has more than %d characters".formatted(name, TEXT_CHARS_MAX);
    throw Refused.invalid(name, fault).asException();
  }

  /// The instrument of a symbol; NOT_FOUND if there is none, INVALID_SYMBOL if it is no symbol or
  /// several exchanges use it.
  Instrument instrument(String symbol, @Nullable Exchange exchange) {
    return switch (resolve(symbol, exchange)) {
      case SymbolLookup.Found found -> found.instrument();
      case SymbolLookup.Unknown _ ->
          throw Refused.of(
                  ErrorCode.NOT_FOUND,
                  "There is no instrument %s%s",
                  symbol,
                  exchange == null ? "" : " on " + exchange.code())
              .asException();
      case SymbolLookup.Ambiguous ambiguous ->
          throw Refused.of(
                  ErrorCode.INVALID_SYMBOL, "%s is listed on more than one exchange", symbol)
              .with("param", "symbol")
              .with("candidates", ambiguous.candidates())
              .asException();
      case SymbolLookup.Malformed _ ->
          throw Refused.of(
                  ErrorCode.INVALID_SYMBOL, "symbol must be a ticker and a suffix, as in SCOM.KE")
              .with("param", "symbol")
              .asException();
    };
  }

  SymbolLookup resolve(String symbol, @Nullable Exchange exchange) {
    var catalogue = market.catalogue();
    return exchange == null ? catalogue.resolve(symbol) : catalogue.resolve(symbol, exchange);
  }

  /// What a list of symbols stands for.
  ///
  /// @param found each instrument once, in the order asked for
  /// @param notFound the symbols, as they were sent, that are no instrument
  record Batch(List<Instrument> found, List<String> notFound) {}

  /// The instruments of a list of symbols, on one exchange or on any; symbols that are malformed or
  /// ambiguous are INVALID_SYMBOL.
  Batch batch(List<String> symbols, @Nullable Exchange exchange) {
    var found = new ArrayList<Instrument>();
    var notFound = new ArrayList<String>();
    var invalid = new ArrayList<String>();
    var candidates = new ArrayList<String>();
    for (var symbol : symbols) {
      switch (resolve(symbol, exchange)) {
        case SymbolLookup.Found one -> found.add(one.instrument());
        case SymbolLookup.Unknown _ -> notFound.add(symbol);
        case SymbolLookup.Malformed _ -> invalid.add(symbol);
        case SymbolLookup.Ambiguous ambiguous -> {
          invalid.add(symbol);
          candidates.addAll(ambiguous.candidates());
        }
      }
    }
    if (invalid.isEmpty()) return new Batch(distinct(found), distinct(notFound));
    var refused =
        Refused.of(ErrorCode.INVALID_SYMBOL, "Some symbols are malformed or ambiguous")
            .with("invalid", distinct(invalid));
    if (!candidates.isEmpty()) refused = refused.with("candidates", distinct(candidates));
    throw refused.asException();
  }

  private static <T> List<T> distinct(List<T> all) {
    return all.stream().distinct().toList();
  }
}
