package africa.soko.trading.quote;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
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
      throw Input.invalid("cashValue", "excludes quantity");
    }
    if (quantity != null) {
      var decimals = side == Side.BUY ? 0 : QUANTITY_DECIMALS;
      return new Size.Units(Input.amount("quantity", quantity, MAX, decimals));
    }
    if (cash != null)
      return new Size.Cash(Usd.of(Input.amount("cashValue", cash, MAX, CASH_DECIMALS)));
    throw Refused.of(ErrorCode.MISSING_PARAM, "quantity or cashValue is required")
        .with("params", List.of("quantity", "cashValue"))
        .asException();
  }
}
