package africa.soko.trading.order;

import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.quote.Size;
import java.math.BigDecimal;

/// What one more fill of an order comes to. Gross and fee are rounded once over all its fills, so
/// that an order costs the same in many parts as it does whole.
///
/// @param worth what all filled units are worth by now, unrounded
record PartialFill(BigDecimal worth, Usd gross, Usd baseFee, Usd markupFee) {

  static PartialFill of(Order order, BigDecimal units, BigDecimal usdPrice) {
    var worth = worth(order, units, usdPrice);
    var gross = Size.gross(order.terms().side(), worth).minus(order.filledGross());
    return of(order, worth, gross);
  }

  /// A fill whose gross amount is known.
  static PartialFill of(Order order, BigDecimal units, BigDecimal usdPrice, Usd gross) {
    return of(order, worth(order, units, usdPrice), gross);
  }

  Usd fee() {
    return baseFee.plus(markupFee);
  }

  private static BigDecimal worth(Order order, BigDecimal units, BigDecimal usdPrice) {
    return Rounding.plain(order.filled().value().add(units.multiply(usdPrice)));
  }

  private static PartialFill of(Order order, BigDecimal worth, Usd gross) {
    var fees = order.terms().fees();
    var total = order.filledGross().plus(gross);
    // Never back, should earlier parts have been charged more.
    var fee = fees.total(total).minus(order.filledFee()).orZero();
    // The base fee may be a cent behind where an earlier part had no room for it.
    var base = fees.base(total).minus(order.filledBaseFee()).orZero().min(fee);
    return new PartialFill(worth, gross, base, fee.minus(base));
  }
}
