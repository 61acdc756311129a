package africa.soko.trading.order;

import africa.soko.platform.money.Rounding;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.quote.Fees;
import africa.soko.trading.quote.Limits;
import africa.soko.trading.quote.Size;
import africa.soko.trading.quote.Size.Valuation;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The prices of an order that rests, in the instrument's trading currency: a limit, a stop or
/// both.
///
/// @param limit the worst price of a fill; null where any will do
/// @param stop the price that sets the order off; null where it needs none
public record Bounds(@Nullable BigDecimal limit, @Nullable BigDecimal stop) {
  static final Bounds NONE = new Bounds(null, null);

  /// What a stop may fill above its price before the wallet is asked again (DECISIONS 6).
  private static final BigDecimal STOP_MARGIN = new BigDecimal("1.05");

  /// With other prices where they are given.
  Bounds with(@Nullable BigDecimal newLimit, @Nullable BigDecimal newStop) {
    return new Bounds(newLimit == null ? limit : newLimit, newStop == null ? stop : newStop);
  }

  /// A price, or the limit where the price is worse.
  Price within(Side side, Price price) {
    if (limit == null) return price;
    var sign = price.local().compareTo(limit);
    var isWorse = side == Side.BUY ? sign > 0 : sign < 0;
    return isWorse
        ? new Price(limit, price.currency(), price.fxRate(), price.asOf(), price.stale())
        : price;
  }

  /// What units come to in an account's books while the order rests: a BUY is escrowed at its
  /// limit, a stop without one 5 % above it.
  ///
  /// @param fxRate local units per US dollar
  Valuation value(Side side, BigDecimal units, BigDecimal fxRate, Fees fees) {
    return new Size.Units(units).value(side, usdPrice(side, fxRate), fees);
  }

  /// Whether units at these prices are worth more than any order may be.
  boolean isBeyond(Side side, BigDecimal units, BigDecimal fxRate) {
    return Limits.isBeyond(Limits.ORDER_MAX, units, usdPrice(side, fxRate));
  }

  private BigDecimal usdPrice(Side side, BigDecimal fxRate) {
    return Rounding.usdPrice(local(side), fxRate);
  }

  private BigDecimal local(Side side) {
    if (limit != null) return limit;
    var price = Objects.requireNonNull(stop, "an order that rests has a price");
    return side == Side.BUY ? price.multiply(STOP_MARGIN) : price;
  }
}
