package africa.soko.trading.quote;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.position.Position;

/// Issues a quote to an account (SPEC "Pre-trade quote").
public record IssueQuote(
    String partnerId,
    String accountId,
    String symbol,
    String exchange,
    Side side,
    Size size,
    Price price,
    Fees fees)
    implements Command {

  @Override
  public String lane() {
    return partnerId + accountId;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    if (side == Side.SELL) Position.needs(needs, partnerId, accountId, symbol);
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such sub-account");
    if (Limits.isBeyond(size, price)) {
      return Decision.declined(
          ErrorCode.VALIDATION_ERROR, "An order is worth at most %s USD", Limits.ORDER_MAX);
    }
    var charged = fees.chargedTo(accountId);
    var value = size.value(side, price, charged);
    if (!value.gross().isPositive() || value.units().signum() == 0) {
      return Decision.declined(ErrorCode.VALIDATION_ERROR, "The order is worth less than a cent");
    }
    var quote =
        new Quote(
            partnerId,
            book.newId("quo_"),
            accountId,
            symbol,
            exchange,
            side,
            size,
            price.currency(),
            price.local(),
            price.fxRate(),
            value.units(),
            value.gross(),
            value.baseFee(),
            value.markupFee(),
            charged,
            Quote.State.ISSUED,
            book.now(),
            book.now().plus(Quote.VALIDITY),
            null);
    book.put(Quote.TABLE, quote);
    return Decision.accepted(200, QuoteView.of(quote, price, isCovered(book, account, quote)));
  }

  private boolean isCovered(Book book, Account account, Quote quote) {
    return switch (side) {
      case BUY -> account.balances().cash().covers(quote.totalCost());
      case SELL -> {
        var position = new Position(book, partnerId, accountId, symbol, exchange);
        yield position.available().compareTo(quote.units()) >= 0;
      }
    };
  }
}
