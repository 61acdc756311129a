package africa.soko.trading.settlement;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.OrderCommand;
import africa.soko.trading.order.OrderRef;

/// An operator tries again to take back what failed to settle while nobody could cover it.
///
/// CONFLICT while it is still not covered, and once it has gone back.
///
/// @param listed as the operator saw it a moment ago
record RetrySettlement(OrderRef ref, SettlementFailure listed) implements OrderCommand {

  @Override
  public void needs(Needs needs) {
    OrderCommand.super.needs(needs);
    Settling.needsToFail(needs, ref);
  }

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such failure");
    var failed =
        Fill.unsettled(book, order.terms()).stream()
            .filter(fill -> fill.hasFailed() && isListed(fill))
            .findFirst()
            .orElse(null);
    if (failed == null) return Decision.declined(ErrorCode.CONFLICT, "It has gone back already");
    var lacked = Settling.retry(book, order, failed);
    if (lacked == null) {
      return Decision.declined(
          ErrorCode.CONFLICT, "The proceeds are spent and the master wallet does not cover them");
    }
    return Decision.accepted(
        200, listed.as(State.FAILED, lacked, Settling.masterCash(book, ref.partnerId())));
  }

  private boolean isListed(Fill fill) {
    return fill.report().reportId().equals(listed.failureId());
  }
}
