package africa.soko.trading.order;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.order.Order.Cost;
import africa.soko.trading.order.Order.Held;
import africa.soko.trading.quote.Size.Valuation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Puts other terms in the place of those of an order that rests, and moves the difference of what
/// it keeps back (SPEC "Order rules").
final class Replacement {
  private final Book book;
  private final Order order;
  private final Posting posting;
  private final Pocket wallet;
  private final Pocket escrow;

  /// What came of it.
  sealed interface Result {}

  record Done(Order order) implements Result {}

  record Impossible(Refused why) implements Result {}

  private Replacement(Book book, Order order) {
    this.book = book;
    this.order = order;
    this.posting = Posting.forOrder(order.terms().orderId());
    this.wallet = Pocket.wallet(order.terms().accountId());
    this.escrow = Pocket.escrow(order.terms().accountId());
  }

  static Replacement of(Book book, Order order) {
    return new Replacement(book, order);
  }

  /// @param value what the new terms come to
  Result apply(BigDecimal units, Resting resting, Valuation value) {
    var lacking =
        switch (order.terms().side()) {
          case BUY -> escrow(value);
          case SELL -> reserve(units);
        };
    if (lacking != null) return new Impossible(lacking);
    var replaced =
        order
            .with(new Ask(units, null))
            .with(Held.of(order.terms().side(), value))
            .with(Cost.of(value, resting.fxBasis()))
            .with(resting)
            .reported(order.progress().status(), book.now());
    ExecutionReport.write(book, ExecutionReport.Type.REPLACE, replaced);
    OrderEvents.replaced(book, order, replaced);
    return new Done(replaced);
  }

  private @Nullable Refused escrow(Valuation value) {
    var held = order.held();
    var gross = value.gross().minus(held.gross());
    var fee = value.fee().minus(held.fee());
    var delta = gross.plus(fee);
    if (!cash().covers(delta)) {
      return Refused.of(
          ErrorCode.INSUFFICIENT_FUNDS,
          "The order costs %s USD more and the wallet holds %s USD",
          delta,
          cash());
    }
    posting.move(book, Transfer.Type.INVEST, wallet, escrow, gross.orZero());
    posting.move(book, Transfer.Type.FEE, wallet, escrow, fee.orZero());
    var back = gross.negated().orZero().plus(fee.negated().orZero());
    posting.move(book, Transfer.Type.REFUND, escrow, wallet, back);
    return null;
  }

  private @Nullable Refused reserve(BigDecimal units) {
    var position = order.terms().position(book);
    var more = units.subtract(order.held().units());
    if (position.available().compareTo(more) < 0) {
      return Refused.of(
          ErrorCode.CONFLICT,
          "The order would sell %s units more and %s are available",
          more.toPlainString(),
          position.available().toPlainString());
    }
    position.reserve(more);
    return null;
  }

  private Usd cash() {
    var key = Account.key(order.terms().partnerId(), order.terms().accountId());
    return book.get(Account.TABLE, key).balances().cash();
  }
}
