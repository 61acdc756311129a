package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.order.Order.Cancellation;
import africa.soko.trading.order.Order.Cost;
import africa.soko.trading.order.Order.Held;
import africa.soko.trading.order.Order.Rejection;
import africa.soko.trading.order.Order.Settlement;
import africa.soko.trading.order.Order.Status;
import africa.soko.trading.position.FillId;
import africa.soko.trading.position.Position;
import africa.soko.trading.quote.Limits;
import africa.soko.trading.quote.Size;
import java.math.BigDecimal;
import java.util.Objects;

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
    var terms = order.terms();
    this.book = book;
    this.order = order;
    this.position = terms.position(book);
    this.posting = Posting.forOrder(terms.orderId());
    this.wallet = Pocket.wallet(terms.accountId());
    this.escrow = Pocket.escrow(terms.accountId());
  }

  public static Execution of(Book book, Order order) {
    return new Execution(book, order);
  }

  /// The rows that any of this reads or changes, besides the order.
  public static void needs(
      Needs needs, String partnerId, String accountId, String symbol, Side side) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.credit(partnerId);
    switch (side) {
      case BUY -> Position.needsToAdd(needs, partnerId, accountId, symbol);
      case SELL -> {
        Position.needs(needs, partnerId, accountId, symbol);
        Position.needsToRemove(needs, partnerId, accountId, symbol);
      }
    }
  }

  /// Fills units at a price, or rejects the order: where the wallet cannot pay what a BUY has
  /// become dearer, or where the price leaves nothing to trade.
  ///
  /// @param wanted units of a fill in part, at most what is open; ignored for a whole one
  /// @param whole whether nothing is left after it; so it is, too, where all that is open is wanted
  /// @param session in which it is filled
  public Order fill(BigDecimal wanted, boolean whole, Price price, Session session) {
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
      case BUY -> buy(units, isLast, price, session);
      case SELL -> sell(units, isLast, price, session);
    };
  }

  /// What can still be filled at a price: in quantity mode the rest of the quantity, in cash mode
  /// what the rest of the cash comes to.
  private BigDecimal openUnits(BigDecimal usdPrice) {
    if (usdPrice.signum() == 0) return BigDecimal.ZERO;
    if (order.ask().cashValue() == null) return order.remainingQuantity();
    return switch (order.terms().side()) {
      case BUY -> Rounding.units(order.terms().fees().grossWithin(order.held().cash()), usdPrice);
      case SELL -> {
        var sellable = position.available().add(order.held().units());
        yield Rounding.units(openProceeds(), usdPrice).min(sellable);
      }
    };
  }

  /// What the rest of a SELL in cash mode has yet to bring.
  private Usd openProceeds() {
    return Objects.requireNonNull(order.ask().cashValue()).minus(order.filledGross());
  }

  private Order buy(BigDecimal units, boolean isLast, Price price, Session session) {
    var held = order.held();
    var fill = PartialFill.of(order, units, price.usd());
    var gross = fill.gross();
    var cost = gross.plus(fill.fee());
    var missing = cost.minus(held.cash()).orZero();
    if (!account().balances().cash().covers(missing)) {
      return reject(
          RejectionCode.INSUFFICIENT_FUNDS,
          "The price has risen and the wallet does not cover the difference");
    }
    var missingGross = gross.minus(held.gross()).orZero().min(missing);
    posting.move(book, Transfer.Type.INVEST, wallet, escrow, missingGross);
    posting.move(book, Transfer.Type.FEE, wallet, escrow, missing.minus(missingGross));
    posting.move(book, Transfer.Type.EXECUTION, escrow, Pocket.VENUE, gross);
    payFees(fill);
    position.add(units, cost, fillId());

    var rest = held.cash().plus(missing).minus(cost);
    var restGross = held.gross().minus(gross).orZero().min(rest);
    if (isLast) posting.move(book, Transfer.Type.REFUND, escrow, wallet, rest);
    var left = isLast ? Held.NOTHING : new Held(BigDecimal.ZERO, restGross, rest.minus(restGross));
    return filled(left, units, fill, isLast, price, session);
  }

  private Order sell(BigDecimal units, boolean isLast, Price price, Session session) {
    var reserved = order.held().units();
    var fill = soldPart(units, isLast, price.usd());
    var net = fill.gross().minus(fill.fee());
    posting.move(book, Transfer.Type.SELL, Pocket.VENUE, wallet, fill.gross());
    posting.move(book, Transfer.Type.FEE, wallet, escrow, fill.fee());
    payFees(fill);
    var released = isLast ? reserved : units.min(reserved);
    position.remove(units, released, net, fillId());
    var account = account();
    var unsettled = account.balances().unsettled().plus(net);
    book.put(Account.TABLE, account.with(account.balances().withUnsettled(unsettled)));

    var left = new Held(Rounding.plain(reserved.subtract(released)), Usd.ZERO, Usd.ZERO);
    return filled(left, units, fill, isLast, price, session);
  }

  /// The last fill in cash mode brings the rest of the cash, unless the units have run out.
  private PartialFill soldPart(BigDecimal units, boolean isLast, BigDecimal usdPrice) {
    var isCash = order.ask().cashValue() != null;
    if (isCash && isLast && units.compareTo(Rounding.units(openProceeds(), usdPrice)) == 0) {
      var gross = Size.proceedsOf(openProceeds(), units, usdPrice);
      return PartialFill.of(order, units, usdPrice, gross);
    }
    return PartialFill.of(order, units, usdPrice);
  }

  /// Declines the order; what a BUY had in escrow is back in the wallet first.
  public Order reject(RejectionCode code, String reason) {
    release();
    var rejection = new Rejection(code, reason);
    var rejected = order.with(Held.NOTHING).with(rejection).reported(Status.REJECTED, book.now());
    ExecutionReport.write(book, ExecutionReport.Type.REJECTION, rejected);
    OrderEvents.rejected(book, rejected, rejection);
    return rejected;
  }

  /// Ends the order at the partner's wish; what is filled stays filled.
  public Order cancel(String reason) {
    return cancel(reason, false);
  }

  /// Ends the order at its deadline.
  Order expire(String reason) {
    return cancel(reason, true);
  }

  private Order cancel(String reason, boolean isExpiry) {
    release();
    var refunded = order.terms().side() == Side.BUY ? order.held().cash() : null;
    var cancellation = new Cancellation(reason, refunded, isExpiry);
    var cancelled =
        order.with(Held.NOTHING).with(cancellation).reported(Status.CANCELLED, book.now());
    ExecutionReport.write(book, ExecutionReport.Type.CANCELLATION, cancelled);
    OrderEvents.cancelled(book, cancelled, cancellation);
    return cancelled;
  }

  private Order filled(
      Held left, BigDecimal units, PartialFill fill, boolean whole, Price price, Session session) {
    var day = session.settlement(book.now());
    var gross = order.filledGross().plus(fill.gross());
    var baseFee = order.filledBaseFee().plus(fill.baseFee());
    var markupFee = order.filledFee().plus(fill.fee()).minus(baseFee);
    var filled =
        order
            .with(left)
            .with(
                order.filled().plus(units, fill.worth(), price, book.now()),
                new Cost(gross, baseFee, markupFee, price.fxRate()),
                new Settlement(day.date(), Settlement.State.UNSETTLED))
            .reported(whole ? Status.FILLED : Status.PARTIALLY_FILLED, book.now());
    ExecutionReport.writeFill(book, filled, units, price.local(), Tranche.of(fill, day));
    if (whole) OrderEvents.filled(book, filled);
    else OrderEvents.partiallyFilled(book, filled, units, price.local());
    return filled;
  }

  /// The fill that is being made.
  private FillId fillId() {
    return new FillId(order.terms().orderId(), order.nextReport());
  }

  /// The base fee goes to the service, the markup to the partner's own wallet.
  private void payFees(PartialFill fill) {
    posting.move(book, Transfer.Type.FEE, escrow, Pocket.FEES, fill.baseFee());
    posting.move(book, Transfer.Type.FEE, escrow, Pocket.MASTER_WALLET, fill.markupFee());
  }

  /// Gives back what the order holds.
  private void release() {
    switch (order.terms().side()) {
      case BUY -> posting.move(book, Transfer.Type.REFUND, escrow, wallet, order.held().cash());
      case SELL -> position.release(order.held().units());
    }
  }

  private Account account() {
    return book.get(
        Account.TABLE, Account.key(order.terms().partnerId(), order.terms().accountId()));
  }
}
