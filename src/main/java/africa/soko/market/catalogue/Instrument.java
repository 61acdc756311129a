package africa.soko.market.catalogue;

import africa.soko.market.exchange.Exchange;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One exchange-listed stock or fund.
///
/// @param ticker the exchange's own name of it, upper case
/// @param referencePrice where the simulated walk starts, in local currency
/// @param isin the ISIN, or `null` where it is not known
public record Instrument(
    String ticker,
    Exchange exchange,
    String name,
    String sector,
    AssetType assetType,
    BigDecimal referencePrice,
    @Nullable String isin,
    InstrumentStatus status) {
  public Instrument {
    if (referencePrice.signum() <= 0) throw new IllegalArgumentException("A price is above zero");
  }

  /// `TICKER.CC`, the name of the instrument everywhere in the interface.
  public String symbol() {
    return ticker + "." + exchange.suffix();
  }

  /// The local trading currency.
  public String currency() {
    return exchange.currency();
  }

  /// The same instrument, in another state.
  public Instrument with(InstrumentStatus next) {
    if (next == status) return this;
    return new Instrument(ticker, exchange, name, sector, assetType, referencePrice, isin, next);
  }

  public boolean tradable() {
    return status == InstrumentStatus.ACTIVE;
  }

  /// What the exchange demands of an order at this price.
  public OrderConstraints constraintsAt(BigDecimal price) {
    var ticks = exchange.ticks();
    var band = exchange.dailyBand();
    return new OrderConstraints(
        ticks == null ? null : ticks.tickAt(price),
        band == null ? null : band.movePointRight(2),
        exchange.lotSize());
  }
}
