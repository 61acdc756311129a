package africa.soko.sandbox;

import africa.soko.ledger.Command;
import africa.soko.trading.Floor;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.order.OrderRef;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The commands of the test tools, for whoever has books and no service.
public final class TestMoves {
  private TestMoves() {}

  /// @param outcome null to settle
  public static Command advance(
      OrderRef ref, @Nullable String outcome, Price price, Session session) {
    var move = outcome == null ? null : TestOutcome.valueOf(outcome);
    return new AdvanceTestOrder(ref, move, price, session);
  }

  public static Command trade(
      String partnerId,
      String accountId,
      String symbol,
      String exchange,
      Side side,
      BigDecimal quantity,
      String outcome,
      Price price,
      Session session) {
    return new TestTrade(
        partnerId,
        accountId,
        symbol,
        exchange,
        side,
        quantity,
        TestOutcome.valueOf(outcome),
        price,
        Floor.FEES,
        session,
        Floor.FULL_KYC_FROM);
  }
}
