package africa.soko.trading.quote;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what a quote and a trade have in common: the size, in one of two modes.
public final class TradeInput {
  private static final BigDecimal MAX = new BigDecimal("1000000000");
  private static final int QUANTITY_DECIMALS = 6;
  private static final int CASH_DECIMALS = 2;

  private TradeInput() {}

  /// The size of an order: exactly one of quantity and cash value. A BUY takes whole units, a SELL
  /// up to six decimals; cash has at most two.
  ///
  /// @throws RefusedException MISSING_PARAM, or VALIDATION_ERROR
  public static Size size(Side side, @Nullable BigDecimal quantity, @Nullable BigDecimal cash) {
    if (quantity != null && cash != null) {
      throw invalid("cashValue", "quantity and cashValue exclude each other");
    }
    if (quantity != null) {
      var decimals = side == Side.BUY ? 0 : QUANTITY_DECIMALS;
      return new Size.Units(number("quantity", quantity, decimals));
    }
    if (cash != null) return new Size.Cash(Usd.of(number("cashValue", cash, CASH_DECIMALS)));
    throw Refused.of(ErrorCode.MISSING_PARAM, "quantity or cashValue is required")
        .with("params", List.of("quantity", "cashValue"))
        .asException();
  }

  private static BigDecimal number(String name, BigDecimal number, int decimals) {
    if (number.signum() <= 0) throw invalid(name, name + " must be more than zero");
    if (number.compareTo(MAX) > 0) throw invalid(name, name + " must be at most 1000000000");
    var plain = Rounding.plain(number);
    if (plain.scale() <= decimals) return plain;
    throw invalid(
        name,
        decimals == 0
            ? "A BUY in quantity mode takes whole units"
            : name + " has at most " + decimals + " decimals");
  }

  private static RefusedException invalid(String name, String message) {
    return Refused.invalid(name, message).asException();
  }
}
