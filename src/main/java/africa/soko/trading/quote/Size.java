package africa.soko.trading.quote;

import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import java.math.BigDecimal;

/// How large an order is: a number of units, or an amount of cash that decides the number of units.
public sealed interface Size {

  /// Quantity mode.
  record Units(BigDecimal quantity) implements Size {
    public Units {
      quantity = Rounding.plain(quantity);
    }
  }

  /// Cash mode. What a BUY spends, fees included; what a SELL brings in, before fees.
  record Cash(Usd value) implements Size {}

  /// What a size comes to at a price.
  ///
  /// @param units indicative in cash mode, since it follows the price of the fill
  record Valuation(BigDecimal units, Usd gross, Usd baseFee, Usd markupFee) {
    public Usd fee() {
      return baseFee.plus(markupFee);
    }
  }

  default Valuation value(Side side, Price price, Fees fees) {
    return value(side, price.usd(), fees);
  }

  /// At a price per unit in US dollars.
  default Valuation value(Side side, BigDecimal usdPrice, Fees fees) {
    return switch (this) {
      case Units(var quantity) -> valued(quantity, gross(side, quantity, usdPrice), fees);
      case Cash _ when usdPrice.signum() == 0 -> valued(BigDecimal.ZERO, Usd.ZERO, fees);
      case Cash(var value) when side == Side.BUY -> {
        var units = Rounding.units(fees.grossWithin(value), usdPrice);
        yield valued(units, gross(side, units, usdPrice), fees);
      }
      case Cash(var value) -> {
        var units = Rounding.units(value, usdPrice);
        yield valued(units, proceedsOf(value, units, usdPrice), fees);
      }
    };
  }

  /// What units are worth at a price: a cost rounds up, proceeds round down.
  static Usd gross(Side side, BigDecimal units, BigDecimal usdPrice) {
    return gross(side, units.multiply(usdPrice));
  }

  static Usd gross(Side side, BigDecimal exact) {
    return switch (side) {
      case BUY -> Rounding.cost(exact);
      case SELL -> Rounding.proceeds(exact);
    };
  }

  /// What selling for an amount of cash brings: the amount itself, as long as it lies within a cent
  /// of what the units are worth. They round down; above 10,000 USD a unit that is more than a
  /// cent.
  static Usd proceedsOf(Usd cash, BigDecimal units, BigDecimal usdPrice) {
    return cash.min(Rounding.cost(units.multiply(usdPrice)));
  }

  private static Valuation valued(BigDecimal units, Usd gross, Fees fees) {
    return new Valuation(units, gross, fees.base(gross), fees.markup(gross));
  }
}
