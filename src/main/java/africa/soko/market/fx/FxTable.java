package africa.soko.market.fx;

import africa.soko.platform.csv.CsvResource;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The managed exchange rates: local units per one USD, at most six decimals, in the order of the
/// currency codes (SPEC, Core rules 2). USD itself is always 1 and is not listed.
public record FxTable(Map<String, BigDecimal> localPerUsd, Instant asOf) {
  public static final String USD = "USD";

  private static final int DECIMALS = 6;

  public FxTable {
    var rates = new TreeMap<String, BigDecimal>();
    localPerUsd.forEach((currency, rate) -> rates.put(currency, checked(currency, rate)));
    localPerUsd = Collections.unmodifiableMap(rates);
  }

  /// The rates that ship with the program.
  public static FxTable load(Instant asOf) {
    record Row(String currency, BigDecimal rate) {}
    var rates = new TreeMap<String, BigDecimal>();
    CsvResource.read(
            "market/fx.csv",
            row -> new Row(row.getField("currency"), new BigDecimal(row.getField("per_usd"))))
        .forEach(row -> rates.put(row.currency(), row.rate()));
    return new FxTable(rates, asOf);
  }

  /// Local units per one USD, or empty for a currency that the table does not hold.
  public Optional<BigDecimal> rate(String currency) {
    if (currency.equals(USD)) return Optional.of(BigDecimal.ONE);
    return Optional.ofNullable(localPerUsd.get(currency));
  }

  /// Units of one currency for one unit of another, by way of the dollar: six decimals, to be
  /// shown. Empty where the table lacks either.
  public Optional<BigDecimal> cross(String from, String to) {
    return convert(BigDecimal.ONE, from, to);
  }

  /// An amount in another currency, by way of the dollar: six decimals, rounded once and at the
  /// end, as a rate between two large ones has few digits. Empty where the table lacks either.
  public Optional<BigDecimal> convert(BigDecimal amount, String from, String to) {
    return rate(from)
        .flatMap(base -> rate(to).map(quote -> Rounding.ratio(amount.multiply(quote), base)));
  }

  /// The same table with one rate set anew.
  public FxTable with(String currency, BigDecimal rate, Instant at) {
    var rates = new TreeMap<>(localPerUsd);
    rates.put(currency, rate);
    return new FxTable(rates, at);
  }

  private static BigDecimal checked(String currency, BigDecimal rate) {
    var plain = Rounding.plain(rate);
    if (currency.equals(USD) || plain.signum() <= 0 || plain.scale() > DECIMALS) {
      throw new IllegalArgumentException("Not a rate of " + currency + ": " + rate);
    }
    return plain;
  }
}
