package africa.soko.trading;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.IssueQuote.Limits;
import africa.soko.trading.Order.Rejection;
import africa.soko.trading.Order.Settlement;
import africa.soko.trading.Order.Status;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What can happen to an open order: it fills, in part or whole, is rejected, or is cancelled. Each
/// moves cash, units, the order, its reports and its events together.
public final class Execution {
  private final Book book;
  private final Order order;
  private final Position position;
  private final Posting posting;
  private final Pocket wallet;
  private final Pocket escrow;

  private Execution(Book book, Order order) {
    var accountId = order.terms().accountId();
    this.book = book;
    this.order = order;
    this.position = new Position(book, order);
    this.posting = Posting.forOrder(order.terms().orderId());
    this.wallet = Pocket.wallet(accountId);
    this.escrow = Pocket.escrow(accountId);
  }

  public static Execution of(Book book, Order order) {
    return new Execution(book, order);
  }

  /// The rows that any of this reads or changes.
  public static void needs(
      Needs needs, String partnerId, String accountId, String symbol, Side side) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
    needs.maybe(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
    if (side == Side.SELL) {
      needs.group(Lot.OF_HOLDING, Holding.key(partnerId, accountId, symbol));
    }
  }

  /// Fills units at a price, or rejects the order: where the wallet cannot pay what a BUY has
  /// become dearer, or where the price leaves nothing to trade.
  ///
  /// @param wanted units of a fill in part, at most what is open; ignored for a whole one
  /// @param whole whether nothing is left after it; so it is, too, where all that is open is wanted
  public Order fill(BigDecimal wanted, boolean whole, Price price, Settlement settlement) {
    var open = openUnits(price.usd());
    var units = whole ? open : wanted.min(open);
    if (units.signum() <= 0) {
      return reject(RejectionCode.OTHER, "At this price nothing is left that could be traded");
    }
    if (Limits.isBeyond(Limits.FILL_MAX, units, price.usd())) {
      return reject(RejectionCode.TECHNICAL_ISSUE, "The price of the venue is not plausible");
    }
    var isLast = units.compareTo(open) == 0;
    return switch (order.terms().side()) {
      case BUY -> buy(units, isLast, price, settlement);
      case SELL -> sell(units, isLast, price, settlement);
    };
  }

  /// What can still be filled at a price: in quantity mode the rest of the quantity, in cash mode
  /// what the rest of the cash comes to.
  private BigDecimal openUnits(BigDecimal usdPrice) {
    if (usdPrice.signum() == 0) return BigDecimal.ZERO;
    if (order.terms().cashValue() == null) return order.remainingQuantity();
    return switch (order.terms().side()) {
      case BUY -> Rounding.units(order.terms().fees().grossWithin(heldCash()), usdPrice);
      case SELL -> {
        var sellable = position.holding().available().add(order.progress().reserved());
        yield Rounding.units(openProceeds(), usdPrice).min(sellable);
      }
    };
  }

  /// What the rest of a SELL in cash mode has yet to bring.
  private Usd openProceeds() {
    var cash = Objects.requireNonNull(order.terms().cashValue());
    return order.isPartlyFilled() ? cash.minus(order.progress().gross()) : cash;
  }

  private Usd heldCash() {
    return order.progress().escrowGross().plus(order.progress().escrowFee());
  }

  private Order buy(BigDecimal units, boolean isLast, Price price, Settlement settlement) {
    var progress = order.progress();
    var part = Part.of(order, units, price.usd());
    var gross = part.gross();
    var cost = gross.plus(part.fee());
    var missing = cost.minus(heldCash()).orZero();
    if (!account().cash().covers(missing)) {
      return reject(
          RejectionCode.INSUFFICIENT_FUNDS,
          "The price has risen and the wallet does not cover the difference");
    }
    var missingGross = gross.minus(progress.escrowGross()).orZero().min(missing);
    posting.move(book, Transfer.Type.INVEST, wallet, escrow, missingGross);
    posting.move(book, Transfer.Type.FEE, wallet, escrow, missing.minus(missingGross));
    posting.move(book, Transfer.Type.EXECUTION, escrow, Pocket.VENUE, gross);
    payFees(part);
    position.add(units, cost);

    var change = order.change();
    var rest = heldCash().plus(missing).minus(cost);
    change.escrowGross = progress.escrowGross().minus(gross).orZero().min(rest);
    change.escrowFee = rest.minus(change.escrowGross);
    if (isLast) refundEscrow(change);
    return filled(change, units, part, isLast, price, settlement);
  }

