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
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.OrderEvents;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.Terms;
import africa.soko.trading.position.FillId;
import africa.soko.trading.position.Position;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How fills end: each settles, or its settlement fails and everything of it goes back.
public final class Settling {
  private static final String WENT_BACK = "The settlement failed; cash and units went back";

  private final Book book;
  private final Terms terms;
  private final Position position;
  private final Posting posting;
  private final Pocket wallet;
  private Order order;

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
    Fill.needs(needs, ref.partnerId(), ref.orderId());
  }

  /// Settles the fills whose day has come: the proceeds of a SELL may leave the wallet.
  static void settleDue(Book book, Order order) {
    new Settling(book, order).settle(fill -> fill.settles(book.now()));
  }

  /// Settles all fills, whatever their day.
  public static Order settle(Book book, Order order) {
    return new Settling(book, order).settle(fill -> !fill.hasFailed());
  }

  /// Whether all that is unsettled of an order may settle: nothing of it has failed.
  public static boolean maySettle(Book book, Order order) {
    return order.isUnsettled()
        && Fill.unsettled(book, order.terms()).stream().noneMatch(Fill::hasFailed);
  }

  /// Why the settlement of an order cannot fail, or null when it can.
  public static @Nullable Refused cannotFail(Book book, Order order) {
    if (order.isOpen() || !order.isUnsettled()) {
      return Refused.of(ErrorCode.CONFLICT, "The order has no fill that is about to settle");
    }
    return order.terms().side() == Side.SELL || new Settling(book, order).hasAllUnits()
        ? null
        : Refused.of(ErrorCode.CONFLICT, "Units of this order were sold on already");
  }

  /// Takes cash and units of every unsettled fill back to where they were before it, fees included.
  /// Where the proceeds are spent and the master wallet does not cover them, the fill stays as it
  /// is until an operator tries again.
  public static Order fail(Book book, Order order) {
    var settling = new Settling(book, order);
    settling.unsettled().forEach(settling::fail);
    if (!settling.order.equals(order)) {
      OrderEvents.settlementFailed(book, settling.order, WENT_BACK);
    }
    return settling.order;
  }

  /// Takes back one fill that has failed.
  ///
  /// @return what it lacked, or null if it is still not covered
  static @Nullable Usd retry(Book book, Order order, Fill fill) {
    var settling = new Settling(book, order);
    var missing = settling.shortfall(fill);
    if (!settling.covers(missing)) return null;
    settling.fail(fill);
    OrderEvents.settlementFailed(book, settling.order, WENT_BACK);
    return missing;
  }

  private Order settle(Predicate<Fill> wanted) {
    var fills = unsettled().stream().filter(wanted).toList();
    for (var fill : fills) {
      endTranche(fill);
      end(fill, State.SETTLED);
    }
    fills.stream()
        .map(fill -> fill.tranche().day().date())
        .distinct()
        .sorted()
        .forEach(day -> OrderEvents.settled(book, order, day));
    return order;
  }

  private void fail(Fill fill) {
    switch (terms.side()) {
      case BUY -> undoBuy(fill);
      case SELL -> undoSell(fill);
    }
  }

  private void undoBuy(Fill fill) {
    posting.move(book, Transfer.Type.REFUND, Pocket.VENUE, wallet, fill.tranche().gross());
    refundFees(fill);
    position.undoAdded(id(fill));
    end(fill, State.FAILED);
  }

  /// The wallet pays the proceeds back; what it has spent of them the master wallet makes up.
  private void undoSell(Fill fill) {
    var missing = shortfall(fill);
    if (!covers(missing)) {
      if (!fill.hasFailed()) fill.fail(book);
      return;
    }
    endTranche(fill);
    posting.move(book, Transfer.Type.ADJUSTMENT, Pocket.MASTER_WALLET, wallet, missing);
    refundFees(fill);
    posting.move(book, Transfer.Type.ADJUSTMENT, wallet, Pocket.VENUE, fill.tranche().gross());
    position.undoRemoved(id(fill));
    end(fill, State.FAILED);
  }

  private boolean hasAllUnits() {
    var fills = unsettled();
    var units = fills.stream().map(Fill::quantity).reduce(BigDecimal.ZERO, BigDecimal::add);
    return position.available().compareTo(units) >= 0
        && fills.stream().allMatch(fill -> position.hasAllOf(id(fill), fill.quantity()));
  }

  private boolean covers(Usd missing) {
    return account().isMaster() ? missing.isZero() : masterCash().covers(missing);
  }

  /// What the wallet lacks to pay net proceeds back.
  private Usd shortfall(Fill fill) {
    return fill.total().minus(account().balances().cash()).orZero();
  }

  private void refundFees(Fill fill) {
    var markup = fill.tranche().markupFee();
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, fill.tranche().baseFee());
    var fromMaster = masterCash().covers(markup) ? markup : Usd.ZERO;
    posting.move(book, Transfer.Type.REFUND, Pocket.MASTER_WALLET, wallet, fromMaster);
    // A partner that has spent its markup does not keep its user from getting it back.
    posting.move(book, Transfer.Type.REFUND, Pocket.FEES, wallet, markup.minus(fromMaster));
  }

  private void endTranche(Fill fill) {
    if (terms.side() != Side.SELL) return;
    var account = account();
    var unsettled = account.balances().unsettled().minus(fill.total());
    book.put(Account.TABLE, account.with(account.balances().withUnsettled(unsettled)));
  }

  /// Writes how a fill has ended, and with the last one the order.
  private void end(Fill fill, State state) {
    var ended = fill.end(book, state);
    var settlement = Objects.requireNonNull(order.settlement());
    var now = settlement.with(unsettled().isEmpty() ? state : State.UNSETTLED);
    order = order.with(now).reported(order.progress().status(), book.now());
    ExecutionReport.writeSettlement(book, order, ended);
  }

  private FillId id(Fill fill) {
    return new FillId(terms.orderId(), fill.number());
  }

  private List<Fill> unsettled() {
    return Fill.unsettled(book, terms);
  }

  private Account account() {
    return book.get(Account.TABLE, Account.key(terms.partnerId(), terms.accountId()));
  }

  private Usd masterCash() {
    return masterCash(book, terms.partnerId());
  }

  static Usd masterCash(Book book, String partnerId) {
    return book.get(Account.TABLE, Account.key(partnerId, Account.MASTER)).balances().cash();
  }
}
