package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/// A price as the market gave it.
///
/// @param local per unit, in the instrument's trading currency
/// @param fxRate local units per US dollar
/// @param asOf when the market made it
/// @param stale whether it is older than it should be while the exchange is open
public record Price(
    BigDecimal local, String currency, BigDecimal fxRate, Instant asOf, boolean stale) {

  /// The latest delayed price of an instrument; empty without a price or a rate.
  public static Optional<Price> latest(MarketView market, Instrument instrument, Instant now) {
    var quote = market.snapshot().quote(instrument.symbol());
    var rate = market.snapshot().fx().rate(instrument.currency());
    if (quote.isEmpty() || rate.isEmpty()) return Optional.empty();
    return Optional.of(
        new Price(
            quote.get().price(),
            instrument.currency(),
            rate.get(),
            quote.get().asOf(),
            quote.get().isStaleAt(now)));
  }

  /// The latest delayed price of an instrument that a request is about.
  ///
  /// @throws RefusedException SERVICE_UNAVAILABLE without one: the market may be open, and only the
  ///   price is missing
  public static Price known(MarketView market, Instrument instrument, Instant now) {
    return latest(market, instrument, now)
        .orElseThrow(() -> missing(instrument.symbol()).asException());
  }

  /// What is told where there is no price.
  public static Refused missing(String symbol) {
    return Refused.of(
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s has no price at the moment; nothing was processed, try again",
        symbol);
  }

  /// Per unit in US dollars, six decimals.
  public BigDecimal usd() {
    return Rounding.usdPrice(local, fxRate);
  }
}