  private Order sell(BigDecimal units, boolean isLast, Price price, Settlement settlement) {
    var progress = order.progress();
    var part = soldPart(units, isLast, price.usd());
    var net = part.gross().minus(part.fee());
    posting.move(book, Transfer.Type.SELL, Pocket.VENUE, wallet, part.gross());
    posting.move(book, Transfer.Type.FEE, wallet, escrow, part.fee());
    payFees(part);
    var released = isLast ? progress.reserved() : units.min(progress.reserved());
    position.remove(units, released, net);
    var account = account();
    book.put(Account.TABLE, account.withUnsettled(account.unsettled().plus(net)));

    var change = order.change();
    change.reserved = Rounding.plain(progress.reserved().subtract(released));
    return filled(change, units, part, isLast, price, settlement);
  }

  /// The last fill in cash mode brings the rest of the cash, unless the units have run out.
  private Part soldPart(BigDecimal units, boolean isLast, BigDecimal usdPrice) {
    var isCash = order.terms().cashValue() != null;
    if (isCash && isLast && units.compareTo(Rounding.units(openProceeds(), usdPrice)) == 0) {
      var gross = Size.proceedsOf(openProceeds(), units, usdPrice);
      return Part.of(order, units, usdPrice, gross);
    }
    return Part.of(order, units, usdPrice);
  }

  /// Declines the order; what a BUY had in escrow is back in the wallet first.
  public Order reject(RejectionCode code, String reason) {
    var change = order.change();
    var rejection = new Rejection(code, reason);
    release(change);
    change.status = Status.REJECTED;
    change.rejection = rejection;
    var rejected = report(change, ExecutionReport.Type.REJECTION, null, null);
    OrderEvents.rejected(book, rejected, rejection);
    return rejected;
  }

  /// Ends the order at the partner's wish; what is filled stays filled.
  public Order cancel(String reason) {
    var change = order.change();
    var refunded = release(change);
    change.status = Status.CANCELLED;
    change.cancelReason = reason;
    if (order.terms().side() == Side.BUY) change.refunded = refunded;
    var cancelled = report(change, ExecutionReport.Type.CANCELLATION, null, null);
    OrderEvents.cancelled(book, cancelled);
    return cancelled;
  }

  private Order filled(
      Change change,
      BigDecimal units,
      Part part,
      boolean whole,
      Price price,
      Settlement settlement) {
    var before = order.progress();
    var total = Rounding.plain(before.filledQuantity().add(units));
    change.gross = order.filledGross().plus(part.gross());
    change.baseFee = order.filledBaseFee().plus(part.baseFee());
    change.markupFee = order.filledFee().plus(part.fee()).minus(change.baseFee);
    change.averagePrice = average(before.averagePrice(), before.filledQuantity(), units, price);
    change.filledQuantity = total;
    change.filledValue = part.worth();
    change.fxRate = price.fxRate();
    change.settledAt = book.now();
    change.settlement = settlement;
    change.status = whole ? Status.FILLED : Status.PARTIALLY_FILLED;
    var filled =
        report(
            change,
            whole ? ExecutionReport.Type.FILL : ExecutionReport.Type.PARTIAL_FILL,
            units,
            price.local());
    if (whole) OrderEvents.filled(book, filled, Objects.requireNonNull(filled.filledUsdPrice()));
    return filled;
  }

  private static BigDecimal average(
      @Nullable BigDecimal before, BigDecimal quantity, BigDecimal units, Price price) {
    if (before == null || quantity.signum() == 0) return price.local();
    var value = before.multiply(quantity).add(price.local().multiply(units));
    return Rounding.ratio(value, quantity.add(units));
  }

  /// The base fee goes to the service, the markup to the partner's own wallet.
  private void payFees(Part part) {
    posting.move(book, Transfer.Type.FEE, escrow, Pocket.FEES, part.baseFee());
    posting.move(book, Transfer.Type.FEE, escrow, Pocket.MASTER_WALLET, part.markupFee());
  }

  /// Gives back what the rest of the order holds; returns the cash.
  private Usd release(Change change) {
    if (order.terms().side() == Side.BUY) return refundEscrow(change);
    position.release(change.reserved);
    change.reserved = BigDecimal.ZERO;
    return Usd.ZERO;
  }

  private Usd refundEscrow(Change change) {
    var refund = change.escrowGross.plus(change.escrowFee);
    posting.move(book, Transfer.Type.REFUND, escrow, wallet, refund);
    change.escrowGross = Usd.ZERO;
    change.escrowFee = Usd.ZERO;
    return refund;
  }

  private Order report(
      Change change,
      ExecutionReport.Type type,
      @Nullable BigDecimal lastQuantity,
      @Nullable BigDecimal lastPrice) {
    var changed = change.reported(book.now());
    book.put(OrderTable.ORDERS, changed);
    ExecutionReport.write(book, type, changed, lastQuantity, lastPrice);
    return changed;
  }

  private Account account() {
    return book.get(
        Account.TABLE, Account.key(order.terms().partnerId(), order.terms().accountId()));
  }
}
