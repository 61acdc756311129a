package africa.soko.trading.settlement;

import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.order.OrderCommand;
import africa.soko.trading.order.OrderRef;

/// Settles a filled order when its day has come: the proceeds of a SELL may leave the wallet.
/// Harmless when repeated.
public record SettleOrder(OrderRef ref) implements OrderCommand {

  @Override
  public void needs(Needs needs) {
    needsOrderAndAccount(needs);
  }

  @Override
  public Decision decide(Book book) {
    var order = ref.find(book);
    if (order == null || order.isOpen() || !order.isUnsettled()) {
      return Decision.nothing();
    }
    Settling.settle(book, order);
    return Decision.nothing();
  }
}
