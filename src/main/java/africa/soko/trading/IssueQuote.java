package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;

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

    /// Prices move between acceptance and fill, though not a thousandfold.
    static final Usd FILL_MAX = Usd.of("1000000000000");

    private Limits() {}

    /// Whether an order is worth more than [#ORDER_MAX]; whatever is not can be valued.
    static boolean isBeyond(Size size, Price price) {
      return switch (size) {
        case Size.Units(var quantity) -> isBeyond(ORDER_MAX, quantity, price.usd());
        case Size.Cash(var value) -> value.compareTo(ORDER_MAX) > 0;
      };
    }

    static boolean isBeyond(Usd limit, BigDecimal units, BigDecimal usdPrice) {
      return units.multiply(usdPrice).compareTo(limit.dollars()) > 0;
    }
  }
}
