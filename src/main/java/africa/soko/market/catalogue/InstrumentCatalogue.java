package africa.soko.market.catalogue;

import static africa.soko.platform.csv.CsvResource.optional;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Exchanges;
import africa.soko.platform.csv.CsvResource;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every instrument, by symbol and by bare ticker.
public final class InstrumentCatalogue {
  private static final int SYMBOL_LENGTH_MIN = 2;
  private static final int SYMBOL_LENGTH_MAX = 20;

  private final List<Instrument> all;
  private final Map<String, Instrument> bySymbol = new HashMap<>();
  private final Map<String, List<Instrument>> byTicker = new HashMap<>();

  public InstrumentCatalogue(List<Instrument> instruments) {
    all = instruments.stream().sorted(Comparator.comparing(Instrument::symbol)).toList();
    for (var instrument : all) {
      if (bySymbol.put(instrument.symbol(), instrument) != null) {
        throw new IllegalArgumentException(instrument.symbol() + " is listed twice");
      }
      byTicker.computeIfAbsent(instrument.ticker(), ignored -> new ArrayList<>()).add(instrument);
    }
  }

  /// The instruments that ship with the program.
  public static InstrumentCatalogue load(Exchanges exchanges) {
    return new InstrumentCatalogue(
        CsvResource.read("market/instruments.csv", row -> instrument(exchanges, row)));
  }

  /// Every instrument, in the order of the symbols.
  public List<Instrument> all() {
    return all;
  }

  /// The instruments that the filter accepts, in the order of the symbols.
  public List<Instrument> list(InstrumentFilter filter) {
    return all.stream().filter(filter::accepts).toList();
  }

  /// The instrument of a full symbol, in any case.
  public Optional<Instrument> find(String symbol) {
    return Optional.ofNullable(get(bySymbol, symbol));
  }

  /// A full symbol, or a bare ticker that only one exchange uses (DECISIONS 7).
  public SymbolLookup resolve(String text) {
    if (!isWellFormed(text)) return new SymbolLookup.Malformed();
    var exact = get(bySymbol, text);
    if (exact != null) return new SymbolLookup.Found(exact);
    var candidates = get(byTicker, text);
    if (candidates == null) return new SymbolLookup.Unknown();
    if (candidates.size() == 1) return new SymbolLookup.Found(candidates.getFirst());
    return new SymbolLookup.Ambiguous(candidates.stream().map(Instrument::symbol).toList());
  }

  /// The same on one exchange, where a bare ticker is never ambiguous.
  public SymbolLookup resolve(String text, Exchange exchange) {
    if (!isWellFormed(text)) return new SymbolLookup.Malformed();
    var exact = get(bySymbol, text);
    var found = exact == null ? get(bySymbol, text + "." + exchange.suffix()) : exact;
    if (found == null || !found.exchange().code().equals(exchange.code())) {
      return new SymbolLookup.Unknown();
    }
    return new SymbolLookup.Found(found);
  }

  /// The instrument of a symbol that a request names, on one exchange or on any; NOT_FOUND if there
  /// is none, INVALID_SYMBOL if it is no symbol or several exchanges use it.
  public Instrument named(String symbol, @Nullable Exchange exchange) {
    return switch (lookUp(symbol, exchange)) {
      case SymbolLookup.Found(var instrument) -> instrument;
      case SymbolLookup.Unknown() ->
          throw Refused.of(
                  ErrorCode.NOT_FOUND,
                  "There is no instrument %s%s",
                  symbol,
                  exchange == null ? "" : " on " + exchange.code())
              .asException();
      case SymbolLookup.Ambiguous(var candidates) ->
          throw Refused.of(
                  ErrorCode.INVALID_SYMBOL, "%s is listed on more than one exchange", symbol)
              .with("param", "symbol")
              .with("candidates", candidates)
              .asException();
      case SymbolLookup.Malformed() ->
          throw Refused.of(
                  ErrorCode.INVALID_SYMBOL, "symbol must be a ticker and a suffix, as in SCOM.KE")
              .with("param", "symbol")
              .asException();
    };
  }

