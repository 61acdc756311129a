package africa.soko.trading.order;

import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TickTable;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an exchange demands of a price that an order names; what it does not publish binds nobody.
///
/// @param ticks its price steps, or null where they are unknown
/// @param band the prices of the day, or null where they are unknown
record PriceRule(@Nullable TickTable ticks, @Nullable Band band) {
  private static final BigDecimal MAX = new BigDecimal("1000000000");
  private static final int DECIMALS = 6;

  /// Local prices, both included.
  record Band(BigDecimal low, BigDecimal high) {
    static Band around(BigDecimal previousClose, BigDecimal fraction) {
      var width = previousClose.multiply(fraction);
      return new Band(
          Rounding.plain(previousClose.subtract(width)), Rounding.plain(previousClose.add(width)));
    }

    boolean holds(BigDecimal price) {
      return price.compareTo(low) >= 0 && price.compareTo(high) <= 0;
    }
  }

  static PriceRule of(MarketView market, Instrument instrument) {
    var exchange = instrument.exchange();
    var band =
        Optional.ofNullable(exchange.dailyBand())
            .flatMap(
                fraction ->
                    market
                        .snapshot()
                        .quote(instrument.symbol())
                        .map(quote -> Band.around(quote.previousClose(), fraction)));
    return new PriceRule(exchange.ticks(), band.orElse(null));
  }

  /// A price as an order may name it.
  ///
  /// @throws RefusedException VALIDATION_ERROR with the field, the tick size and the band
  BigDecimal checked(String field, BigDecimal given) {
    var price = Input.amount(field, given, MAX, DECIMALS);
    var tick = ticks == null ? null : ticks.tickAt(price);
    if (tick != null && price.remainder(tick).signum() != 0) {
      throw refused(field, "must be a multiple of " + tick.toPlainString(), tick);
    }
    if (band != null && !band.holds(price)) {
      var range = "%s to %s".formatted(band.low.toPlainString(), band.high.toPlainString());
      throw refused(field, "must lie in the band of the day, " + range, tick);
    }
    return price;
  }

  private RefusedException refused(String field, String fault, @Nullable BigDecimal tick) {
    return Refused.invalid(field, field + " " + fault)
        .with("tickSize", tick)
        .with("band", band)
        .asException();
  }
}
