package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Order.Settlement.State;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a fill ends: it settles, or settlement fails and everything goes back.
public final class Settling {
  private final Book book;
  private final Order order;
  private final Posting posting;
  private final Pocket wallet;

  private Settling(Book book, Order order) {
    this.book = book;
    this.order = order;
    this.posting = Posting.forOrder(order.terms().orderId());
    this.wallet = Pocket.wallet(order.terms().accountId());
  }

  /// What failing an order needs beyond [Execution#needs].
  public static void needsToFail(
      Needs needs, String partnerId, String orderId, String accountId, String symbol) {
    needs.group(Lot.OF_HOLDING, Holding.key(partnerId, accountId, symbol));
    needs.group(Disposal.OF_ORDER, Order.key(partnerId, orderId));
  }

  /// Frees the proceeds of a SELL and writes the report. The order is filled and unsettled.
  public static Order settle(Book book, Order order) {
    var settling = new Settling(book, order);
    settling.endTranche();
    return settling.report(State.SETTLED);
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
    return settling.report(State.FAILED);
  }

  private void undoBuy() {
    posting.move(book, Transfer.Type.REFUND, Pocket.VENUE, wallet, order.progress().gross());
    refundFees();
    var cost = Usd.ZERO;
    for (var lot : lots().toList()) {
      cost = cost.plus(lot.remainingCost());
      book.put(Lot.TABLE, lot.with(BigDecimal.ZERO, Usd.ZERO));
    }
    var held = holding();
    book.put(
        Holding.TABLE,
        held.with(
            held.quantity().subtract(order.progress().filledQuantity()),
            held.reserved(),
            held.costBasis().minus(cost)));
  }

  /// The wallet pays the proceeds back; what it has spent of them the master wallet makes up.
  private void undoSell() {
    var missing = shortfall();
    endTranche();
    posting.move(book, Transfer.Type.ADJUSTMENT, Pocket.MASTER_WALLET, wallet, missing);
    refundFees();
    posting.move(book, Transfer.Type.ADJUSTMENT, wallet, Pocket.VENUE, order.progress().gross());
    var held = holding();
    var units = held.quantity();
    var cost = held.costBasis();
    for (var disposal : book.group(Disposal.OF_ORDER, orderKey())) {
      book.put(Disposal.TABLE, disposal.asReversed());
      book.put(Lot.TABLE, returned(disposal));
      units = units.add(disposal.quantity());
      cost = cost.plus(disposal.costBasis());
    }
    book.put(Holding.TABLE, held.with(units, held.reserved(), cost));
  }

  /// Sold units come back as a lot that keeps its date and its cost.
  private Lot returned(Disposal disposal) {
    return new Lot(
        disposal.partnerId(),
        book.newId("lot_"),
        disposal.accountId(),
        disposal.symbol(),
        disposal.orderId(),
        disposal.acquiredAt(),
        disposal.quantity(),
        disposal.quantity(),
        disposal.costBasis(),
        disposal.costBasis());
  }

  private boolean hasAllUnits() {
    var filled = order.progress().filledQuantity();
    var inLots = lots().map(Lot::remainingQuantity).reduce(BigDecimal.ZERO, BigDecimal::add);
    return inLots.compareTo(filled) == 0 && holding().available().compareTo(filled) >= 0;
  }

  private boolean hasAllProceeds() {
    var missing = shortfall();
    return account().isMaster() ? missing.isZero() : master().cash().covers(missing);
  }

  /// What the wallet lacks to pay net proceeds back.
  private Usd shortfall() {
    return order.filledTotal().minus(account().cash()).orZero();
  }

  private void refundFees() {
    var progress = order.progress();
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, progress.baseFee());
    var markup = progress.markupFee();
    var fromMaster = master().cash().covers(markup) ? markup : Usd.ZERO;
    posting.move(book, Transfer.Type.REFUND, Pocket.MASTER_WALLET, wallet, fromMaster);
    // A partner that has spent its markup does not keep its user from getting it back.
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, markup.minus(fromMaster));
  }

  private void endTranche() {
    if (order.terms().side() != Side.SELL) return;
    var account = account();
    book.put(Account.TABLE, account.withUnsettled(account.unsettled().minus(order.filledTotal())));
  }

  private Order report(State state) {
    var settlement = order.progress().settlement();
    if (settlement == null) throw new IllegalStateException("Nothing to settle");
    var change = order.change();
    change.settlement = settlement.with(state);
    var reported = change.reported(book.now());
    book.put(OrderTable.ORDERS, reported);
    ExecutionReport.write(book, ExecutionReport.Type.SETTLEMENT, reported, null, null);
    return reported;
  }

  private Stream<Lot> lots() {
    return Lot.oldestFirst(book, holdingKey()).stream()
        .filter(lot -> lot.orderId().equals(order.terms().orderId()));
  }

  private Holding holding() {
    return book.get(Holding.TABLE, holdingKey());
  }

  private Account account() {
    return book.get(Account.TABLE, Account.key(partnerId(), order.terms().accountId()));
  }

  private Account master() {
    return book.get(Account.TABLE, Account.key(partnerId(), Account.MASTER));
  }

  private String partnerId() {
    return order.terms().partnerId();
  }

  private Key orderKey() {
    return Order.key(partnerId(), order.terms().orderId());
  }

  private Key holdingKey() {
    return Holding.key(partnerId(), order.terms().accountId(), order.terms().symbol());
  }
}
