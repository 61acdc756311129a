package africa.soko.trading.settlement;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.OrderTable;

/// Settles a filled order when its day has come: the proceeds of a SELL may leave the wallet.
/// Harmless when repeated.
public record SettleOrder(OrderRef ref) implements Command {

  @Override
  public String partnerId() {
    return ref.partnerId();
  }

  @Override
  public String lane() {
    return ref.lane();
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(ref.partnerId(), ref.accountId()));
    needs.row(OrderTable.ORDERS, ref.key());
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
