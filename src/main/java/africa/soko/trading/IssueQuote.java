package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;

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
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    if (side == Side.SELL) {
      needs.row(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
    }
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such sub-account");
    var value = size.value(side, price, fees);
    if (!value.gross().isPositive() || value.units().signum() == 0) {
      return Decision.declined(ErrorCode.VALIDATION_ERROR, "The order is worth less than a cent");
    }
    if (value.gross().micros() > Limits.ORDER_MAX.micros()) {
      return Decision.declined(
          ErrorCode.VALIDATION_ERROR, "An order is worth at most %s USD", Limits.ORDER_MAX);
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
            fees,
            Quote.State.ISSUED,
            book.now(),
            book.now().plus(Quote.VALIDITY));
    book.put(Quote.TABLE, quote);
    return Decision.accepted(200, QuoteView.of(quote, price, isCovered(book, account, quote)));
  }

  private boolean isCovered(Book book, Account account, Quote quote) {
    return switch (side) {
      case BUY -> account.cash().covers(quote.totalCost());
      case SELL -> {
        var holding = book.find(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
        yield Holding.availableIn(holding).compareTo(quote.units()) >= 0;
      }
    };
  }

  /// Bounds that keep every amount far from where arithmetic could overflow.
  public static final class Limits {
    public static final Usd ORDER_MAX = Usd.of("1000000000");

    private Limits() {}
  }
}
