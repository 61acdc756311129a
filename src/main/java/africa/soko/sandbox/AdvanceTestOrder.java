package africa.soko.sandbox;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.subaccount.AccountGate;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Status;
import africa.soko.trading.order.OrderCommand;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.settlement.Settling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Moves an order on: an open one to an outcome, and a filled one that the test tools made to
/// settled or failed.
///
/// @param outcome null to settle
record AdvanceTestOrder(OrderRef ref, @Nullable TestOutcome outcome, Price price, Session session)
    implements OrderCommand {

  @Override
  public void needs(Needs needs) {
    OrderCommand.super.needs(needs);
    Settling.needsToFail(needs, ref);
  }

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    // It was there a moment ago; a reset came in between.
    if (order == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such order");
    var account = account(book);
    var refused = AccountGate.changing(account);
    if (refused != null) return new Decision.Declined(refused);
    return switch (move(book, order)) {
      case TestOutcome.Moved(var moved) -> Decision.accepted(200, OrderView.of(moved));
      case TestOutcome.Impossible(var why) -> new Decision.Declined(why);
    };
  }

  private TestOutcome.Result move(Book book, Order order) {
    var isUnsettled = isUnsettled(order);
    if (outcome == null) {
      return isUnsettled && Settling.maySettle(book, order)
          ? new TestOutcome.Moved(Settling.settle(book, order))
          : impossible(book, order, "settle");
    }
    if (order.isOpen()) return outcome.apply(book, order, price, session);
    if (outcome != TestOutcome.FAIL_SETTLEMENT || !isUnsettled) {
      return impossible(book, order, outcome.name());
    }
    var obstacle = Settling.cannotFail(book, order);
    return obstacle == null
        ? new TestOutcome.Moved(Settling.fail(book, order))
        : new TestOutcome.Impossible(obstacle);
  }

  private static boolean isUnsettled(Order order) {
    return order.terms().test()
        && order.progress().status() == Status.FILLED
        && order.isUnsettled();
  }

  private static TestOutcome.Result impossible(Book book, Order order, String what) {
    return new TestOutcome.Impossible(
        Refused.of(
                ErrorCode.CONFLICT,
                "The order is %s and cannot go on to %s",
                order.progress().status(),
                what)
            .with("status", order.progress().status())
            .with("allowed", allowed(book, order)));
  }

  private static List<String> allowed(Book book, Order order) {
    if (order.isOpen()) return TestOutcome.MOVES;
    if (!isUnsettled(order)) return List.of();
    return Settling.maySettle(book, order)
        ? List.of(TestOutcome.FAIL_SETTLEMENT.name(), "settle")
        : List.of(TestOutcome.FAIL_SETTLEMENT.name());
  }
}
