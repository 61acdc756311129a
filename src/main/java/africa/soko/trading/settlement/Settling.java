package africa.soko.trading.settlement;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import africa.soko.trading.order.ExecutionReport;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.OrderEvents;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.Terms;
import africa.soko.trading.position.Position;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a fill ends: it settles, or settlement fails and everything goes back.
public final class Settling {
  private final Book book;
  private final Order order;
  private final Terms terms;
  private final Position position;
  private final Posting posting;
  private final Pocket wallet;

  private Settling(Book book, Order order) {
    this.book = book;
    this.order = order;
    this.terms = order.terms();
    this.position = terms.position(book);
    this.posting = Posting.forOrder(terms.orderId());
    this.wallet = Pocket.wallet(terms.accountId());
  }

  /// What failing an order needs beyond [OrderRef#needs].
  public static void needsToFail(Needs needs, OrderRef ref) {
    needs.row(Account.TABLE, Account.key(ref.partnerId(), Account.MASTER));
    Position.needsToUndo(needs, ref.partnerId(), ref.accountId(), ref.symbol(), ref.orderId());
  }

  /// Frees the proceeds of a SELL and writes the report. The order is filled and unsettled.
  public static Order settle(Book book, Order order) {
    var settling = new Settling(book, order);
    settling.endTranche();
    var settled = settling.report(State.SETTLED);
    OrderEvents.settled(book, settled, Objects.requireNonNull(settled.settlement()));
    return settled;
  }

  /// Why the settlement of an order's fill cannot be undone, or null when it can.
  public static @Nullable Refused cannotFail(Book book, Order order) {
    if (order.isOpen() || !order.isUnsettled()) {
      return Refused.of(ErrorCode.CONFLICT, "The order has no fill that is about to settle");
    }
    var settling = new Settling(book, order);
    return switch (order.terms().side()) {
      case BUY ->
          settling.hasAllUnits()
              ? null
              : Refused.of(ErrorCode.CONFLICT, "Units of this order were sold on already");
      case SELL ->
          settling.hasAllProceeds()
              ? null
              : Refused.of(
                  ErrorCode.CONFLICT,
                  "The proceeds are spent and the master wallet does not cover them");
    };
  }

  /// Takes cash and units back to where they were before the fill, fees included.
  public static Order fail(Book book, Order order) {
    var settling = new Settling(book, order);
    switch (order.terms().side()) {
      case BUY -> settling.undoBuy();
      case SELL -> settling.undoSell();
    }
    var failed = settling.report(State.FAILED);
    OrderEvents.settlementFailed(book, failed, "The settlement failed; cash and units went back");
    return failed;
  }

  private void undoBuy() {
    posting.move(book, Transfer.Type.REFUND, Pocket.VENUE, wallet, order.cost().gross());
    refundFees();
    position.undoAdded(terms.orderId());
  }

  /// The wallet pays the proceeds back; what it has spent of them the master wallet makes up.
  private void undoSell() {
    var missing = shortfall();
    endTranche();
    posting.move(book, Transfer.Type.ADJUSTMENT, Pocket.MASTER_WALLET, wallet, missing);
    refundFees();
    posting.move(book, Transfer.Type.ADJUSTMENT, wallet, Pocket.VENUE, order.cost().gross());
    position.undoRemoved(terms.orderId());
  }

  private boolean hasAllUnits() {
    return position.hasAllOf(terms.orderId(), order.filled().quantity());
  }

  private boolean hasAllProceeds() {
    var missing = shortfall();
    return account().isMaster() ? missing.isZero() : masterCash().covers(missing);
  }

  /// What the wallet lacks to pay net proceeds back.
  private Usd shortfall() {
    return order.filledTotal().minus(account().balances().cash()).orZero();
  }

  private void refundFees() {
    var markup = order.cost().markupFee();
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, order.cost().baseFee());
    var fromMaster = masterCash().covers(markup) ? markup : Usd.ZERO;
    posting.move(book, Transfer.Type.REFUND, Pocket.MASTER_WALLET, wallet, fromMaster);
    // A partner that has spent its markup does not keep its user from getting it back.
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, markup.minus(fromMaster));
  }

  private void endTranche() {
    if (terms.side() != Side.SELL) return;
    var account = account();
    var unsettled = account.balances().unsettled().minus(order.filledTotal());
    book.put(Account.TABLE, account.with(account.balances().withUnsettled(unsettled)));
  }

  private Order report(State state) {
    var settlement = order.settlement();
    if (settlement == null) throw new IllegalStateException("Nothing to settle");
    var reported =
        order.with(settlement.with(state)).reported(order.progress().status(), book.now());
    ExecutionReport.write(book, ExecutionReport.Type.SETTLEMENT, reported);
    return reported;
  }

  private Account account() {
    return book.get(Account.TABLE, Account.key(terms.partnerId(), terms.accountId()));
  }

  private Usd masterCash() {
    var master = book.get(Account.TABLE, Account.key(terms.partnerId(), Account.MASTER));
    return master.balances().cash();
  }
}
