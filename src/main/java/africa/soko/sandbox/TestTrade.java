package africa.soko.sandbox;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.order.Execution;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Intake;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.order.Terms;
import africa.soko.trading.position.Position;
import africa.soko.trading.quote.Fees;
import africa.soko.trading.quote.Size;
import java.math.BigDecimal;

/// Places a test order and moves it to its outcome at once (SPEC "Sandbox order"). It needs no
/// quote; the desk leaves it alone.
record TestTrade(
    String partnerId,
    String accountId,
    String symbol,
    String exchange,
    Side side,
    BigDecimal quantity,
    TestOutcome outcome,
    Price price,
    Fees fees,
    Session session,
    Usd fullKycFrom)
    implements Command {

  @Override
  public void needs(Needs needs) {
    Execution.needs(needs, partnerId, accountId, symbol, side);
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
    Position.needsToRemove(needs, partnerId, accountId, symbol);
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such sub-account");
    var value = new Size.Units(quantity).value(side, price, fees);
    if (!value.gross().isPositive()) {
      return Decision.declined(ErrorCode.VALIDATION_ERROR, "The order is worth less than a cent");
    }
    var total = side.total(value.gross(), value.fee());
    var refusal = Intake.ineligible(account, total, fullKycFrom);
    if (refusal != null) return new Decision.Declined(refusal);
    var terms = Terms.ofTest(book, account, side, symbol, exchange, price.currency(), fees);
    var lacking = Intake.lacking(book, terms, value);
    if (lacking != null) return new Decision.Declined(lacking);
    var ask = new Ask(quantity, null);
    terms.position(book).isNew(terms.orderId());
    Fill.ofNew(book, terms);
    var order = Intake.accept(book, terms, ask, value, price.fxRate(), Agenda.NONE);
    return switch (outcome.apply(book, order, price, session)) {
      case TestOutcome.Moved(var moved) -> Decision.accepted(202, OrderView.of(moved));
      case TestOutcome.Impossible(var why) -> new Decision.Declined(why);
    };
  }

  /// SPEC "Sandbox order": quantity 100 fills, 999 is rejected, any other waits.
  static TestOutcome ofQuantity(BigDecimal quantity) {
    if (quantity.compareTo(BigDecimal.valueOf(100)) == 0) return TestOutcome.FILL;
    if (quantity.compareTo(BigDecimal.valueOf(999)) == 0) return TestOutcome.REJECT;
    return TestOutcome.PENDING;
  }
}
