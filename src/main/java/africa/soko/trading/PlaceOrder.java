package africa.soko.trading;

import static africa.soko.ledger.Decision.declined;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Order.Kind;
import africa.soko.trading.Order.Terms;
import org.jspecify.annotations.Nullable;

/// Places a MARKET order against a quote. A BUY escrows its cost, a SELL reserves its units.
///
/// The order of checks is that of DECISIONS 6: quote, account, KYC, market, funds.
///
/// @param slot when the desk will take it up; null when the market takes no orders at all
/// @param fullKycFrom the total from which a sub-account needs KYC level FULL
public record PlaceOrder(
    String partnerId,
    String accountId,
    String symbol,
    String exchange,
    Side side,
    Size size,
    String quoteId,
    @Nullable String clientOrderId,
    @Nullable Slot slot,
    Usd fullKycFrom)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.row(Quote.TABLE, Quote.key(partnerId, quoteId));
    if (side == Side.SELL) {
      needs.row(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
    }
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null) return declined(ErrorCode.NOT_FOUND, "No such sub-account");
    var quote = book.find(Quote.TABLE, Quote.key(partnerId, quoteId));
    if (quote == null || quote.isForgotten(book.now())) {
      return declined(ErrorCode.QUOTE_NOT_FOUND, "No such quote");
    }
    if (!quote.accountId().equals(accountId)) {
      return declined(
          ErrorCode.QUOTE_SCOPE_MISMATCH,
          "The quote was issued to another account; ask for it with the same subAccountId");
    }
    if (!quote.isUsable(book.now())) {
      return declined(
          ErrorCode.STALE_QUOTE, "The quote has expired or was used; ask for a new one");
    }
    if (!matches(quote)) {
      return declined(
          ErrorCode.QUOTE_ORDER_MISMATCH,
          "The quote is for another symbol, side, quantity or cashValue");
    }
    var refusal = Intake.ineligible(account, quote.totalCost(), fullKycFrom);
    if (refusal != null) return new Decision.Declined(refusal);
    if (slot == null) return declined(ErrorCode.MARKET_CLOSED, "%s takes no orders now", exchange);
    var terms = terms(book, account, quote);
    var value =
        new Size.Valuation(quote.units(), quote.gross(), quote.baseFee(), quote.markupFee());
    var lacking = Intake.lacking(book, terms, value);
    if (lacking != null) return new Decision.Declined(lacking);
    book.put(Quote.TABLE, quote.withState(Quote.State.USED));
    var order = Intake.accept(book, terms, value, quote.fxRate(), slot);
    return Decision.accepted(202, OrderView.of(order));
  }

  private boolean matches(Quote quote) {
    return quote.symbol().equals(symbol) && quote.side() == side && sameSize(quote.size(), size);
  }

  private static boolean sameSize(Size one, Size other) {
    return switch (one) {
      case Size.Units(var quantity) ->
          other instanceof Size.Units(var wanted) && quantity.compareTo(wanted) == 0;
      case Size.Cash cash -> cash.equals(other);
    };
  }

  private Terms terms(Book book, Account account, Quote quote) {
    return new Terms(
        partnerId,
        book.newId("ord_"),
        accountId,
        account.externalId(),
        side,
        Kind.MARKET,
        symbol,
        exchange,
        quote.currency(),
        quote.units(),
        quote.size() instanceof Size.Cash(var value) ? value : null,
        quoteId,
        clientOrderId,
        quote.fees(),
        false,
        book.now());
  }
}