  /// The same on any exchange.
  public Instrument named(String symbol) {
    return named(symbol, null);
  }

  /// What a list of symbols stands for.
  ///
  /// @param found each instrument once, in the order asked for
  /// @param notFound the symbols, as they were sent, that are no instrument
  public record Batch(List<Instrument> found, List<String> notFound) {}

  /// The instruments of a list of symbols, on one exchange or on any; symbols that are malformed or
  /// ambiguous are INVALID_SYMBOL.
  public Batch batch(List<String> symbols, @Nullable Exchange exchange) {
    var found = new LinkedHashSet<Instrument>();
    var notFound = new LinkedHashSet<String>();
    var invalid = new LinkedHashSet<String>();
    var candidates = new LinkedHashSet<String>();
    for (var symbol : symbols) {
      switch (lookUp(symbol, exchange)) {
        case SymbolLookup.Found(var instrument) -> found.add(instrument);
        case SymbolLookup.Unknown() -> notFound.add(symbol);
        case SymbolLookup.Malformed() -> invalid.add(symbol);
        case SymbolLookup.Ambiguous(var several) -> {
          invalid.add(symbol);
          candidates.addAll(several);
        }
      }
    }
    if (invalid.isEmpty()) return new Batch(List.copyOf(found), List.copyOf(notFound));
    var refused =
        Refused.of(ErrorCode.INVALID_SYMBOL, "Some symbols are malformed or ambiguous")
            .with("invalid", List.copyOf(invalid));
    if (!candidates.isEmpty()) refused = refused.with("candidates", List.copyOf(candidates));
    throw refused.asException();
  }

  private SymbolLookup lookUp(String symbol, @Nullable Exchange exchange) {
    return exchange == null ? resolve(symbol) : resolve(symbol, exchange);
  }

  /// 2 to 20 ASCII letters and digits, with at most one dot between two of them (SPEC,
  /// INVALID_SYMBOL). The dot does not count.
  public static boolean isWellFormed(String text) {
    var alphanumerics = 0;
    var dots = 0;
    if (text.length() > SYMBOL_LENGTH_MAX + 1) return false;
    for (var index = 0; index < text.length(); index++) {
      var letter = text.charAt(index);
      if (isAlphanumeric(letter)) {
        alphanumerics++;
      } else if (letter == '.' && index > 0 && index < text.length() - 1) {
        dots++;
      } else {
        return false;
      }
    }
    return dots <= 1 && alphanumerics >= SYMBOL_LENGTH_MIN && alphanumerics <= SYMBOL_LENGTH_MAX;
  }

  /// Symbols mostly come in upper case already, so the copy is made only where one is not found.
  private static <T> @Nullable T get(Map<String, T> map, String text) {
    var exact = map.get(text);
    return exact != null ? exact : map.get(text.toUpperCase(Locale.ROOT));
  }

  private static boolean isAlphanumeric(char letter) {
    return (letter >= 'A' && letter <= 'Z')
        || (letter >= 'a' && letter <= 'z')
        || (letter >= '0' && letter <= '9');
  }

  private static Instrument instrument(Exchanges exchanges, NamedCsvRecord row) {
    var ticker = row.getField("ticker");
    var code = row.getField("exchange");
    if (!isWellFormed(ticker + ".XX")) throw new IllegalArgumentException("Bad ticker " + ticker);
    return new Instrument(
        ticker,
        exchanges.byCode(code).orElseThrow(() -> new IllegalArgumentException("No " + code)),
        row.getField("name"),
        row.getField("sector"),
        AssetType.valueOf(row.getField("asset_type")),
        new BigDecimal(row.getField("reference_price")),
        optional(row, "isin"),
        InstrumentStatus.ACTIVE);
  }
}
